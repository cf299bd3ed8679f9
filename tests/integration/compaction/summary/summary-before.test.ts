import { beforeEach, describe, expect, test } from 'vitest';
import { wearOf, type Summary } from '#core/summary/summary.ts';
import { readPath } from '#db/log/sessions.ts';
import type { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { addDraft } from '#db/summaries/drafts.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import type { App } from '#flows/ports.ts';
import { discardSummary, restoreDraft } from '#flows/compaction/discard-draft.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import {
	deleteSummary,
	redoCompaction,
	undoCompaction
} from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import { heldClock } from '../../../support/builders/a-clock.ts';
import {
	appAround,
	drafted,
	gardenCard,
	gardenTurns,
	prepare,
	storeGarden
} from '../../../support/apps/compactable.ts';
import { bodyNow, storeMore } from '../../../support/apps/garden-now.ts';
import { never, unseen } from '../../../support/never.ts';
import {
	scriptedSummariser,
	soundSummary,
	textOfBody,
	type ScriptedSummariser
} from '../../../support/scripted/scripted-summariser.ts';
import { withDatabase } from '../../../support/builders/a-database.ts';

/** A later round holds what the summary before it said: it stands only as long as that one does, word for word. */

let db: Truth;
let app: App;
let model: ScriptedSummariser;
let first: Summary;
/** What the user does while the model writes. */
let meanwhile: () => Promise<unknown>;

withDatabase((own) => (db = own));
beforeEach(async () => {
	await storeGarden(db, gardenTurns(24));
	meanwhile = () => Promise.resolve();
	model = scriptedSummariser(async (_, n) => {
		await meanwhile();
		return soundSummary(`Fact number ${String(n)} of the garden.`);
	});
	app = appAround(db, model);
	first = await used(drafted(await prepare(app)));
	await storeMore(db, gardenTurns(24, gardenTurns(24)));
});

async function used({ id }: Summary): Promise<Summary> {
	const outcome = await useSummary(app, id);
	if (outcome.status !== 'used') throw new Error('It was refused');
	return outcome.summary;
}

const gone = { status: 'failed', failure: { kind: 'changed-meanwhile', why: 'summary-before' } };
const statuses = async () => (await summariesOf(db, 's1')).map(({ status }) => status);

const acts = [
	['undone', () => undoCompaction(app, 's1', first.id)],
	['deleted', () => deleteSummary(app, first.id, 'bring-back')],
	['deleted with its messages', () => deleteSummary(app, first.id, 'leave-out')],
	['edited', () => editSummary(app, first.id, { text: 'The fence is on the SOUTH side.' })]
] as const;

describe.each(acts)('a summary that is %s while the next round is written', (_, act) => {
	test('ends the job, seen in its row and in the list, with no draft, no proposal and no loop', async () => {
		await writeSetting(db, 'reviewSummaries', 'auto');
		meanwhile = act;
		const asked = model.asked.length;
		expect(await prepare(app)).toEqual(gone);
		const calls = model.asked.length - asked;
		const body = await bodyNow(app);
		expect(body).not.toContain('Fact number');
		expect(await summariesOf(db, 's1')).toHaveLength(1);
		expect((await db.compactions.toArray()).map(({ status }) => status).sort()).toEqual([
			'committed',
			'failed'
		]);
		const told = await db.activity.filter(({ kind }) => kind === 'failure').toArray();
		expect(told).toMatchObject([{ details: { what: 'compaction' }, failure: gone.failure }]);

		// What is asked for next is planned from what stands now.
		meanwhile = () => Promise.resolve();
		drafted(await prepare(app));
		const again = model.asked.slice(asked + calls).map(textOfBody);
		expect(again.join('\n')).not.toContain('Fact number 0');
		expect((await statuses()).filter((status) => status === 'active')).toHaveLength(1);
	});

	test('is noticed also where it happens between the last look and the draft', async () => {
		const second = drafted(await prepare(app));
		await discardSummary(app, second.id);
		await act();
		const late: Summary = { ...second, id: 'late', round: 9, compactionId: null };
		expect(await addDraft(db, late, { writtenOn: first })).toEqual(gone);
		expect(await db.summaries.get('late')).toBeUndefined();
	});
});

