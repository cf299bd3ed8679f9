import { describe, expect, it } from 'vitest';
import { lineKey } from '#core/lines/same-line.ts';
import { setMemoryScope } from '#db/memory/files.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { refuseLine } from '#flows/desk/review-desk.ts';
import { deleteMemoryFile, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { renameMemoryFile } from '#flows/memory/memory-acts.ts';
import { packer } from '#worker/workshop/packer.ts';
import {
	importClock as clock,
	importFile,
	previewFrom,
	readFile,
	runRead,
	wholeBackup,
	zipOf
} from '../../support/apps/importing.ts';
import { another, db, withTarget } from '../../support/apps/import-target.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

/** An older backup of one's own takes nothing back that was decided since, unless it is told to. */

withTarget();

const path = 'memory/notes.md';
const to = 'memory/health.md';
const from = () => ({ db, clock });
const aFile = () => saveMemoryFile(from(), { path, text: '- Sleeps badly\n', expectedRev: null });
const files = async () =>
	(await db.memoryFiles.toArray()).map((row) => [row.path, row.scope, row.deletedAt === null]);

describe.each(['deleted', 'renamed'] as const)('a memory file that was %s since', (how) => {
	const change = async () => {
		if (how === 'renamed') await renameMemoryFile(from(), { from: path, to });
		await setMemoryScope(db, how === 'renamed' ? to : path, 'never');
		if (how === 'deleted') await deleteMemoryFile(from(), path);
	};

	it('stays away by itself, and is said to be', async () => {
		await aFile();
		const made = await wholeBackup(db);
		await change();
		const { items } = await previewFrom(db, [made]);
		expect(items.find(({ what }) => what === 'memory-file')).toMatchObject({
			state: 'new',
			isChosen: false,
			isGone: true
		});
		const notes = zipOf({ 'MEMORY.md': '- Likes tea\n', [path]: '- Sleeps badly\n' });
		const foreign = await previewFrom(db, [{ file: notes, name: 'notes.zip' }]);
		expect(foreign.items.map(({ name, isChosen }) => [name, isChosen])).toEqual([
			['MEMORY.md', true],
			[path, false]
		]);
	});

	it('is sent to no more endpoints than since, where it is brought back', async () => {
		await aFile();
		const made = await wholeBackup(db);
		await change();
		await importFile(db, made);
		expect(await files()).toContainEqual([path, 'never', true]);
	});
});

it('a renamed file that was renamed once more is kept back as its last one is', async () => {
	await aFile();
	const made = await wholeBackup(db);
	await renameMemoryFile(from(), { from: path, to });
	await renameMemoryFile(from(), { from: to, to: 'memory/body.md' });
	await setMemoryScope(db, 'memory/body.md', 'local');
	await importFile(db, made);
	expect(await files()).toContainEqual([path, 'local', true]);
});

it('a file that stands at its old path goes by itself alone, wherever the renamed one may be sent', async () => {
	const other = another();
	await saveMemoryFile(
		{ db: other, clock },
		{ path, text: '- Likes tea\n- Swims\n', expectedRev: null }
	);
	const made = await wholeBackup(other);
	await aFile();
	await renameMemoryFile(from(), { from: path, to });
	await setMemoryScope(db, to, 'never');
	await saveMemoryFile(from(), { path, text: '- Likes tea\n', expectedRev: null });
	await importFile(db, made);
	expect((await db.memoryFiles.get(path))?.text).toContain('Swims');
	expect(await files()).toContainEqual([path, 'everywhere', true]);
});

it('lines that are not to be remembered are named among the records', async () => {
	await refuseLine(from(), 'Drinks tea');
	const made = await wholeBackup(db);
	const of = async (at: typeof db) =>
		(await previewFrom(at, [made])).items.find(({ what }) => what === 'records')?.refusals;
	expect(await of(another())).toBe(1);
	expect(await of(db)).toBe(0);
	await db.refusals.clear();
	expect(await of(db)).toBe(1);
});

it('rows of a memory file that stays as it is here are not told as coming', async () => {
	await aFile();
	const made = await wholeBackup(db);
	const target = another();
	await saveMemoryFile({ db: target, clock }, { path, text: '- Sleeps well\n', expectedRev: null });
	const { read } = await readFile(target, made);
	expect(await runRead(target, read!, [path])).toMatchObject({ status: 'imported' });
	const { items } = await previewFrom(target, [made]);
	expect(items.find(({ name }) => name === path)).toMatchObject({ isChosen: false });
	expect(items.find(({ what }) => what === 'records')).toMatchObject({ state: 'there' });
});

it('the archive of a conversation that was forgotten here is not told as coming', async () => {
	await storeSession(db, aSession(), someExchanges(2));
	await archiveSession({ db, clock, packer }, { sessionId: 's1' });
	const made = await wholeBackup(db);
	const target = another();
	await target.tombstones.put({ id: 's1', kind: 'session', at: 1 });
	const whats = (await previewFrom(target, [made])).items.map(({ what, state }) => [what, state]);
	expect(whats).toEqual([['session', 'forgotten']]);
});

it('a line that was forgotten since comes into a profile that still has it as forgotten, at once', async () => {
	const text = '- Sleeps badly\n- Swims\n';
	await saveMemoryFile(from(), { path, text, expectedRev: null });
	const older = await wholeBackup(db);
	const target = another();
	await importFile(target, older);
	// As forgetting leaves it.
	const swims = { text: '- Swims\n' };
	await db.memoryFiles.update(path, { ...swims, rev: 2 });
	await db.memoryRevisions.toCollection().modify(swims);
	await db.tombstones.put({ id: lineKey('Sleeps badly'), kind: 'line', at: 1 });
	const made = await wholeBackup(db);
	await importFile(target, made);
	expect(await target.memoryFiles.get(path)).toMatchObject(swims);
	expect(await target.tombstones.toArray()).toMatchObject([{ id: lineKey('Sleeps badly') }]);
	for (const file of [made, older])
		for (const { state } of (await previewFrom(target, [file])).items) expect(state).toBe('there');
});
