import { Encrypter } from 'age-encryption';
import { beforeEach, expect, test } from 'vitest';
import { sha256 } from '#core/sha256.ts';
import type { Truth } from '#db/schema.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import {
	importClock as clock,
	importFiles,
	readFiles,
	unzipped,
	zipOf,
	type FileToImport,
	wholeBackup
} from '../../support/apps/importing.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** Systems unpack a downloaded backup by themselves, and people pack it again: it stays a backup of ours. */

let db: Truth;
let other: Truth;
withDatabase((own) => (db = own));
withDatabase((own) => (other = own));
beforeEach(async () => {
	await storeSession(db, aSession({ activeAt: clock.now() }), someExchanges(3));
	for (const path of ['MEMORY.md', 'memory/Чай-é.md'])
		await saveMemoryFile({ db, clock }, { path, text: `- tea in ${path}\n`, expectedRev: null });
	// Bytes that look like JSON and are no file with such an ending.
	const bytes = new TextEncoder().encode('{"a":1}');
	await db.blobs.put({
		sha256: sha256(bytes),
		bytes,
		mediaType: 'application/json',
		at: 1
	});
});

const backup = async (now = clock.now()): Promise<Blob> => (await wholeBackup(db, { now })).file;

/** With the passphrase “correct horse”, and little work. */
async function sealed(zip: Blob): Promise<Blob> {
	const encrypter = new Encrypter();
	encrypter.setScryptWorkFactor(2);
	encrypter.setPassphrase('correct horse');
	const bytes = await encrypter.encrypt(new Uint8Array(await zip.arrayBuffer()));
	return new Blob([bytes as Uint8Array<ArrayBuffer>]);
}

/** The files of a backup in a folder, with what macOS and Windows add to it, and letters spelled as macOS does. */
async function inFolder(folder: string): Promise<Record<string, Uint8Array | string>> {
	const files = [...(await unzipped(await backup()))].map(
		([name, bytes]) => [`${folder}/${name.normalize('NFD')}`, bytes] as const
	);
	return {
		...Object.fromEntries(files),
		[`${folder}/.DS_Store`]: 'Bud1',
		[`__MACOSX/${folder}/._manifest.json`]: 'Mac OS X',
		[`${folder}/memory/desktop.ini`]: '[.ShellClassInfo]'
	};
}

const looseOf = (files: Readonly<Record<string, Uint8Array | string>>): FileToImport[] =>
	Object.entries(files).map(([name, content]) => ({
		name,
		file: new Blob([content as Uint8Array<ArrayBuffer>])
	}));

async function previewOf(files: readonly FileToImport[]) {
	const { outcome } = await readFiles(other, files);
	if (outcome.status !== 'read') throw new Error(JSON.stringify(outcome));
	return outcome.preview;
}

async function isRestored(files: readonly FileToImport[]): Promise<void> {
	const preview = await previewOf(files);
	expect(preview.format).toBe('keepsake-backup');
	expect(preview.salvaged).toBeNull();
	expect(preview.items.filter(({ state }) => state === 'unreadable')).toEqual([]);
	await importFiles(other, files);
	for (const table of ['sessions', 'turns', 'steps', 'memoryFiles', 'blobs'] as const)
		expect(await other.table(table).toArray(), table).toEqual(await db.table(table).toArray());
}

test('one that was unpacked and packed again inside a folder is restored whole', async () => {
	const file = zipOf(await inFolder('keepsake-2026-11-20'));
	await isRestored([{ file, name: 'keepsake-2026-11-20.zip' }]);
});

test('one that lies unpacked in a folder is restored whole, also beside other files', async () => {
	const files = await inFolder('Downloads/keepsake-2026-11-20');
	const foreign = { 'Downloads/notes.md': '# Mine', 'Downloads/other/manifest.json': '{"v":3}' };
	await isRestored(looseOf({ ...foreign, ...files }));
});

test('one inside a folder of a zip that was cut off is still known as ours', async () => {
	const file = zipOf(await inFolder('keepsake-2026-11-20'));
	const bytes = new Uint8Array(await file.arrayBuffer());
	const end = new TextDecoder('latin1').decode(bytes).indexOf('state.jsonl.gz') - 60;
	const preview = await previewOf([{ file: new Blob([bytes.slice(0, end)]), name: 'cut.zip' }]);
	expect(preview.format).toBe('keepsake-backup');
	expect(preview.salvaged).toBeGreaterThan(0);
});