test('a summary that is written again from its messages is not kept either when it is deleted meanwhile', async () => {
	meanwhile = () => deleteSummary(app, first.id, 'leave-out');
	expect(await prepare(app, 'again')).toEqual(gone);
	expect(await summariesOf(db, 's1')).toHaveLength(1);
});

test('a round that was begun on a draft put to use meanwhile goes on: what it stands on is still there', async () => {
	const waiting = drafted(await prepare(app));
	await storeMore(db, gardenTurns(6, gardenTurns(48)));
	meanwhile = async () => {
		if ((await db.summaries.get(waiting.id))?.status === 'draft') await useSummary(app, waiting.id);
	};
	const second = drafted(await prepare(app));
	await useSummary(app, second.id);
	expect(await statuses()).toEqual(['superseded', 'superseded', 'active']);
});

test('a job from a closed tab begins anew where the summary before it was edited since: its parts hold the old words', async () => {
	await storeMore(db, gardenTurns(110, gardenTurns(24)));
	const facts = { answerer: gardenCard.id, floor: 800, parts: [] };
	const ask = { sessionId: 's1', trigger: 'manual', focus: null, facts } as const;
	const clock = heldClock();
	const killed = scriptedSummariser((_, n) => {
		if (n === 1) throw new Error('the tab is gone');
		return soundSummary('The old words.');
	});
	await expect(
		compactSession({ db, model: killed, clock }, { ...ask, compactionId: null }, never, unseen)
	).rejects.toThrow('the tab is gone');
	const job = await db.compactions.filter(({ status }) => status === 'running').first();
	expect(job?.chunks).toHaveLength(1);
	await editSummary(app, first.id, { text: 'The fence is on the SOUTH side.' });

	const again = scriptedSummariser(() => soundSummary('The new words.'));
	drafted(
		await compactSession(
			{ db, model: again, clock },
			{ ...ask, compactionId: job?.id ?? null },
			never,
			unseen
		)
	);
	const asked = again.asked.map(textOfBody);
	expect(asked[0]).toContain('SOUTH side');
	expect(asked.join('\n')).not.toContain('The old words.');
});

describe('what stood on a summary that was taken out of use', () => {
	test('does not come back as a draft, by its button or by /undo, until that one is back', async () => {
		const second = drafted(await prepare(app));
		await discardSummary(app, second.id);
		await undoCompaction(app, 's1', first.id);
		const before = await bodyNow(app);
		expect(await restoreDraft(app, second.id)).toEqual(gone);
		expect(await undoLast(app, 's1')).toEqual({ status: 'nothing-to-do' });
		expect(await statuses()).toEqual(['reverted', 'discarded']);
		expect(await bodyNow(app)).toBe(before);

		await redoCompaction(app, first.id);
		expect(await restoreDraft(app, second.id)).toEqual({ status: 'done' });
		expect(await useSummary(app, second.id)).toMatchObject({ status: 'used' });
	});

	test('does not come back into use, by its card or by /undo, until that one is back', async () => {
		const second = await used(drafted(await prepare(app)));
		await deleteSummary(app, second.id, 'bring-back');
		await undoCompaction(app, 's1', first.id);
		const before = await bodyNow(app);
		expect(await redoCompaction(app, second.id)).toEqual(gone);
		expect(await undoLast(app, 's1')).toEqual({ status: 'nothing-to-do' });
		expect(await statuses()).toEqual(['reverted', 'reverted']);
		expect(await bodyNow(app)).toBe(before);

		await redoCompaction(app, first.id);
		expect(await redoCompaction(app, second.id)).toEqual({ status: 'done' });
		expect(await statuses()).toEqual(['superseded', 'active']);
	});

	test('is not put to use as a draft that an earlier version has left', async () => {
		const second = drafted(await prepare(app));
		await undoCompaction(app, 's1', first.id);
		await db.summaries.update(second.id, { status: 'draft' });
		expect(await useSummary(app, second.id)).toEqual(gone);
		expect(await statuses()).toEqual(['reverted', 'draft']);
	});

	test('may stand on another that ends in the same place: one made again, and taken back', async () => {
		const again = await used(drafted(await prepare(app, 'again')));
		await undoCompaction(app, 's1', again.id);
		const third = drafted(await prepare(app));
		await discardSummary(app, third.id);
		expect(await restoreDraft(app, third.id)).toEqual({ status: 'done' });
		await used(third);
		await undoCompaction(app, 's1', third.id);
		expect(await redoCompaction(app, third.id)).toEqual({ status: 'done' });
	});
});

