/** A reply whose tools have filled the window, and which ended while room was being made for its next call. */
import { beforeEach, expect, it } from 'vitest';
import { discardSummary } from '#flows/compaction/discard-draft.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { answerTurn, continueReply, retryReply } from '#flows/answer/answer-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { logOf, sendWords } from '../../../support/apps/an-app.ts';
import { app, long, withRoom } from '../../../support/apps/room.ts';
import { aMemoryFile } from '../../../support/builders/a-prompt.ts';
import { call, text } from '../../../support/builders/a-turn.ts';
import { never, unseen } from '../../../support/never.ts';
import { answer, say } from '../../../support/scripted/scripted-model.ts';

withRoom();

const lookUp = (id: string, input: number) =>
	answer([text(`Looking ${id}`), call(id, 'read_memory', { path: `notes/${id}.md` })], {
		usage: { input, cacheRead: 0, cacheWrite: 0, output: 50 },
		contextTokens: input + 50
	});

const sections = [
	'## Original Task\nFind tea',
	'## Completed Work\nRead a and b',
	'## Key Technical Decisions\nNone',
	'## Current State\nReading c',
	'## Pending Work\n- [open] answer'
];
const summary = () => say(`<summary>\n${sections.join('\n')}\n</summary>\n<memories>\n</memories>`);

beforeEach(async () => {
	for (const id of ['a', 'b', 'c'])
		await app.db.memoryFiles.put(aMemoryFile(`notes/${id}.md`, `- ${long.repeat(2)}\n`));
	const { db, model, clock } = app;
	app.jobs.compact = (ask, signal, tell = unseen) =>
		compactSession({ db, model, clock }, ask, signal, tell);
});

/** A second turn whose three steps are more than the window takes. */
async function fullOfSteps(signal = never) {
	const session = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(say('One'), lookUp('a', 4500), lookUp('b', 6700), lookUp('c', 8900), summary());
	await sendWords(app, session, 'First');
	const outcome = await sendWords(app, session, 'Second', signal);
	return { outcome, place: { sessionId: session.id, turnId: outcome.turnId ?? '' } };
}

it('one that was stopped goes on behind a summary of its own steps', async () => {
	const stop = new AbortController();
	const { compact } = app.jobs;
	app.jobs.compact = () => {
		stop.abort();
		return Promise.resolve({ status: 'stopped' });
	};
	const { outcome, place } = await fullOfSteps(stop.signal);
	expect(outcome.status).toBe('stopped');
	if (compact) app.jobs.compact = compact;
	await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
	app.model.next(say('Done'));
	expect((await continueReply(app, place, unseen, never)).status).toBe('answered');
	const [, { steps } = { steps: [] }] = await logOf(app, place.sessionId);
	expect(steps.at(-1)?.content).toEqual([text('Done')]);
	const sent = JSON.stringify(app.model.bodies.at(-1));
	expect(sent).toContain('Read a and b');
	expect(sent).toContain('Looking c');
	expect(sent).not.toContain('Looking b');
});

it.each([
	['Continue', continueReply],
	['Retry', retryReply]
])('%s leads to the draft that waits, and on from it', async (_, again) => {
	const { outcome, place } = await fullOfSteps();
	if (outcome.status !== 'needs-review' || outcome.summaryId === null) throw new Error('No draft');
	const { summaryId } = outcome;
	const told = await again(app, place, unseen, never);
	expect(told).toMatchObject({ status: 'needs-review', summaryId });
	await useSummary(app, summaryId);
	app.model.next(say('Done'));
	const { asked } = told as typeof outcome;
	expect((await answerTurn(app, { ...place, ...asked }, unseen, never)).status).toBe('answered');
});

it('where the draft was thrown away Continue asks how to go on, and one made by hand helps', async () => {
	const { outcome, place } = await fullOfSteps();
	if (outcome.status !== 'needs-review' || outcome.summaryId === null) throw new Error('No draft');
	await discardSummary(app, outcome.summaryId);
	const told = await continueReply(app, place, unseen, never);
	expect(told).toMatchObject({ status: 'needs-review', summaryId: null, oldest: 0 });
	app.model.next(summary(), say('Done'));
	const byHand = { sessionId: place.sessionId, trigger: 'manual' } as const;
	const made = await prepareDraft(app, byHand, never);
	if (made.status !== 'drafted') throw new Error('No draft');
	await useSummary(app, made.summary.id);
	const { asked } = told as typeof outcome;
	expect((await answerTurn(app, { ...place, ...asked }, unseen, never)).status).toBe('answered');
});
