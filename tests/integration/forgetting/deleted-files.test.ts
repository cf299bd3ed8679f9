import { describe, expect, test } from 'vitest';
import { memoryFile, revisionsOf } from '#db/memory/files.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { keepValue, keptValue } from '#db/scratch/kept-values.ts';
import { everyPen, putPen } from '#db/scratch/pens.ts';
import { putUnsaved, unsavedOf } from '#db/scratch/unsaved.ts';
import type { IndexStore } from '#db/schema.ts';
import { deletedThings, forgetDeleted } from '#flows/forgetting/forget.ts';
import { moveLines, renameMemoryFile, undoMemoryAct } from '#flows/memory/memory-acts.ts';
import {
	deleteMemoryFile,
	rememberText,
	restoreMemoryFile,
	saveMemoryFile
} from '#flows/memory/memory-files.ts';
import { bringBackMemoryFile } from '#flows/forgetting/bring-back-file.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { undoDecision } from '#flows/desk/undo-decisions.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { unzipped } from '../../support/apps/importing.ts';
import { wholeBackup, withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';
import { filesWith, tablesWith } from '../../support/find-bytes.ts';
import { never } from '../../support/never.ts';
import { say } from '../../support/scripted/scripted-model.ts';

/** Memory files that are deleted, moved or emptied: what can be brought back, and what is forgotten with them. */

const canary = 'xyloquartz';

let app: TestApp;
let index: IndexStore;

withAppAndWorkshop((own, store) => {
	app = own;
	index = store;
});

const stores = () => [app.db, app.scratch, index];

describe('a deleted memory file', () => {
	test('comes back for a while, then is in no store, no request, no copy and no export', async () => {
		const path = 'memory/2026-11-20.md';
		const prose = `Prose about ${canary} that is no bullet.`;
		const text = `# Day\n\n${prose}\n\n- Likes ${canary} soup\n- Likes tea\n`;
		await saveMemoryFile(app, { path, text, expectedRev: null });
		await saveMemoryFile(app, { path, text: text.replace('soup', 'stew'), expectedRev: 1 });
		await saveMemoryFile(app, { path: 'MEMORY.md', text: '- Likes tea\n', expectedRev: null });
		app.model.next(say('Hello.'));
		await sendWords(app, newSession(app, { kind: 'main', offRecord: false }), 'Good morning.');
		expect(JSON.stringify(app.model.bodies)).toContain(canary);
		await app.workshop.run('keep-snapshot', { reason: 'regular' }, never);
		await app.workshop.run('write-canary', { accept: false }, never);
		expect(await filesWith(app.vault.files, canary)).not.toEqual([]);

		await deleteMemoryFile(app, path);
		const [deleted] = await deletedThings(app);
		if (deleted?.what.of.kind !== 'memory-file') throw new Error('it is not in the list');
		expect(await bringBackMemoryFile(app, deleted.what.of)).toEqual({ status: 'done' });
		expect((await memoryFile(app.db, path))?.text).toContain(`${canary} stew`);

		await deleteMemoryFile(app, path);
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await tablesWith(stores(), canary)).toEqual([]);
		expect(await filesWith(await unzipped(await wholeBackup(app)), canary)).toEqual([]);
		expect(await app.workshop.run('write-canary', { accept: false }, never)).toMatchObject({
			status: 'written'
		});
		await app.workshop.run('keep-snapshot', { reason: 'when-due' }, never);
		expect(await filesWith(app.vault.files, canary)).toEqual([]);
		expect(await deletedThings(app)).toEqual([]);
		expect((await memoryFile(app.db, 'MEMORY.md'))?.text).toBe('- Likes tea\n');
		expect(await bringBackMemoryFile(app, deleted.what.of)).toMatchObject({ status: 'failed' });
		// The day may have a note again, and its facts may be learnt again.
		const again = await saveMemoryFile(app, { path, text: '- New\n', expectedRev: null });
		expect(again.status).toBe('stored');
		await forgetDeleted(app, never);
		expect((await memoryFile(app.db, path))?.text).toBe('- New\n');
		expect(await app.db.refusals.count()).toBe(0);
	});

	test('is named no more by what is told of a message that does not fit, and what waits in another session is', async () => {
		const path = `memory/${canary}.md`;
		const largest = [{ source: path, tokens: 9000 }] as const;
		const failure = { kind: 'does-not-fit', tokens: 9000, usable: 8000, largest } as const;
		const waits = { status: 'needs-review', turnId: 't2', summaryId: null, oldest: 1 } as const;
		await keepValue(app.scratch, 'not sent s1', { status: 'failed', turnId: 't1', failure });
		await keepValue(app.scratch, 'not sent s2', { ...waits, fits: false });
		await saveMemoryFile(app, { path, text: '- Likes tea\n', expectedRev: null });
		await deleteMemoryFile(app, path);
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await tablesWith([app.scratch], canary)).toEqual([]);
		expect(await keptValue(app.scratch, 'not sent s2')).toMatchObject(waits);
	});

	test('a file whose lines were moved is no thing to bring back, and goes once they stand nowhere', async () => {
		const path = 'memory/2026-11-19.md';
		await saveMemoryFile(app, { path, text: `- ${canary}\n`, expectedRev: null });
		const moved = await renameMemoryFile(app, { from: path, to: 'memory/2026-11-18.md' });
		expect(moved.status).toBe('done');
		expect(await deletedThings(app)).toEqual([]);
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect((await app.db.memoryFiles.get(path))?.text).not.toBe('');
		await deleteMemoryFile(app, 'memory/2026-11-18.md');
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await tablesWith(stores(), canary)).toEqual([]);
	});

	test('a file that a move has emptied keeps its versions, and what told of its lines, while they stand elsewhere', async () => {
		const path = 'memory/2026-11-19.md';
		await saveMemoryFile(app, { path, text: '- Likes tea a lot\n', expectedRev: null });
		const text = '- Lives in Porto\n- Likes tea\n';
		await saveMemoryFile(app, { path, text, expectedRev: 1 });
		const moved = await moveLines(app, { from: path, starts: [0, 17], expectedRev: 2 });
		if (moved.status !== 'done') throw new Error('not moved');
		expect(await deletedThings(app)).toEqual([]);
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		const versions = await app.db.memoryRevisions.where('path').equals(path).sortBy('at');
		expect(versions.map((row) => row.text)).toEqual(['- Likes tea a lot\n', text, '']);
		expect(await app.db.tombstones.count()).toBe(0);
		expect(await undoMemoryAct(app, moved.act)).toEqual({ status: 'done' });
		expect((await memoryFile(app.db, path))?.text).toBe(text);
	});

	test('a file that was renamed twice is forgotten under all its names', async () => {
		const path = 'memory/2026-11-19.md';
		const [second, third] = ['memory/second.md', 'memory/third.md'];
		await saveMemoryFile(app, { path, text: `- ${canary}\n`, expectedRev: null });
		await renameMemoryFile(app, { from: path, to: second });
		await renameMemoryFile(app, { from: second, to: third });
		await deleteMemoryFile(app, third);
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await tablesWith(stores(), canary)).toEqual([]);
	});

	test('a line that was moved and reworded since is not listed as deleted', async () => {
		const path = 'memory/2026-11-19.md';
		const text = '- Lives in Porto\n- Likes tea\n';
		await saveMemoryFile(app, { path, text, expectedRev: null });
		await moveLines(app, { from: path, starts: [0, 17], expectedRev: 1 });
		const reworded = { path: 'MEMORY.md', text: '- Lives in Lisbon\n- Likes tea\n' };
		await saveMemoryFile(app, { ...reworded, expectedRev: 1 });
		expect(await deletedThings(app)).toEqual([]);
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await app.db.tombstones.count()).toBe(0);
	});

	test('a file that lost its only line to a clean-up can be brought back for a while, then is gone', async () => {
		const path = 'memory/2026-11-19.md';
		await saveMemoryFile(app, { path, text: `- Likes ${canary}\n`, expectedRev: null });
		const takes = [{ path, line: `Likes ${canary}` }];
		const tidy = { act: 'drop' as const, takes, why: '' };
		const drop = aProposal(`Likes ${canary}`, { id: 'p1', path, source: 'tidy', tidy });
		await app.db.proposals.put(drop);
		const dropAgain = async () => {
			expect(await acceptProposal(app, drop.id)).toEqual({ status: 'done' });
			expect(await memoryFile(app.db, path)).toBeUndefined();
			const [deleted] = await deletedThings(app);
			if (deleted?.what.of.kind !== 'memory-file') throw new Error('it is not in the list');
			return deleted.what.of;
		};
		expect(await bringBackMemoryFile(app, await dropAgain())).toEqual({ status: 'done' });
		expect((await memoryFile(app.db, path))?.text).toBe(`- Likes ${canary}\n`);
		await app.db.proposals.put(drop);
		await dropAgain();
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await deletedThings(app)).toEqual([]);
		expect(await tablesWith(stores(), canary)).toEqual([]);
	});

	test('that is written again can be brought back to what stands there now, for a while, and is forgotten then', async () => {
		const path = 'MEMORY.md';
		await saveMemoryFile(app, { path, text: `- ${canary} PIN\n- Likes tea`, expectedRev: null });
		app.model.next(say('Hello.'));
		await sendWords(app, newSession(app, { kind: 'main', offRecord: false }), 'Good morning.');
		await deleteMemoryFile(app, path);
		await rememberText(app, { text: 'Likes tea', sessionId: null, guest: false });
		const [deleted] = await deletedThings(app);
		if (deleted?.what.of.kind !== 'memory-file') throw new Error('it is not in the list');
		expect(await bringBackMemoryFile(app, deleted.what.of)).toEqual({ status: 'done' });
		expect((await memoryFile(app.db, path))?.text).toBe(
			`- ${canary} PIN\n- Likes tea\n- Likes tea\n`
		);
		expect(await deletedThings(app)).toEqual([]);
		expect(await bringBackMemoryFile(app, deleted.what.of)).toMatchObject({
			failure: { kind: 'changed-meanwhile' }
		});

		await deleteMemoryFile(app, path);
		await rememberText(app, { text: 'Likes tea', sessionId: null, guest: false });
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await tablesWith(stores(), canary)).toEqual([]);
		expect(await deletedThings(app)).toEqual([]);
		expect((await memoryFile(app.db, path))?.text).toBe('- Likes tea\n');
		expect(await bringBackMemoryFile(app, deleted.what.of)).toMatchObject({ status: 'failed' });
		// What was written after it keeps its versions.
		const [last] = await revisionsOf(app.db, path);
		expect(last?.text).toBe('- Likes tea\n');
	});

	test('takes along what stood unsaved in it, and leaves what was begun under its name since', async () => {
		const path = 'memory/2026-11-20.md';
		await saveMemoryFile(app, { path, text: '- Likes tea\n', expectedRev: null });
		const left = async (by: string, text: string) => {
			const at = app.clock.now();
			await putUnsaved(app.scratch, { path, by, text, base: null, at });
			await putPen(app.scratch, { kind: 'source', id: path, by, words: { text, before: '' }, at });
		};
		await left('before', `- Likes ${canary}\n`);
		await deleteMemoryFile(app, path);
		app.clock.at += 60_000;
		await saveMemoryFile(app, { path, text: '- Likes milk\n', expectedRev: null });
		await left('since', '- Likes cups\n');
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect((await unsavedOf(app.scratch, path)).map(({ by }) => by)).toEqual(['since']);
		expect((await everyPen(app.scratch)).map(({ by }) => by)).toEqual(['since']);
	});

	test('that was deleted twice is two things to bring back', async () => {
		const path = 'MEMORY.md';
		for (const text of ['- One\n', '- Two\n']) {
			await saveMemoryFile(app, { path, text, expectedRev: null });
			await deleteMemoryFile(app, path);
			app.clock.at += 60_000;
		}
		const things = await deletedThings(app);
		expect(things.map(({ title }) => title)).toEqual([path, path]);
		for (const { what } of things.toReversed())
			if (what.of.kind === 'memory-file') await bringBackMemoryFile(app, what.of);
		expect((await memoryFile(app.db, path))?.text).toBe('- Two\n- One\n');
		expect(await deletedThings(app)).toEqual([]);
	});

	test('into which a line was accepted comes back as it was once that is undone; the line goes on waiting', async () => {
		const path = 'memory/2026-11-20.md';
		await saveMemoryFile(app, { path, text: '- One\n- Two\n', expectedRev: null });
		await deleteMemoryFile(app, path);
		await app.db.proposals.put(aProposal(`Likes ${canary}`, { id: 'p1', path }));
		expect(await acceptProposal(app, 'p1')).toEqual({ status: 'done' });
		expect(await undoDecision(app, 'p1')).toEqual({ status: 'done' });
		const [deleted, ...others] = await deletedThings(app);
		expect(others).toEqual([]);
		if (deleted?.what.of.kind !== 'memory-file') throw new Error('it is not in the list');
		expect(await bringBackMemoryFile(app, deleted.what.of)).toEqual({ status: 'done' });
		expect((await memoryFile(app.db, path))?.text).toBe('- One\n- Two\n');

		await deleteMemoryFile(app, path);
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await tablesWith(stores(), 'Two')).toEqual([]);
		expect(await tablesWith(stores(), canary)).toEqual(['proposals']);
		expect((await waitingProposals(app.db)).map(({ id }) => id)).toEqual(['p1']);
	});

	test.each(['as it was', 'among other lines, in another order'])(
		'one that is back by a hand or a backup, %s, is nothing to bring back or to forget',
		async (how) => {
			const path = 'MEMORY.md';
			const words = `- Owns a ${canary}\n- Likes tea\n`;
			await saveMemoryFile(app, { path, text: words, expectedRev: null });
			await saveMemoryFile(app, { path, text: '- Owns a piano\n- Likes tea\n', expectedRev: 1 });
			await deleteMemoryFile(app, path);
			const text =
				how === 'as it was'
					? '- Owns a piano\n- Likes tea\n'
					: '# Me\n\n- Likes tea\n- Has a cat\n- Owns a piano\n';
			const back = await saveMemoryFile(app, { path, text, expectedRev: null });
			expect(back.status).toBe('stored');
			expect(await deletedThings(app)).toEqual([]);
			app.clock.at += 25 * 60 * 60_000;
			await forgetDeleted(app, never);
			const versions = await app.db.memoryRevisions.where('path').equals(path).sortBy('at');
			expect(versions[0]?.text).toBe(words);
		}
	);

	test('a version that was emptied with a deletion is not gone back to', async () => {
		const path = 'MEMORY.md';
		await saveMemoryFile(app, { path, text: `- Likes ${canary}\n`, expectedRev: null });
		await deleteMemoryFile(app, path);
		await saveMemoryFile(app, { path, text: '- Likes tea\n', expectedRev: null });
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		const emptied = await app.db.memoryRevisions
			.where('path')
			.equals(path)
			.filter((row) => row.text === '' && !row.deleted)
			.first();
		expect(await restoreMemoryFile(app, path, emptied?.id ?? '')).toMatchObject({
			failure: { kind: 'forgotten' }
		});
		expect((await memoryFile(app.db, path))?.text).toBe('- Likes tea\n');
	});

	test('a name that an undone rename has left is no deletion, also where it is in use again', async () => {
		await saveMemoryFile(app, { path: 'memory/a.md', text: '- Likes tea\n', expectedRev: null });
		const moved = await renameMemoryFile(app, { from: 'memory/a.md', to: 'memory/b.md' });
		if (moved.status !== 'done') throw new Error('not moved');
		expect(await undoMemoryAct(app, moved.act)).toEqual({ status: 'done' });
		expect(await deletedThings(app)).toEqual([]);
		await saveMemoryFile(app, { path: 'memory/b.md', text: '- New\n', expectedRev: null });
		expect(await deletedThings(app)).toEqual([]);
	});
});
