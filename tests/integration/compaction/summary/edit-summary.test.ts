import { expect, test } from 'vitest';
import type { Truth } from '#db/schema.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { drafted, gardenTurns, prepare } from '../../../support/apps/compactable.ts';
import { bodyNow, storeMore, withTurns } from '../../../support/apps/garden-now.ts';
import { withDatabase } from '../../../support/builders/a-database.ts';

/** What is put in place of the words of a summary is sent, and weighed. */

let db: Truth;
withDatabase((own) => (db = own));

test('an edit of the summary in use is in the next request, raises the revision, and its taint stays', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	await useSummary(app, draft.id);
	await db.summaries.update(draft.id, { taint: 'tool' });
	const rev = (await sessionOf(db, 's1'))?.rev ?? 0;
	const edited = await editSummary(app, draft.id, { text: 'The fence is on the SOUTH side.' });
	expect(edited).toMatchObject({
		status: 'edited',
		summary: { taint: 'tool', originalText: draft.text }
	});
	expect(await bodyNow(app)).toContain('SOUTH side');
	expect((await sessionOf(db, 's1'))?.rev).toBeGreaterThan(rev);
	expect(await editSummary(app, draft.id, { text: ' ' })).toMatchObject({ status: 'failed' });
});

test('an edit is weighed: what the draft says it comes to is what the next request weighs', async () => {
	const [app] = await withTurns(db, 30);
	const { id, tokensAfter, text, anchors } = drafted(await prepare(app));
	await editSummary(app, id, { text: `${text} A much longer story about the beds.`.repeat(20) });
	await useSummary(app, id);
	const now = (await db.summaries.get(id))!;
	expect(now.tokensAfter).toBeGreaterThan(tokensAfter + 1000);
	const session = (await sessionOf(db, 's1'))!;
	const { weight } = await previewPrompt(app, { session, unsent: [] });
	expect(Math.abs(weight.tokens - now.tokensAfter) / weight.tokens).toBeLessThan(0.05);
	const [told] = await db.activity.filter(({ kind }) => kind === 'compaction').toArray();
	expect(told?.details['tokensAfter']).toBe(now.tokensAfter);

	await editSummary(app, id, { text, anchors: '' });
	const short = (await db.summaries.get(id))!.tokensAfter;
	expect(short).toBeLessThan(tokensAfter);
	await editSummary(app, id, { anchors });
	expect((await db.summaries.get(id))?.tokensAfter).toBe(tokensAfter);
});

test('an anchor that was written by hand goes along after the next round, and where all is written again', async () => {
	const [app] = await withTurns(db, 30);
	const draft = drafted(await prepare(app));
	await editSummary(app, draft.id, {
		anchors: `${draft.anchors.replace('B15 ', '')}\nIds: ZEBRA-7741`
	});
	await useSummary(app, draft.id);
	const again = drafted(await prepare(app, 'again'));
	expect(again.anchors).toContain('ZEBRA-7741');
	expect(again.anchors).not.toContain('B15');
	await storeMore(db, gardenTurns(60));
	const next = drafted(await prepare(app));
	expect(next.anchors).toContain('ZEBRA-7741');
	await useSummary(app, next.id);
	expect(await bodyNow(app)).toContain('ZEBRA-7741');
});

test('a summary whose edit is taken back is as edited as it was before', async () => {
	const [app] = await withTurns(db, 30);
	const { id, text, anchors } = drafted(await prepare(app));
	const editedAt = async () => (await db.summaries.get(id))?.editedAt;
	expect(await editedAt()).toBeNull();
	await editSummary(app, id, { text: 'My own words about the beds.' });
	const first = await editedAt();
	expect(first).not.toBeNull();
	await editSummary(app, id, { text: 'Others.' });
	expect(await editedAt()).not.toBe(first);
	expect(await undoLast(app, 's1')).toMatchObject({ status: 'undone' });
	expect(await editedAt()).toBe(first);
	expect(await undoLast(app, 's1')).toMatchObject({ status: 'undone' });
	expect(await db.summaries.get(id)).toMatchObject({ text, anchors, editedAt: null });
});
