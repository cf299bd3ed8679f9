import { beforeEach, expect, it, vi } from 'vitest';
import { brokenLink, chainStart, chainEnd, linkStep } from '#core/log/chain.ts';
import type { Session } from '#core/session/session.ts';
import { appendStep } from '#db/log/append.ts';
import { addDraft, nextRound } from '#db/summaries/drafts.ts';
import { branchFrom } from '#flows/answer/edit-message.ts';
import { recoverReplies } from '#flows/answer/reply/recover-replies.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { exportSession } from '#flows/export/export-session.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { sendWords, logOf, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aCard, aMemoryFile } from '../../support/builders/a-prompt.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { call, text } from '../../support/builders/a-turn.ts';
import { answer, break_, say } from '../../support/scripted/scripted-model.ts';

/** What the user does while a message is answered, or after: it holds, and spoils nothing. */

const card = aCard({ window: 12_000, maxOutput: 1000 });
let app: TestApp;
let session: Session;

withApp((own) => (app = own), { model: card.id, models: { [card.id]: card } });
beforeEach(() => {
	session = newSession(app, { kind: 'main', offRecord: false });
});

const send = (words: string) => sendWords(app, session, words);
const trunk = () => logOf(app, session.id, 'trunk');

it('a reply goes on in its own branch, whichever is put on screen meanwhile', async () => {
	await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
	await app.db.memoryFiles.put(
		aMemoryFile('notes/walks.md', `- ${'A walk in Rome. '.repeat(1400)}\n`)
	);
	app.model.next(say('One'));
	const first = await send('First');
	app.model.next(
		answer([call('a', 'read_memory', { path: 'notes/walks.md' })], {
			usage: { input: 9500, cacheRead: 0, cacheWrite: 0, output: 50 }
		}),
		say('Two')
	);
	// The results leave no room; while some is made the user branches from the first message.
	app.jobs.compact = async () => {
		await branchFrom(app, { sessionId: session.id, turnId: first.turnId ?? '' });
		return { status: 'nothing-to-do', reason: 'all-recent' };
	};
	expect((await send('Second')).status).toBe('answered');
	const said = await trunk();
	expect(said.map(({ steps }) => steps.length)).toEqual([1, 2]);
	expect(brokenLink(chainStart(session.id), said)).toBeNull();
});

it('a message that waits for a draft after a refusal is unanswered after a reload too, not broken off', async () => {
	app.jobs.compact = async ({ sessionId }) => {
		const [covered] = await trunk();
		if (!covered) throw new Error('Nothing is stored');
		const summary = aSummary(0, {
			sessionId,
			round: await nextRound(app.db, sessionId),
			status: 'draft',
			through: { seq: 0, step: 0 },
			throughHash: chainEnd(covered),
			committedAt: null
		});
		await addDraft(app.db, summary);
		return { status: 'drafted', summary, proposals: 0 };
	};
	app.model.next(say('One'), break_({ kind: 'overflow', tokens: 13_000, window: 12_000 }));
	await send('First');
	expect(await send('Second')).toMatchObject({ status: 'needs-review' });
	await recoverReplies(app);
	expect((await trunk()).map(({ steps }) => steps.length)).toEqual([1, 0]);
});

it('a deleted message is in no prompt as a pin and in no file that is read by others, and comes back whole', async () => {
	app.model.next(say('One'), say('Two'));
	await send('First');
	const told = await send('The code is 4711');
	const place = { sessionId: session.id, turnId: told.turnId ?? '' };
	await setMark(app, { ...place, kind: 'pinned', on: true });
	const leaves = async (): Promise<readonly boolean[]> => {
		const { body } = await previewPrompt(app, { session, unsent: [text('And?')] });
		const texts = await Promise.all(
			(['markdown', 'html'] as const).map(async (as) => {
				const made = await exportSession(app, { sessionId: session.id, as, day: '2026-11-20' });
				return made.status === 'made' ? made.file.text() : JSON.stringify(made);
			})
		);
		return [JSON.stringify(body), ...texts].map((all) => all.includes('4711'));
	};
	expect(await leaves()).toEqual([true, true, true]);
	await deleteTurn(app, place);
	expect(await leaves()).toEqual([false, false, false]);
	await restoreTurn(app, place);
	expect(await leaves()).toEqual([true, true, true]);
});

it('a message is not chained to an answer that an import writes on in that moment, and can be sent once more', async () => {
	app.model.next(say('One'), say('Two'));
	await send('First');
	const [answered] = await trunk();
	const [step] = answered?.steps ?? [];
	if (!answered || !step) throw new Error('It was answered');
	const content = [text('And more')];
	const hash = linkStep(chainEnd(answered), { turnId: step.turnId, index: 1 }, content);
	const newId = app.clock.newId.bind(app.clock);
	const written: PromiseLike<unknown>[] = [];
	const making = vi.spyOn(app.clock, 'newId').mockImplementation(() => {
		if (written.length === 0) written.push(app.db.steps.add({ ...step, index: 1, hash, content }));
		return newId();
	});
	const sent = await send('Second');
	making.mockRestore();
	await Promise.all(written);
	expect(sent).toEqual({
		status: 'failed',
		turnId: null,
		failure: { kind: 'changed-meanwhile' }
	});
	expect((await send('Second')).status).toBe('answered');
	const said = await trunk();
	expect(said.map(({ steps }) => steps.length)).toEqual([2, 1]);
	expect(brokenLink(chainStart(session.id), said)).toBeNull();
});

it('what is answered is not put behind an answer that was written on otherwise', async () => {
	app.model.next(say('One'));
	await send('First');
	const [before] = await trunk();
	const [step] = before?.steps ?? [];
	if (!before || !step) throw new Error('It was answered');
	const link = chainEnd(before);
	const content = [text('Longer than it was')];
	await app.db.steps.put({ ...step, content, hash: linkStep(before.turn.hash, step, content) });
	const next = { ...step, index: 1, hash: linkStep(link, { ...step, index: 1 }, step.content) };
	expect(await appendStep(app.db, next, link)).toMatchObject({
		failure: { kind: 'changed-meanwhile' }
	});
	expect(await app.db.steps.count()).toBe(1);
});