/** What only this summary says. */
const factOf = ({ text }: Summary): string => /Fact number \d+/.exec(text)?.[0] ?? 'no fact';

describe('a summary that was deleted with its messages', () => {
	test('stays deleted when the one before it is undone and redone, and can be brought back by itself', async () => {
		const second = await used(drafted(await prepare(app)));
		await deleteSummary(app, second.id, 'leave-out');
		const deleted = await bodyNow(app);
		expect(deleted).not.toContain(factOf(second));
		await undoCompaction(app, 's1', first.id);
		await redoCompaction(app, first.id);
		expect(await bodyNow(app)).toBe(deleted);
		expect(await statuses()).toEqual(['superseded', 'active']);

		expect(await redoCompaction(app, second.id)).toEqual({ status: 'done' });
		expect(await bodyNow(app)).toContain(factOf(second));
	});

	test('comes back in the place of what was written while it stood for nothing', async () => {
		await deleteSummary(app, first.id, 'leave-out');
		const second = await used(drafted(await prepare(app)));
		await storeMore(db, gardenTurns(24, gardenTurns(48)));
		const third = drafted(await prepare(app));
		expect(await redoCompaction(app, first.id)).toEqual({ status: 'done' });
		expect(await statuses()).toEqual(['active', 'reverted', 'discarded']);
		expect(await bodyNow(app)).toContain(factOf(first));

		// What was written on the gap is not lost: the user may have it again.
		expect(await redoCompaction(app, second.id)).toEqual({ status: 'done' });
		expect(await restoreDraft(app, third.id)).toEqual({ status: 'done' });
	});

	test('is not said to be in what was written while it stood for nothing, once both are back', async () => {
		await deleteSummary(app, first.id, 'leave-out');
		const second = await used(drafted(await prepare(app)));
		const onGap = await bodyNow(app);
		await redoCompaction(app, first.id);
		await redoCompaction(app, second.id);
		expect(await bodyNow(app)).toBe(onGap);
		expect(wearOf(second, await summariesOf(db, 's1'), await readPath(db, 's1'))).toMatchObject({
			rounds: 1
		});
		await undoCompaction(app, 's1', second.id);
		expect(await bodyNow(app)).toContain(factOf(first));
	});

	test('does not come back by a later round that holds its words, in use or as a draft', async () => {
		const second = await used(drafted(await prepare(app)));
		await storeMore(db, gardenTurns(24, gardenTurns(48)));
		await deleteSummary(app, first.id, 'leave-out');
		const deleted = await bodyNow(app);
		expect(await redoCompaction(app, second.id)).toEqual(gone);
		await redoCompaction(app, first.id);
		const third = drafted(await prepare(app));
		await deleteSummary(app, second.id, 'leave-out');
		expect(await restoreDraft(app, third.id)).toEqual(gone);
		await deleteSummary(app, first.id, 'leave-out');
		expect(await bodyNow(app)).toBe(deleted);
		expect(await statuses()).toEqual(['active', 'reverted', 'discarded']);
	});
});
