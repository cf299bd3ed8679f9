import { Encrypter } from 'age-encryption';
import { expect, test } from 'vitest';
import { chainStart } from '#core/log/chain.ts';
import { Truth } from '#db/schema.ts';
import { archiveSummary } from '#flows/archives/archive-covered.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { packer } from '#worker/workshop/packer.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import {
	importClock as clock,
	importFile,
	readFile,
	unzipped,
	zipOf,
	wholeBackup,
	previewFrom,
	type FileToImport
} from '../../support/apps/importing.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** A backup of ours that was cut off is known as that: what is left of it is restored, and nothing passes for whole. */

let db: Truth;
let other: Truth;
withDatabase((own) => (db = own));
withDatabase((own) => (other = own));

/** Two sessions, one with three turns that lie in an archive alone, and memory whose line has a source. */
async function profile(): Promise<void> {
	const before = someExchanges(6);
	await storeSession(db, aSession({ activeAt: clock.now() }), before);
	await db.summaries.put(aSummary(2));
	await archiveSummary({ db, clock, packer }, { summaryId: 'm1' });
	const [archive] = await db.archives.toArray();
	const range = { sessionId: 's1', branch: 'trunk', fromSeq: 0, throughSeq: 2 };
	await db.cold.put({
		...range,
		id: `${archive!.id} trunk 0`,
		archiveId: archive!.id,
		turnIds: before.slice(0, 3).map(({ turn }) => turn.turnId),
		at: 1
	});
	await db.turns
		.where('[sessionId+branch+seq]')
		.between(['s1', 'trunk', 0], ['s1', 'trunk', 3])
		.delete();
	await db.steps
		.where('[sessionId+branch+seq+index]')
		.between(['s1', 'trunk', 0, 0], ['s1', 'trunk', 3, 0])
		.delete();
	const second = someExchanges(40, { sessionId: 's2', previous: chainStart('s2') });
	await storeSession(db, aSession({ id: 's2', title: 'A long one' }), second);
	await saveMemoryFile({ db, clock }, { path: 'MEMORY.md', text: '- tea\n', expectedRev: null });
}

async function backup(): Promise<Uint8Array<ArrayBuffer>> {
	const { file } = await wholeBackup(db, { now: clock.now() });
	return new Uint8Array(await file.arrayBuffer());
}

const cutAt = (bytes: Uint8Array<ArrayBuffer>, end: number) => ({
	file: new Blob([bytes.slice(0, end)]),
	name: 'keepsake.zip'
});
const placeIn = (bytes: Uint8Array, name: string) =>
	new TextDecoder('latin1').decode(bytes).indexOf(name);

const previewOf = (file: FileToImport, into = other) => previewFrom(into, [file]);

test('one cut off before its state says so, and its turns come back from the archives that are left', async () => {
	await profile();
	const bytes = await backup();
	const cut = cutAt(bytes, placeIn(bytes, 'state.jsonl.gz') - 30);
	const preview = await previewOf(cut);
	expect(preview).toMatchObject({ format: 'keepsake-backup', salvaged: 4 });
	expect(preview.items).toMatchObject([
		{ what: 'session', name: 'A walk in Rome', state: 'new', count: 6, missingTurns: 0 },
		{ what: 'session', name: 'A long one', state: 'new', count: 40, missingTurns: 0 },
		{ what: 'memory-file', name: 'MEMORY.md', state: 'new' }
	]);
	expect(await importFile(other, cut)).toMatchObject({
		status: 'imported',
		sessions: 2,
		turns: 46,
		memoryFiles: 1,
		isSalvaged: true
	});
	const whole = someExchanges(6);
	expect((await other.turns.toArray()).filter(({ sessionId }) => sessionId === 's1')).toEqual(
		whole.map(({ turn }) => turn)
	);
	expect((await other.steps.toArray()).filter(({ sessionId }) => sessionId === 's1')).toEqual(
		whole.flatMap(({ steps }) => steps)
	);
	expect(await other.summaries.count()).toBe(1);
	// Where its lines came from stood in the part that is gone.
	expect(await other.memoryOrigins.toArray()).toMatchObject([{ line: 'tea', origin: 'import' }]);
	expect(await other.activity.toArray()).toMatchObject([
		{ kind: 'import', details: { isSalvaged: true } }
	]);
});