test.each([
	['alone, with what systems add', { '.DS_Store': 'Bud1', '__MACOSX/._keepsake.zip': 'Mac OS X' }],
	['beside other files', { 'Stuff/notes.md': '# Mine', 'Stuff/other.zip': 'PK no zip at all' }]
])('one that was packed again as it is, %s, is restored whole', async (_, beside) => {
	const bytes = new Uint8Array(await (await backup()).arrayBuffer());
	const again = { file: zipOf({ 'Stuff/keepsake.zip': bytes, ...beside }), name: 'Stuff.zip' };
	await isRestored([again]);
});

test('of several that were packed together the newest is restored, and the others are named', async () => {
	const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer());
	const older = await bytesOf(await backup(clock.now() - 86_400_000));
	await saveMemoryFile({ db, clock }, { path: 'memory/b.md', text: '- b\n', expectedRev: null });
	const file = zipOf({ 'b/new.zip': await bytesOf(await backup()), 'b/old.zip': older });
	const { items } = await previewOf([{ file, name: 'b.zip' }]);
	expect(items.map(({ name }) => name)).toContain('memory/b.md');
	expect(
		items.filter(({ state }) => state === 'left-alone').map(({ name, reason }) => [name, reason])
	).toEqual([['b/old.zip', 'older-backup']]);
});

test('one that is sealed and was packed again asks for its passphrase', async () => {
	const bytes = new Uint8Array(await (await sealed(await backup())).arrayBuffer());
	const file = zipOf({ 'Stuff/keepsake-2026-11-20.zip.age': bytes });
	const { outcome } = await readFiles(other, [{ file, name: 'Stuff.zip' }]);
	expect(outcome).toMatchObject({ status: 'failed', failure: { what: 'passphrase-needed' } });
	await isRestored([{ file, name: 'Stuff.zip', passphrase: 'correct horse' }]);
});

test('a zip inside a zip that is no backup is gone through, and one that lies deeper is left alone', async () => {
	const bytes = async (zip: Blob) => new Uint8Array(await zip.arrayBuffer());
	const deep = zipOf({ 'keepsake.zip': await bytes(await backup()) });
	const file = zipOf({
		'notes.md': '# Mine',
		'deep.zip': await bytes(deep),
		'photos.zip': await bytes(zipOf({ 'a.psd': '8BPS' }))
	});
	const { items } = await previewOf([{ file, name: 'all.zip' }]);
	expect(items.map(({ state, name }) => [state, name])).toEqual([
		['new', 'memory/notes.md'],
		['left-alone', 'keepsake.zip, a.psd']
	]);
});

test('of several the newest is restored, and the others are named', async () => {
	const older = { file: await backup(clock.now() - 86_400_000), name: 'backups/old.zip' };
	await saveMemoryFile(
		{ db, clock },
		{ path: 'memory/2026-11-20.md', text: '- coffee\n', expectedRev: null }
	);
	const newest = { file: await backup(), name: 'backups/new.zip' };
	for (const files of [
		[older, newest],
		[newest, older]
	]) {
		const { items } = await previewOf(files);
		expect(items.map(({ name }) => name)).toContain('memory/2026-11-20.md');
		const left = items.filter(({ state }) => state === 'left-alone');
		expect(left.map(({ name, reason }) => [name, reason])).toEqual([
			['backups/old.zip', 'older-backup']
		]);
	}
});

test('of several that are sealed the newest is restored too', async () => {
	const before = await sealed(await backup(clock.now() - 86_400_000));
	await saveMemoryFile({ db, clock }, { path: 'memory/b.md', text: '- b\n', expectedRev: null });
	const files = [
		{ file: before, name: 'old.zip.age', passphrase: 'correct horse' },
		{ file: await sealed(await backup()), name: 'new.zip.age', passphrase: 'correct horse' }
	];
	const { items } = await previewOf(files);
	expect(items.map(({ name }) => name)).toContain('memory/b.md');
	expect(items.filter(({ state }) => state === 'left-alone').map(({ name }) => name)).toEqual([
		'old.zip'
	]);
});
