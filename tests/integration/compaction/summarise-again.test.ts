import { beforeEach, expect, test } from 'vitest';
import { pathOf } from '#core/log/path.ts';
import {
	isWearNews,
	summaryInUse,
	wearOf,
	wouldStandFrom,
	type Summary
} from '#core/summary/summary.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { archiveSummary } from '#flows/archives/archive-covered.ts';
import { serveArchives } from '#flows/archives/cool-turns.ts';
import type { App } from '#flows/ports.ts';
import { reportLossAgain } from '#flows/compaction/draft/loss-of.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import {
	deleteSummary,
	redoCompaction,
	undoCompaction
} from '#flows/compaction/undo-compaction.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { packer } from '#worker/workshop/packer.ts';
import { start } from '../../support/builders/a-clock.ts';
import {
	appAround,
	gardenTurns,
	storeGarden,
	drafted,
	prepare
} from '../../support/apps/compactable.ts';
import { bodyNow, storeMore, weighed, withTurns } from '../../support/apps/garden-now.ts';
import {
	scriptedSummariser,
	soundSummary,
	textOfBody,
	type ScriptedSummariser
} from '../../support/scripted/scripted-summariser.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** Wear: rounds that stand one on the other, and the summary that is written again from the originals (#196). */

let db: Truth;
let app: App;
let model: ScriptedSummariser;

withDatabase((own) => (db = own));
beforeEach(async () => {
	await storeGarden(db, []);
	model = scriptedSummariser((_, n) => soundSummary(`Fact number ${String(n)} of the garden.`));
	app = appAround(db, model);
});

const again = () => prepare(app, 'again');
const pathNow = async () => pathOf(await branchesOf(db, 's1'), 'trunk');

async function inUse(): Promise<Summary> {
	const used = summaryInUse(await summariesOf(db, 's1'), await pathNow());
	if (!used) throw new Error('no summary is in use');
	return used;
}

const wear = async (summary: Summary) =>
	wearOf(summary, await summariesOf(db, 's1'), await pathNow());

/** So many rounds, each of 14 turns, each in use. */
async function live(rounds: number): Promise<Summary> {
	for (let round = 0; round < rounds; round++) {
		const before = await db.turns.count();
		await storeMore(db, gardenTurns(before + 14));
		const draft = drafted(await prepare(app));
		expect(await useSummary(app, draft.id)).toMatchObject({ status: 'used' });
	}
	return inUse();
}

/** What cooling does: covered turns lie in the archives of their rounds alone. */
async function coolCovered(through: Summary['through']): Promise<void> {
	serveArchives(db, packer, () => Promise.resolve(null));
	for (const { id, from, through: end } of await summariesOf(db, 's1')) {
		const archived = await archiveSummary({ db, clock: app.clock, packer }, { summaryId: id });
		if (archived.status === 'failed') throw new Error('not archived');
		await db.cold.put({
			id: `${archived.archiveId} trunk`,
			sessionId: 's1',
			branch: 'trunk',
			fromSeq: from.seq,
			throughSeq: end.seq,
			archiveId: archived.archiveId,
			turnIds: [],
			at: start
		});
	}
	for (let seq = 0; seq <= through.seq; seq++) {
		await db.turns.delete(['s1', 'trunk', seq]);
		await db.steps.delete(['s1', 'trunk', seq, 0]);
	}
}

test('#196 each round on top of another counts, and after three the user is to be told once', async () => {
	const news: boolean[] = [];
	for (let round = 1; round <= 4; round++) {
		const used = await live(1);
		const worn = await wear(used);
		expect(worn.rounds).toBe(round);
		news.push(isWearNews(worn, null));
		expect(isWearNews(worn, worn.rootId)).toBe(false);
	}
	expect(news).toEqual([false, false, true, true]);
});

test('a later round stands for what the rounds before it stand for, as a draft too', async () => {
	await live(2);
	await storeMore(db, gardenTurns((await db.turns.count()) + 14));
	const draft = drafted(await prepare(app));
	expect(draft.from.seq).toBeGreaterThan(0);
	const first = { seq: 0, step: -1 };
	const from = async () => wouldStandFrom(draft, await summariesOf(db, 's1'), await pathNow());
	expect(await from()).toEqual(first);
	await useSummary(app, draft.id);
	expect(wouldStandFrom(await inUse(), await summariesOf(db, 's1'), await pathNow())).toEqual(
		first
	);
});