test('one cut off in the middle of a session gives its turns up to there, and counts those that are gone', async () => {
	await profile();
	const bytes = await backup();
	const at = placeIn(bytes, 'sessions/s2.jsonl.gz');
	const cut = cutAt(bytes, at + 3000);
	const preview = await previewOf(cut);
	const [first, second, ...rest] = preview.items;
	// The turns of the first that lay in an archive stand before the second.
	expect(first).toMatchObject({ name: 'A walk in Rome', count: 6, missingTurns: 0 });
	expect(second).toMatchObject({ name: 'A long one', state: 'new' });
	expect(second!.count).toBeGreaterThan(2);
	expect(second!.count + second!.missingTurns).toBe(40);
	expect(rest).toMatchObject([
		{ name: 'sessions/s2.jsonl.gz', state: 'unreadable', reason: 'damaged' }
	]);
	expect(await importFile(other, cut)).toMatchObject({
		sessions: 2,
		turns: 6 + second!.count,
		isSalvaged: true
	});
	// The whole one, when it turns up, brings the rest.
	const whole = cutAt(bytes, bytes.length);
	expect((await previewOf(whole)).salvaged).toBeNull();
	await importFile(other, whole);
	expect(await other.turns.count()).toBe(46);
	expect(await other.archives.count()).toBe(1);
	// Its turns are here already: they go cold when their time comes.
	expect(await other.cold.count()).toBe(0);
});

test('one cut off before the archive of a session gives its other turns, and the whole one brings the rest', async () => {
	await profile();
	const bytes = await backup();
	const cut = cutAt(bytes, placeIn(bytes, 'archives/'));
	const [first] = (await previewOf(cut)).items;
	expect(first).toMatchObject({ name: 'A walk in Rome', count: 3, missingTurns: 3 });
	expect(await importFile(other, cut)).toMatchObject({ sessions: 1, turns: 3, isSalvaged: true });
	await importFile(other, cutAt(bytes, bytes.length));
	expect(await other.cold.count()).toBe(1);
	expect(await other.archives.count()).toBe(1);
});

test('one without a manifest is read by its layout and believed no more than one with it', async () => {
	await profile();
	const files = await unzipped(cutAt(await backup(), Infinity).file);
	files.delete('manifest.json');
	const zip = { file: zipOf(Object.fromEntries(files)), name: 'keepsake.zip' };
	const preview = await previewOf(zip);
	expect(preview).toMatchObject({ format: 'keepsake-backup', salvaged: files.size });
	// The state is there, so archives stay archives.
	expect(preview.items).toContainEqual(expect.objectContaining({ what: 'archives', count: 1 }));
	expect(preview.items[0]).toMatchObject({ name: 'A walk in Rome', missingTurns: 0 });
	await storeSession(other, aSession({ id: 'own' }), someExchanges(1, { sessionId: 'own' }));
	await importFile(other, zip);
	const sources = (await other.turns.toArray()).map(({ sessionId, source }) => [sessionId, source]);
	expect(sources.filter(([id]) => id === 'own')).toEqual([['own', 'typed']]);
	expect(new Set(sources.filter(([id]) => id !== 'own').map(([, source]) => source))).toEqual(
		new Set(['import'])
	);
});

test('one cut anywhere is either a damaged backup of ours or nothing at all, and restoring it never breaks', async () => {
	await profile();
	const bytes = await backup();
	const first = placeIn(bytes, 'sessions/');
	for (let end = first + 200; end < bytes.length - 30; end += Math.ceil(bytes.length / 15)) {
		const { outcome, read } = await readFile(other, cutAt(bytes, end));
		expect(outcome).toMatchObject({
			status: 'read',
			preview: { format: 'keepsake-backup', salvaged: expect.any(Number) as number }
		});
		const into = new Truth(`${db.name}-cut`);
		expect(read?.way).toBe('backup');
		expect(await importFile(into, cutAt(bytes, end))).toMatchObject({ status: 'imported' });
		await into.delete();
	}
});

test('a sealed one that was cut off opens with its passphrase as far as it goes', async () => {
	await profile();
	// More than one sealed piece: each is 64 KB.
	const noise = Array.from({ length: 9000 }, (_, at) => `- ${String(Math.sin(at + 1))}`).join('\n');
	await saveMemoryFile(
		{ db, clock },
		{ path: 'memory/2026-11-19.md', text: noise, expectedRev: null }
	);
	// As ours are sealed, but for a key that is made in no time.
	const encrypter = new Encrypter();
	encrypter.setPassphrase('correct horse');
	encrypter.setScryptWorkFactor(4);
	const bytes = (await encrypter.encrypt(await backup())) as Uint8Array<ArrayBuffer>;
	const cut = { ...cutAt(bytes, bytes.length - 2000), name: 'keepsake.zip.age' };
	const { outcome: opened } = await readFile(other, { ...cut, passphrase: 'correct horse' });
	expect(opened).toMatchObject({
		status: 'read',
		preview: { format: 'keepsake-backup', salvaged: expect.any(Number) as number }
	});
	if (opened.status === 'read')
		expect(opened.preview.items).toContainEqual(expect.objectContaining({ name: 'A long one' }));
});
