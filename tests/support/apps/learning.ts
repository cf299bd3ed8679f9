import { expect, vi } from 'vitest';
import { newLearning, type Learning } from '#core/learning/import-learning.ts';
import type { Exchange } from '#core/log/turn.ts';
import { learningJob, putLearning } from '#db/scratch/learning.ts';
import { keepLearning } from '#flows/learning/keep-learning.ts';
import { learnSession } from '#flows/learning/learn-session.ts';
import { quoteLearning } from '#flows/learning/quote-learning.ts';
import { aSession } from '../builders/a-session.ts';
import { storeSession } from '../builders/stored-session.ts';
import { never, unseen } from '../never.ts';
import { textOfBody, type scriptedSummariser } from '../scripted/scripted-summariser.ts';
import type { TestApp } from './an-app.ts';
import { gardenCard, gardenTurns } from './compactable.ts';

/** Imported sessions of an app, and the job that learns from them. */

const imported = (id: string, count: number, say: (seq: number) => string): Exchange[] =>
	gardenTurns(count).map(({ turn, steps }) => ({
		turn: {
			...turn,
			sessionId: id,
			turnId: `${id}-${turn.turnId}`,
			source: 'import',
			asked: [{ type: 'text', text: say(turn.seq) }]
		},
		steps: steps.map((step) => ({ ...step, sessionId: id, turnId: `${id}-${step.turnId}` }))
	}));

export function learning(app: () => TestApp) {
	const bring = (
		id: string,
		count = 3,
		say = (seq: number) => `I live in Porto, house ${id}${String(seq)}.`
	) =>
		storeSession(
			app().db,
			aSession({ id, title: `Chat ${id}`, titleFrom: 'import' }),
			imported(id, count, say)
		);

	/** The workshop learns with this model; `tab` shares the databases. */
	function answerWith(model: ReturnType<typeof scriptedSummariser>, tab: TestApp = app()): void {
		const { db, clock } = tab;
		tab.workshop.run = (async (kind: string, ask: never, signal: AbortSignal, tell: never) =>
			kind === 'learn'
				? learnSession({ db, model, clock }, ask, signal, tell)
				: { status: 'failed', failure: { kind: 'crashed', detail: kind } }) as never;
	}

	const quote = async (ids: readonly string[], answerer = gardenCard.id) => {
		const found = await quoteLearning(app(), { sessionIds: ids, answerer }, never, unseen);
		if (found.status !== 'quoted') throw new Error(found.status);
		return found.quote;
	};

	async function agree(ids: readonly string[], answerer = gardenCard.id): Promise<void> {
		const job = newLearning({
			id: app().clock.newId(),
			answerer,
			endpoint: 'https://api.anthropic.com',
			sessionIds: ids,
			quote: await quote(ids, answerer)
		});
		await putLearning(app().scratch, job);
	}

	/** Keep learning until the job is as wanted. */
	async function keepUntil(
		isSo: (job: Learning | null) => boolean,
		tab: TestApp = app()
	): Promise<Learning | null> {
		const stop = new AbortController();
		const kept = keepLearning(tab, stop.signal);
		const job = await vi.waitFor(
			async () => {
				const now = await learningJob(app().scratch);
				expect(isSo(now)).toBe(true);
				return now;
			},
			{ interval: 1, timeout: 10_000 }
		);
		stop.abort();
		await kept;
		return job;
	}
	return { bring, answerWith, quote, agree, keepUntil };
}

export const isStill = (job: Learning | null) => job?.state !== 'running';

export const lineOf = (body: Parameters<typeof textOfBody>[0]): string =>
	`<memories>\n- The user lives in house ${/house (\w+)/.exec(textOfBody(body))?.[1] ?? 'none'}. [turn 1]\n</memories>`;
