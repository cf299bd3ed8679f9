import {
	barOf,
	partsLeft,
	pausedBy,
	withoutSession,
	withPart,
	type Learning,
	type LearningPause
} from '#core/learning/import-learning.ts';
import { changeLearning, learningJob } from '#db/scratch/learning.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { readSettings } from '#db/settings.ts';
import { watch } from '#db/watch.ts';
import { noteActivity } from '#flows/activity.ts';
import type { App } from '#flows/ports.ts';
import { waitFor } from '#flows/ports/waiting.ts';

/**
 * Learning in the background, by the one tab that holds the lock. The job is a row: whoever changes it (to pause, go
 * on or give up) is heard in every tab, and a tab that was closed is taken over from.
 */

type LearnApp = Pick<App, 'db' | 'scratch' | 'clock' | 'locks' | 'workshop'>;

export async function keepLearning(app: LearnApp, signal: AbortSignal): Promise<void> {
	await app.locks.hold(
		'learning',
		async () => {
			while (!signal.aborted) {
				await until(app, (job) => job?.state === 'running', signal);
				while ((await learnNext(app, signal)) === 'more');
			}
		},
		{ wait: true }
	);
}

/** Read the next session of the job; `rest`: there is none, or it may not be read now. */
async function learnNext(app: LearnApp, signal: AbortSignal): Promise<'more' | 'rest'> {
	const { db, scratch } = app;
	const job = await learningJob(scratch);
	const sessionId = job?.todo[0];
	if (job?.state !== 'running' || sessionId === undefined) return 'rest';
	const [{ endpoint }, waiting] = await Promise.all([readSettings(db), waitingProposals(db)]);
	const bar = barOf(job, { endpoint, waiting: waiting.length });
	if (bar) return pause(app, job, bar);
	const outcome = await learn(app, job, sessionId, signal);
	switch (outcome.status) {
		case 'stopped':
			return 'rest';
		case 'more-calls':
			return pause(app, job, { kind: 'more-calls' });
		case 'failed':
			return pause(app, job, { kind: 'failed', failure: outcome.failure });
		case 'learnt':
			await changeLearning(scratch, job.id, (now) => withoutSession(now, sessionId));
			return noteEnd(app, job.id);
	}
}

async function pause({ scratch }: LearnApp, { id }: Learning, why: LearningPause): Promise<'rest'> {
	await changeLearning(scratch, id, (job) => pausedBy(job, why));
	return 'rest';
}

/** One session in the workshop, stopped as soon as the job is paused or given up. */
async function learn(app: LearnApp, job: Learning, sessionId: string, signal: AbortSignal) {
	const { scratch } = app;
	const stop = new AbortController();
	const halt = () => stop.abort();
	signal.addEventListener('abort', halt, { once: true });
	if (signal.aborted) halt();
	const unwatch = watch(() => learningJob(scratch)).subscribe((now) => {
		if (now?.id !== job.id || now.state !== 'running') halt();
	}, halt);
	// Stored in the order they came; a pause in between loses none.
	let written = Promise.resolve();
	const ask = { sessionId, answerer: job.answerer, mostParts: partsLeft(job) };
	try {
		const outcome = await app.workshop.run('learn', ask, stop.signal, (part) => {
			written = written.then(() => changeLearning(scratch, job.id, (now) => withPart(now, part)));
		});
		await written;
		return outcome;
	} finally {
		unwatch();
		signal.removeEventListener('abort', halt);
	}
}

/** An ended job is noted in the activity list with what it came to. */
async function noteEnd({ db, scratch, clock }: LearnApp, id: string): Promise<'more' | 'rest'> {
	const job = await learningJob(scratch);
	if (job?.id !== id || job.state !== 'done') return 'more';
	await noteActivity(
		{ db, clock },
		{
			kind: 'learning',
			details: { sessions: job.of, proposals: job.lines, model: job.answerer, cost: job.spent }
		}
	);
	return 'rest';
}

/** Wait until the job is as wanted, or the signal stops the wait. */
const until = (
	{ scratch }: LearnApp,
	isWanted: (job: Learning | null) => boolean,
	signal: AbortSignal
): Promise<void> =>
	waitFor(signal, (met, failed) =>
		watch(() => learningJob(scratch)).subscribe((job) => {
			if (isWanted(job)) met();
		}, failed)
	);
