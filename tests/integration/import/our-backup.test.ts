/** Archives and backups of ours, row for row. */
import { Encrypter } from 'age-encryption';
import { expect, test } from 'vitest';
import { archiveLines } from '#core/archive/archive.ts';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { originOf } from '#core/lines/same-line.ts';
import { readExchanges } from '#db/log/turns.ts';
import { memoryFile, setMemoryScope } from '#db/memory/files.ts';
import { archiveTexts } from '#flows/archives/archive-covered.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { packer } from '#worker/workshop/packer.ts';
import {
	backupOf,
	importClock,
	importFile,
	readFile,
	runRead,
	unzipped,
	wholeBackup,
	type FileToImport
} from '../../support/apps/importing.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aBranch, someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { db, another, previewOf, stored, withTarget } from '../../support/apps/import-target.ts';

withTarget();

const packed = (lines: string | readonly string[]) => packer.pack(lines) as Uint8Array<ArrayBuffer>;

test('an archive of ours is imported row for row, and the second time changes nothing', async () => {
	const [session, exchanges] = [aSession(), someExchanges(5)];
	const lines = archiveLines({
		session,
		branches: [aBranch({ headSeq: 4 })],
		exchanges,
		summaries: []
	});
	const file = { file: new Blob([packed(archiveTexts(lines))]), name: 's1.jsonl.gz' };
	expect((await previewOf([file])).items).toMatchObject([
		{ what: 'archive', id: 's1', state: 'new', count: 5 }
	]);
	expect(await importFile(db, file)).toMatchObject({ status: 'imported', sessions: 1, turns: 5 });
	const foreign = exchanges.map(({ turn }) => ({ ...turn, source: 'import' }));
	expect(await db.sessions.toArray()).toEqual([session]);
	expect(await db.turns.toArray()).toEqual(foreign);
	expect(await db.steps.toArray()).toEqual(exchanges.flatMap(({ steps }) => steps));
	const after = await stored();
	expect(await importFile(db, file)).toMatchObject({ sessions: 0, turns: 0, there: 1 });
	expect(await stored()).toEqual(after);
});

test('an archive of ours that was cut says that it is damaged, and gives what could be read', async () => {
	const exchanges = someExchanges(120);
	const bytes = packed(
		archiveTexts(archiveLines({ session: aSession(), exchanges, summaries: [] }))
	);
	const file = { file: new Blob([bytes.slice(0, bytes.length * 0.6)]), name: 's1.jsonl.gz' };
	const { items } = await previewOf([file]);
	expect(items).toMatchObject([
		{ what: 'archive', id: 's1', state: 'new' },
		{ name: 's1.jsonl.gz', state: 'unreadable', reason: 'damaged' }
	]);
	const read = items[0]?.count ?? 0;
	expect(read).toBeGreaterThan(0);
	expect(read).toBeLessThan(120);
	expect(await importFile(db, file)).toMatchObject({
		status: 'imported',
		sessions: 1,
		turns: read
	});
	expect((await db.turns.toArray()).map(({ turnId }) => turnId)).toEqual(
		exchanges.slice(0, read).map(({ turn }) => turn.turnId)
	);
});

test('a backup restores although a foreign zip was read before it: the manifest tells the two apart', async () => {
	await storeSession(db, aSession(), someExchanges(2));
	const made = await wholeBackup(db);
	const other = another();
	const { outcome, read } = await readFile(other, made);
	expect(outcome).toMatchObject({ preview: { format: 'keepsake-backup' } });
	expect(read?.way).toBe('backup');
});

test('what was written to a memory file after the preview of a backup stays', async () => {
	const path = 'MEMORY.md';
	const from = { db, clock: importClock };
	await saveMemoryFile(from, { path, text: '- Likes tea\n- Bakes bread\n', expectedRev: null });
	const made = await wholeBackup(db);
	const into = { db: another(), clock: importClock };
	await saveMemoryFile(into, { path, text: '- Likes tea\n', expectedRev: null });
	const { read } = await readFile(into.db, made);
	const since = '- Likes tea\n- Allergic to nuts\n';
	await saveMemoryFile(into, { path, text: since, expectedRev: 1 });
	expect(await runRead(into.db, read!)).toMatchObject({ memoryFiles: 0, writtenSince: 1 });
	expect((await memoryFile(into.db, path))?.text).toBe(since);
	// Seen once more, it is done.
	await importFile(into.db, made);
	expect((await memoryFile(into.db, path))?.text).toContain('Bakes bread');
});

