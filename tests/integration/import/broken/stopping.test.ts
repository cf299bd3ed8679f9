/** Stopping an import, while it reads and while it writes. */
import { expect, test } from 'vitest';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { foreignText, fileOf } from '../../../support/foreign.ts';
import {
	importClock,
	readFile,
	readFiles,
	runRead,
	zipOf,
	wholeBackup
} from '../../../support/apps/importing.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { db, another, previewOf, withTarget } from '../../../support/apps/import-target.ts';

withTarget();

test('reading that is stopped, wherever it has come to, says so and offers nothing of what it has read', async () => {
	const other = another();
	await storeSession(other, aSession(), someExchanges(2));
	await saveMemoryFile(
		{ db: other, clock: importClock },
		{ path: 'MEMORY.md', text: '- tea\n', expectedRev: null }
	);
	const made = await wholeBackup(other);
	const foreign = zipOf({ 'c.json': foreignText('claude-ai.json'), 'notes/a.md': '- dig\n' });
	for (const files of [[made], [{ file: foreign, name: 'foreign.zip' }, fileOf('chatgpt.json')]]) {
		const whole = await previewOf(files);
		const said: string[] = [];
		for (let looks = 0; said.at(-1) !== 'read'; looks++) {
			const { outcome, read } = await readFiles(db, files, stopsAfter(looks));
			said.push(outcome.status);
			if (outcome.status === 'read') expect(outcome.preview.items).toEqual(whole.items);
			else expect(read).toBeNull();
		}
		expect(said.length).toBeGreaterThan(5);
		expect(new Set(said.slice(0, -1))).toEqual(new Set(['stopped']));
	}
});

/** A signal that is aborted once it has been looked at so many times. */
function stopsAfter(looks: number): AbortSignal {
	let left = looks;
	const { signal } = new AbortController();
	return Object.defineProperty(signal, 'aborted', { get: () => left-- <= 0 });
}

test('stopping keeps what was imported and says so; running it again brings the rest', async () => {
	const chats = Array.from({ length: 40 }, (_, at) => ({
		uuid: `u${String(at)}`,
		name: `Chat ${String(at)}`,
		created_at: '2026-01-01T00:00:00Z',
		updated_at: '2026-01-01T00:00:00Z',
		chat_messages: [{ uuid: 'a', sender: 'human', text: 'hello', content: [] }]
	}));
	const file = { file: new Blob([JSON.stringify(chats)]), name: 'c.json' };
	const { read } = await readFile(db, file);
	const stop = new AbortController();
	let seen = 0;
	db.sessions.hook('creating', () => {
		if (++seen === 10) stop.abort();
	});
	const stopped = await runRead(db, read!, [], stop.signal);
	expect(stopped).toMatchObject({ status: 'stopped', sessions: 10 });
	expect(await db.sessions.count()).toBe(10);
	expect(await runRead(db, read!)).toMatchObject({ status: 'imported', sessions: 30, there: 10 });
});