test('a summary made again is written from every message it stands for, and from no summary', async () => {
	const worn = await live(3);
	const asked = model.asked.length;
	const draft = drafted(await again());
	const told = model.asked.slice(asked).map(textOfBody).join('\n');
	for (let seq = 0; seq <= worn.through.seq; seq++)
		expect(told).toContain(`Request ${String(seq)} about`);
	expect(told).not.toContain(`Request ${String(worn.through.seq + 1)} about`);
	expect(told).not.toContain(worn.text);
	expect(draft).toMatchObject({
		from: { seq: 0, step: -1 },
		through: worn.through,
		status: 'draft',
		turnCount: worn.through.seq + 1
	});
});

test('nothing of it is sent before it is used; then it stands alone, and its undo brings the worn one back', async () => {
	const worn = await live(3);
	const before = await bodyNow(app);
	const draft = drafted(await again());
	expect(await bodyNow(app)).toBe(before);

	await useSummary(app, draft.id);
	expect((await inUse()).id).toBe(draft.id);
	expect(await wear(draft)).toEqual({ rounds: 1, rootId: draft.id });
	const after = await bodyNow(app);
	expect(after).not.toContain('Fact number 2 of');
	expect(after).toContain('covers turns 1–');

	expect(await undoCompaction(app, 's1', draft.id)).toEqual({ status: 'done' });
	expect((await inUse()).id).toBe(worn.id);
	expect(await bodyNow(app)).toBe(before);
	expect(await redoCompaction(app, draft.id)).toEqual({ status: 'done' });
	expect(await bodyNow(app)).toBe(after);
	expect(await undoLast(app, 's1')).toMatchObject({
		status: 'undone',
		what: 'compaction',
		summary: { id: draft.id }
	});
	expect(await bodyNow(app)).toBe(before);
});

test('the worn one is deleted alone: what was written again stays with what stands on it, and all of it can be taken back', async () => {
	const worn = await live(3);
	const draft = drafted(await again());
	await useSummary(app, draft.id);
	const next = await live(1);
	const before = await bodyNow(app);
	const rows = await summariesOf(db, 's1');
	const statuses = async () => (await summariesOf(db, 's1')).map(({ status }) => status);

	const [first] = rows;
	await deleteSummary(app, first?.id ?? '', 'alone');
	const gone = ['reverted', 'reverted', 'reverted'];
	expect(await statuses()).toEqual([...gone, 'superseded', 'active']);
	expect(await bodyNow(app)).toBe(before);
	expect((await wear(next)).rootId).toBe(draft.id);
	expect(await undoLast(app, 's1')).toMatchObject({ status: 'undone', what: 'delete-summary' });
	expect(await summariesOf(db, 's1')).toEqual(rows);

	await deleteSummary(app, worn.id, 'alone');
	await undoCompaction(app, 's1', draft.id);
	expect((await inUse()).round).toBe(2);
	expect(await redoCompaction(app, draft.id)).toEqual({ status: 'done' });
	expect(await redoCompaction(app, worn.id)).toEqual({ status: 'done' });
	expect(await summariesOf(db, 's1')).toEqual(rows);
});

test.each(['bring-back', 'leave-out'] as const)(
	'where its messages are brought back or left out (%s), the one written again does not stand for them either',
	async (how) => {
		const worn = await live(3);
		const draft = drafted(await again());
		await useSummary(app, draft.id);
		await deleteSummary(app, worn.id, how);
		expect(await db.summaries.get(draft.id)).toMatchObject({ status: 'reverted' });
		expect((await bodyNow(app)).includes(draft.text)).toBe(false);
	}
);

test('the round after it stands on it: its wear begins anew', async () => {
	await live(3);
	const draft = drafted(await again());
	await useSummary(app, draft.id);
	const next = await live(1);
	expect(next.from).toEqual({ seq: draft.through.seq + 1, step: -1 });
	expect(await wear(next)).toEqual({ rounds: 2, rootId: draft.id });
});

test('originals that lie in archives alone are read from there', async () => {
	const worn = await live(3);
	await coolCovered(worn.through);
	const asked = model.asked.length;
	const draft = drafted(await again());
	const told = model.asked.slice(asked).map(textOfBody).join('\n');
	for (let seq = 0; seq <= worn.through.seq; seq++)
		expect(told).toContain(`Request ${String(seq)} about`);
	expect(await useSummary(app, draft.id)).toMatchObject({ status: 'used' });
	expect(
		await archiveSummary({ db, clock: app.clock, packer }, { summaryId: draft.id })
	).toMatchObject({ status: 'archived' });
	const kept = await db.archives.where('path').equals('agents/main/sessions/s1.4.jsonl.gz').first();
	expect(kept?.turns).toBe(worn.through.seq + 1);
});