test('a later backup of one’s own says itself where the lines of a memory file came from, a stranger’s and one without that do not', async () => {
	const path = 'MEMORY.md';
	const later = another();
	const from = { db: later, clock: importClock };
	await saveMemoryFile(from, { path, text: '- Likes tea\n- Bakes bread\n', expectedRev: null });
	await storeSession(later, aSession({ id: 'ours' }), someExchanges(1));
	const made = await wholeBackup(later);
	const files = Object.fromEntries(await unzipped(made.file));
	delete files['manifest.json'];
	const { lines } = await packer.unpack(files['state.jsonl.gz']!);
	const state = packed(
		[...lines, '{"table":"memoryOrigins","row":{"path":"MEMORY.md"}}'].join('\n')
	);
	const damaged = { file: backupOf({ ...files, 'state.jsonl.gz': state }), name: 'b.zip' };
	const brought = async (over: {
		here?: string;
		without?: readonly string[];
		file?: FileToImport;
	}) => {
		const into = { db: another(), clock: importClock };
		await saveMemoryFile(into, { path, text: '- Likes tea\n', expectedRev: null });
		const { here = 'ours' } = over;
		if (here !== '') await storeSession(into.db, aSession({ id: here }), someExchanges(1));
		const { read } = await readFile(into.db, over.file ?? made);
		expect(await runRead(into.db, read!, over.without)).toMatchObject({ memoryFiles: 1 });
		return (await into.db.memoryOrigins.toArray()).map(({ line, origin }) => [line, origin]);
	};
	expect(await brought({})).toEqual([]);
	expect(await brought({ here: 'mine' })).toEqual([['bakes bread', 'import']]);
	// A file of memory alone is no sign of whose backup it is.
	expect(await brought({ here: '' })).toEqual([['bakes bread', 'import']]);
	expect(await brought({ without: ['state.jsonl.gz'] })).toEqual([['bakes bread', 'import']]);
	// A row that cannot be read may be the one that says it.
	expect(await brought({ file: damaged })).toEqual([['bakes bread', 'import']]);
});

test.each([
	[
		'of where a line came from',
		{ table: 'memoryOrigins', row: { path: 'MEMORY.md' } },
		['likes tea']
	],
	['of something else', { table: 'activity', row: {} }, []],
	['of a newer version', { table: 'ratings', row: {} }, []]
])(
	'where a row %s cannot be read, an empty profile takes no line for the user’s own that may not be',
	async (_, bad, imported) => {
		const path = 'MEMORY.md';
		const later = another();
		const from = { db: later, clock: importClock };
		await saveMemoryFile(from, { path, text: '- Likes tea\n- Bakes bread\n', expectedRev: null });
		const told = { id: 'o1', path, origin: 'own', writer: 'user', at: 1 } as const;
		await later.memoryOrigins.add(originOf('Bakes bread', told));
		const files = Object.fromEntries(await unzipped((await wholeBackup(later)).file));
		delete files['manifest.json'];
		const { lines } = await packer.unpack(files['state.jsonl.gz']!);
		const state = packed([...lines, JSON.stringify(bad)].join('\n'));
		const file = backupOf({ ...files, 'state.jsonl.gz': state });
		expect(await importFile(db, { file, name: 'b.zip' })).toMatchObject({ memoryFiles: 1 });
		const origins = (await db.memoryOrigins.toArray()).filter(({ origin }) => origin === 'import');
		expect(origins.map(({ line }) => line)).toEqual(imported);
		expect(await db.memoryOrigins.get('o1')).toMatchObject({ line: 'bakes bread', origin: 'own' });
	}
);

