import { expect, test } from 'vitest';
import { Truth } from '#db/schema.ts';
import { endSession } from '#db/log/resets.ts';
import { everySession } from '#db/log/sessions.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { exportVault } from '#flows/export/export-vault.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { writeZip } from '#worker/zip/write.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { importFile, unzipped } from '../../support/apps/importing.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { text } from '../../support/builders/a-turn.ts';
import { never, unseen } from '../../support/never.ts';
import { say } from '../../support/scripted/scripted-model.ts';

/** All conversations as Markdown files: for Obsidian and for whoever leaves. */

let app: TestApp;
withApp((own) => (app = own));

const day = '2026-11-20';
const vault = (signal = never, onProgress: () => void = unseen) =>
	exportVault(
		{ db: app.db, zip: writeZip, clock: app.clock },
		{ day, now: app.clock.now() },
		signal,
		onProgress
	);

async function converse(words: string, reply: string) {
	const session = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(say(reply));
	await sendMessage(app, { session, blocks: [text(words)] }, unseen, never);
	return session;
}

async function madeVault() {
	const made = await vault();
	if (made.status !== 'made') throw new Error(made.status);
	const files = [...(await unzipped(made.file))].map(
		([path, bytes]) => [path, new TextDecoder().decode(bytes)] as const
	);
	return { ...made, files: Object.fromEntries(files) };
}

test('holds a readable file for each session, and memory; alike names do not take each other’s place', async () => {
	await saveMemoryFile(app, { path: 'MEMORY.md', text: '- Likes tea.\n', expectedRev: null });
	await converse('Boats on the lake', 'Two of them.');
	await converse('Boats on the lake', 'Three now.');
	// On many a disk it would be the same file.
	await converse('boats on the Lake', 'None.');
	const gone = await converse('Nobody sees this', 'Nor this.');
	await app.db.sessions.update(gone.id, { deletedAt: app.clock.now() });
	const { name, files } = await madeVault();
	expect(name).toBe('keepsake-markdown-2026-11-20.zip');
	const paths = Object.keys(files).toSorted();
	expect(paths).toEqual([
		'MEMORY.md',
		expect.stringMatching(/^chats\/Boats-on-the-lake-\d{4}-\d\d-\d\d-2\.md$/),
		expect.stringMatching(/^chats\/Boats-on-the-lake-\d{4}-\d\d-\d\d\.md$/),
		expect.stringMatching(/^chats\/boats-on-the-Lake-\d{4}-\d\d-\d\d-3\.md$/)
	]);
	expect(files['MEMORY.md']).toBe('- Likes tea.\n');
	expect(paths.slice(1).map((path) => files[path]?.startsWith('---\nkeepsake: '))).toEqual([
		true,
		true,
		true
	]);
	expect(files[paths[2] ?? '']).toContain('Two of them.');
	expect(files[paths[1] ?? '']).toContain('Three now.');
});

test('is read back as the sessions and the memory it was made of', async () => {
	await saveMemoryFile(app, { path: 'MEMORY.md', text: '- Likes tea.\n', expectedRev: null });
	await converse('Boats on the lake', 'Two of them.');
	const { file, name } = await madeVault();
	const other = new Truth(`${app.db.name}-other`);
	expect(await importFile(other, { file, name })).toMatchObject({ sessions: 1, memoryFiles: 1 });
	expect((await everySession(other)).map(({ title }) => title)).toEqual(['Boats on the lake']);
});

test('a session that a reset has begun, and in which nothing was said yet, is no file', async () => {
	const { id } = await converse('Boats on the lake', 'Two of them.');
	const next = newSession(app, { kind: 'main', offRecord: false });
	await endSession(app.db, { id, at: app.clock.now(), next });
	const { files } = await madeVault();
	expect(Object.keys(files)).toEqual([expect.stringContaining('Boats-on-the-lake')]);
});

test('no file is made once it is given up, nor of what is forgotten while it is written', async () => {
	await converse('Boats on the lake', 'Two of them.');
	expect(await vault(AbortSignal.abort())).toEqual({ status: 'stopped' });
	const forget = () => void app.db.tombstones.put({ id: 't', kind: 'turn', at: app.clock.now() });
	expect(await vault(never, forget)).toMatchObject({ failure: { kind: 'changed-meanwhile' } });
});