test('where an archive of originals is damaged nothing is made, and the failure names it', async () => {
	const worn = await live(2);
	await coolCovered(worn.through);
	const first = await db.archives.toCollection().first();
	await db.archiveBytes.update(first?.id ?? '', { bytes: new Uint8Array([1, 2, 3]) });
	const before = await bodyNow(app);
	const asked = model.asked.length;
	expect(await again()).toMatchObject({
		status: 'failed',
		failure: { kind: 'damaged', what: first?.path }
	});
	expect(model.asked).toHaveLength(asked);
	expect(await bodyNow(app)).toBe(before);
});

test('what the user left out since the first round is not in it', async () => {
	await live(2);
	await db.marks.put({ sessionId: 's1', turnId: 'turn-3', kind: 'left-out', at: start });
	const asked = model.asked.length;
	drafted(await again());
	const told = model.asked.slice(asked).map(textOfBody).join('\n');
	expect(told).toContain('Request 2 about');
	expect(told).not.toContain('Request 3 about');
});

test('where every message it stands for was left out since, nobody is asked to make one up', async () => {
	const worn = await live(1);
	for (let seq = 0; seq <= worn.through.seq; seq++)
		await db.marks.put({
			sessionId: 's1',
			turnId: `turn-${String(seq)}`,
			kind: 'left-out',
			at: start
		});
	const asked = model.asked.length;
	const { noPlanKey } = (await sessionOf(db, 's1')) ?? {};
	const gauge = (await weighed(app)).weight.tokens;
	expect(await again()).toEqual({ status: 'nothing-to-do', reason: 'all-left-out' });
	expect(model.asked).toHaveLength(asked);
	expect((await inUse()).id).toBe(worn.id);
	const row = (await db.activity.toArray()).find(({ kind }) => kind === 'no-op');
	expect(Math.abs(Number(row?.details['tokensBefore']) - gauge)).toBeLessThan(gauge / 10);
	// What comes by itself is not kept from looking.
	expect((await sessionOf(db, 's1'))?.noPlanKey).toBe(noPlanKey);
});

test('messages that were deleted with their summary stay out of it', async () => {
	const first = await live(1);
	await deleteSummary(app, first.id, 'leave-out');
	await live(1);
	const asked = model.asked.length;
	const draft = drafted(await again());
	const told = model.asked.slice(asked).map(textOfBody).join('\n');
	expect(draft.from.seq).toBe(first.through.seq + 1);
	expect(told).not.toContain(`Request ${String(first.through.seq)} about`);
	expect(told).toContain(`Request ${String(first.through.seq + 1)} about`);
});

test('without a summary in use there is nothing to make again, and a stopped job leaves the worn one', async () => {
	expect(await again()).toMatchObject({ status: 'failed', failure: { kind: 'changed-meanwhile' } });
	const worn = await live(1);
	const stop = new AbortController();
	stop.abort();
	expect(await prepareDraft(app, { sessionId: 's1', trigger: 'again' }, stop.signal)).toEqual({
		status: 'stopped'
	});
	expect((await inUse()).id).toBe(worn.id);
});

test('made again it stands for all that the worn one does, also where a later part of it fails', async () => {
	const worn = await live(4);
	await writeSetting(db, 'preset', 'gsv');
	const failing = scriptedSummariser((_, n) =>
		n === 0
			? '<summary>The first part was about beds.</summary>'
			: { failure: { kind: 'overloaded' } }
	);
	app = appAround(db, failing);
	const { from, through } = drafted(await again());
	const [first, ...others] = (await db.compactions.toArray()).at(-1)?.chunks ?? [];
	expect(first?.tier).toBe('full');
	expect(others.at(-1)?.tier).toBe('placeholder');
	expect({ from, through }).toEqual({ from: { seq: 0, step: -1 }, through: worn.through });
});

test('under auto it is used at once', async () => {
	await live(2);
	await writeSetting(db, 'reviewSummaries', 'auto');
	const made = drafted(await again());
	expect((await inUse()).id).toBe(made.id);
});

test('what a hand had written into the summary that is made again is reported as lost, and again at every look', async () => {
	const [app] = await withTurns(db, 20);
	const first = drafted(await prepare(app));
	await useSummary(app, first.id);
	await editSummary(app, first.id, { text: `${first.text}\n- The client is Mrs Oliveira.` });
	const again = drafted(await prepare(app, 'again'));
	const lost = async () => (await db.summaries.get(again.id))?.loss;
	const told = { text: 'Mrs Oliveira', turnId: null };
	expect(await lost()).toContainEqual(expect.objectContaining(told));
	const look = () => reportLossAgain({ db, clock: app.clock }, { summaryId: again.id });
	await look();
	expect(await lost()).toContainEqual(expect.objectContaining(told));
	await useSummary(app, again.id);
	await look();
	expect(await lost()).toContainEqual(expect.objectContaining(told));
});