test('a line learnt in a conversation that is forgotten here still says itself where it came from', async () => {
	const path = 'MEMORY.md';
	const later = another();
	const from = { db: later, clock: importClock };
	await saveMemoryFile(from, { path, text: '- Likes tea\n- Bakes bread\n', expectedRev: null });
	const learnt = { id: 'o1', path, sessionId: 'gone', turnIds: ['t1'], origin: 'import' } as const;
	const noted = (line: string, id: string) =>
		originOf(line, { ...learnt, id, writer: 'user', at: 1 });
	await later.memoryOrigins.bulkAdd([noted('Bakes bread', 'o1'), noted('Hides a canary', 'o2')]);
	await saveMemoryFile(
		{ db, clock: importClock },
		{ path, text: '- Likes tea\n', expectedRev: null }
	);
	for (const one of [later, db])
		await storeSession(one, aSession({ id: 'ours' }), someExchanges(1));
	await db.tombstones.add({ id: 'gone', kind: 'session', at: 1 });
	await importFile(db, await wholeBackup(later));
	// What stands in no file would only bring words of it back.
	expect(await db.memoryOrigins.toArray()).toMatchObject([{ line: 'bakes bread', ...learnt }]);
});

test('lines that a backup brings are sent to no more endpoints than it allowed, nor than is allowed here', async () => {
	const other = another();
	const path = 'MEMORY.md';
	const from = { db, clock: importClock };
	await saveMemoryFile(from, { path, text: '- Diagnosis xyloquartz\n', expectedRev: null });
	for (const [theirs, ours, after] of [
		['never', 'everywhere', 'never'],
		['everywhere', 'local', 'local'],
		['local', 'never', 'never']
	] as const) {
		await setMemoryScope(db, path, theirs);
		const made = await wholeBackup(db);
		await other.memoryFiles.clear();
		const to = { db: other, clock: importClock };
		await saveMemoryFile(to, { path, text: '- Bakes bread\n', expectedRev: null });
		await setMemoryScope(other, path, ours);
		await importFile(other, made);
		expect(await memoryFile(other, path)).toMatchObject({
			text: '- Diagnosis xyloquartz\n',
			scope: after
		});
	}
});

