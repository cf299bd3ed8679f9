import { beforeEach, describe, expect, test } from 'vitest';
import { memoryFile } from '#db/memory/files.ts';
import { pendingTombstones } from '#db/forgetting/intents.ts';
import { deleteArchive } from '#flows/archives/keep-archives.ts';
import { discardSummary } from '#flows/compaction/discard-draft.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { deleteSummary, undoCompaction } from '#flows/compaction/undo-compaction.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { moveLines, renameMemoryFile } from '#flows/memory/memory-acts.ts';
import { deleteMemoryFile, rememberText, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import type { App } from '#flows/ports.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { resetSession, undoReset } from '#flows/sessions/reset-session.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { fillTruth } from '../../support/builders/full-profile.ts';
import { never } from '../../support/never.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { whileFull } from '../../support/breaking/while-full.ts';

/** What is done and what is told of it are one: whatever breaks off between leaves both, or neither. */

let app: TestApp;
withAppAndWorkshop((own) => (app = own));
beforeEach(async () => {
	await fillTruth(app.db, app.clock);
	await saveMemoryFile(app, { path: list, text: '- c\n', expectedRev: null });
	await app.db.summaries.put(aSummary(2, { id: 'draft', round: 2, status: 'draft' }));
});

/** All that these acts change. Archives are not in it: that of a reset is written before, and is of use as it is. */
async function standing() {
	const { db } = app;
	const tables = [
		...[db.sessions, db.branches, db.turns, db.marks, db.summaries, db.compactions],
		...[
			db.memoryFiles,
			db.memoryRevisions,
			db.memoryOrigins,
			db.proposals,
			db.refusals,
			db.activity
		]
	];
	return Promise.all(tables.map((table) => table.toArray()));
}

/** The list of what happened cannot be written to. */
const whileUntold = <T>(act: () => Promise<T>): Promise<T> =>
	whileFull(app.db.activity.hook('creating'), act);

const isFull = { status: 'failed', failure: { kind: 'storage-full' } };
const note = 'memory/2026-11-20.md';
const list = 'memory/2026-11-18.md';
const revOf = async (path: string) => (await memoryFile(app.db, path))?.rev ?? null;

const undoable: readonly (readonly [string, (app: App) => Promise<{ readonly status: string }>])[] =
	[
		['a message is deleted', (on) => deleteTurn(on, { sessionId: 's1', turnId: 's1-trunk-4' })],
		['a summary is edited', (on) => editSummary(on, 'm1', { text: 'They talked.' })],
		['a summary is deleted', (on) => deleteSummary(on, 'm1', 'bring-back')],
		['a summary is left out', (on) => deleteSummary(on, 'm1', 'leave-out')],
		['a draft is discarded', (on) => discardSummary(on, 'draft')],
		['a session is reset', (on) => resetSession(on, 's1', { by: 'user' }, never)],
		['a proposal is accepted', (on) => acceptProposal(on, 'pr')],
		[
			'a memory file is saved',
			async (on) =>
				saveMemoryFile(on, { path: note, text: '# y\n', expectedRev: await revOf(note) })
		],
		['a memory file is deleted', (on) => deleteMemoryFile(on, note)],
		[
			'a memory file is renamed',
			(on) => renameMemoryFile(on, { from: note, to: 'memory/2026-11-19.md' })
		],
		[
			'memory lines are moved',
			async (on) =>
				moveLines(on, { from: list, starts: [0], expectedRev: (await revOf(list)) ?? 0 })
		],
		[
			'a fact is remembered',
			(on) => rememberText(on, { text: 'Likes maps', sessionId: 's1', guest: false })
		]
	];

describe('an act and its event', () => {
	test.each(undoable)('#150 %s, and taken back, with its event or not at all', async (_, act) => {
		const before = await standing();
		expect(await whileUntold(() => act(app))).toMatchObject(isFull);
		expect(await standing()).toEqual(before);
		expect((await act(app)).status).not.toBe('failed');

		const after = await standing();
		const here = (await app.db.activity.orderBy('at').last())?.sessionId ?? 's1';
		expect(await whileUntold(() => undoLast(app, here))).toMatchObject(isFull);
		expect(await standing()).toEqual(after);
		const told = await app.db.activity.count();
		expect(await undoLast(app, here)).toMatchObject({ status: 'undone' });
		expect((await app.db.activity.toArray()).some(({ details }) => details.undoes)).toBe(true);
		expect(await app.db.activity.count()).toBe(told + 1);
	});

	test('what is taken back by its own button, or brought back later, is told as that, or stays as it is', async () => {
		const place = { sessionId: 's1', turnId: 's1-trunk-4' };
		const reset = { ended: 's1', next: 'none' };
		const cases = [
			[() => deleteTurn(app, place), () => restoreTurn(app, place), 'delete-turn'],
			[() => resetSession(app, 's1', { by: 'user' }, never), () => undoReset(app, reset), 'reset']
		] as const;
		for (const [act, back, what] of cases) {
			await act();
			const after = await standing();
			expect(await whileUntold(back)).toMatchObject(isFull);
			expect(await standing()).toEqual(after);
			expect(await back()).toMatchObject({ status: 'done' });
			const told = (await app.db.activity.toArray()).map(({ details }) => details);
			expect(told).toContainEqual({ undoes: null, what });
		}
	});

	test('a compaction is undone by its button, an archive is deleted', async () => {
		const [archive] = await app.db.archives.toArray();
		const acts: readonly (() => Promise<{ readonly status: string }>)[] = [
			() => undoCompaction(app, 's1', 'm1'),
			() => deleteArchive(app, archive?.id ?? '')
		];
		for (const act of acts) {
			const before = [await standing(), await app.db.archives.toArray()];
			expect(await whileUntold(act)).toMatchObject(isFull);
			expect([await standing(), await app.db.archives.toArray()]).toEqual(before);
			expect((await act()).status).not.toBe('failed');
		}
	});

	test('what is forgotten is told of when nothing is left to do for it, and not before', async () => {
		const what = { kind: 'turn', sessionId: 's1', turnId: 's1-trunk-4' } as const;
		const told = async () =>
			(await app.db.activity.toArray()).filter(({ details }) => details.what === 'forgotten');
		expect(await whileUntold(() => forget(app, { what, lines: [], summaries: {} }))).toMatchObject(
			isFull
		);
		expect(await pendingTombstones(app.db)).toHaveLength(1);
		expect(await told()).toEqual([]);
		await forget(app, { what, lines: [], summaries: {} });
		expect(await pendingTombstones(app.db)).toEqual([]);
		expect(await told()).toHaveLength(1);
	});
});