test('a row of the state that is not as we write it is reported and left out, the rest is restored', async () => {
	const rows = [
		{ table: 'refusals', row: { hash: 'h', line: 'tea', at: 1 } },
		{ table: 'refusals', row: { hash: 'h2', line: 5, at: 1 } },
		{ table: 'proposals', row: { id: 'p', text: 'x', status: 'accepted' } },
		{ table: 'tombstones', row: { id: 't', kind: 'everything', at: 1 } },
		{
			table: 'tombstones',
			row: { id: 't2', kind: 'turn', at: 1, __proto__: { x: 1 }, more: 'dropped' }
		},
		{ table: 'sessions', row: { id: 's' } },
		{
			table: 'memoryRevisions',
			row: { id: 'r', path: '../../x', at: 1, by: 'user', text: '', deleted: false }
		},
		{
			table: 'activity',
			row: { id: 'a', at: 1, kind: 'import', sessionId: null, details: { deep: {} }, failure: null }
		}
	];
	const zip = backupOf({
		'state.jsonl.gz': packer.pack(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
		'settings.json': new TextEncoder().encode(
			'{"theme":"dark","endpoint":"javascript:alert(1)","idleMinutes":"soon","dayLimit":-1,"unknown":1}'
		)
	});
	const preview = await previewOf([{ file: zip, name: 'b.zip' }]);
	expect(preview.items.find((item) => item.reason === 'bad-rows')).toMatchObject({ count: 6 });
	expect(await importFile(db, { file: zip, name: 'b.zip' })).toMatchObject({
		status: 'imported',
		skippedLines: 6
	});
	expect(await db.refusals.toArray()).toEqual([{ hash: 'h', line: 'tea', at: 1 }]);
	expect(await db.tombstones.toArray()).toEqual([{ id: 't2', kind: 'turn', at: 1, brought: true }]);
	expect(await db.settings.toArray()).toEqual([{ key: 'theme', value: 'dark' }]);
});

test('an answer that was being written when the backup was made is closed and told; its words stay, and again changes nothing', async () => {
	const exchanges = someExchanges(3);
	const last = exchanges.at(-1)!;
	const open = { ...last.steps[0]!, results: null, resultsHash: null };
	const other = another();
	await storeSession(other, aSession(), [
		...exchanges.slice(0, 2),
		{ turn: last.turn, steps: [open] }
	]);
	const file = await wholeBackup(other);
	expect(await importFile(db, file)).toMatchObject({ sessions: 1, unfinished: 1 });
	const step = (await db.steps.toArray()).at(-1);
	expect(step).toMatchObject({
		content: open.content,
		results: [{ tool_use_id: 'call_2', is_error: true }]
	});
	const log = await readExchanges(db, 's1', [{ branch: 'trunk', fromSeq: 0, throughSeq: 2 }]);
	expect(brokenLink(chainStart('s1'), log)).toBeNull();
	const after = await stored();
	expect(await importFile(db, file)).toMatchObject({ sessions: 0, unfinished: 0, there: 1 });
	expect(await stored()).toEqual(after);
});

test('such an answer is written on by a later backup, and by an earlier one no more', async () => {
	const exchanges = someExchanges(4);
	const { turn, steps } = exchanges[2]!;
	const open = { ...steps[0]!, results: null, resultsHash: null };
	const other = another();
	await storeSession(other, aSession(), [...exchanges.slice(0, 2), { turn, steps: [open] }]);
	const early = await wholeBackup(other);
	await importFile(db, early);
	await other.steps.bulkPut(exchanges.slice(2).flatMap((exchange) => exchange.steps));
	await other.turns.put(exchanges[3]!.turn);
	await other.branches.put(aBranch({ headSeq: 3 }));
	expect(await importFile(db, await wholeBackup(other))).toMatchObject({ grown: 1, turns: 1 });
	const log = await readExchanges(db, 's1', [{ branch: 'trunk', fromSeq: 0, throughSeq: 3 }]);
	expect(log).toEqual(exchanges);
	const after = await stored();
	expect(await importFile(db, early)).toMatchObject({ sessions: 0, there: 1 });
	expect(await stored()).toEqual(after);
});

test('what no passphrase opens asks for none: it is sealed for a key, or nothing of it is there', async () => {
	const version = 'age-encryption.org/v1\n';
	const line = 'A'.repeat(43);
	for (const [text, failure] of [
		[
			`${version}-> X25519 ${line}\n${line}\n--- ${line}\nmore`,
			{ kind: 'unreadable', what: 'sealed-for-key' }
		],
		[version, { kind: 'damaged', what: 'mine.zip.age' }]
	] as const)
		for (const passphrase of [null, 'pear']) {
			const file = { file: new Blob([text]), name: 'mine.zip.age', passphrase };
			expect((await readFile(db, file)).outcome).toEqual({ status: 'failed', failure });
		}
});

test('a sealed file that ends before what was sealed is called damaged, whatever the passphrase', async () => {
	const encrypter = new Encrypter();
	// A passphrase that costs seconds to try is tried three times here.
	encrypter.setScryptWorkFactor(4);
	encrypter.setPassphrase('pear');
	const sealed = new Blob([Uint8Array.from(await encrypter.encrypt('what was said'))]);
	const text = await sealed.text();
	const header = text.indexOf('\n', text.indexOf('\n---') + 1);
	const read = (end: number, passphrase: string) =>
		readFile(db, { file: sealed.slice(0, end), name: 'mine.zip.age', passphrase });
	for (const end of [header - 20, header + 8])
		expect(await read(end, 'pear')).toMatchObject({ outcome: { failure: { kind: 'damaged' } } });
	expect(await read(sealed.size, 'plum')).toMatchObject({
		outcome: { failure: { what: 'wrong-passphrase' } }
	});
});
