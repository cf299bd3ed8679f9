import { expect, test } from 'vitest';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { isBackupBelieved } from '#flows/import/backup/is-believed.ts';
import type { BackupContent } from '#flows/import/ports.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

let app: TestApp;
withApp((own) => (app = own));

/** A backup of these sessions and memory files. */
const backupOf = (ids: readonly string[], paths: readonly string[]): BackupContent => ({
	sessions: ids.map((id) => ({ name: id, id, lines: () => Promise.resolve([]) })),
	memory: new Map(paths.map((path) => [path, '- Likes tea\n'])),
	archives: new Map(),
	blobs: new Map(),
	state: [],
	isSourced: true,
	settings: {},
	skippedLines: 0,
	hash: null,
	salvaged: null
});

test('a backup is this profile’s own only where it holds every conversation and every memory file that is here', async () => {
	expect(await isBackupBelieved(app, backupOf([], []))).toBe(true);
	await saveMemoryFile(app, { path: 'MEMORY.md', text: '- Likes tea\n', expectedRev: null });
	expect(await isBackupBelieved(app, backupOf([], []))).toBe(false);
	expect(await isBackupBelieved(app, backupOf([], ['MEMORY.md']))).toBe(true);
	await storeSession(app.db, aSession(), someExchanges(1));
	expect(await isBackupBelieved(app, backupOf([], ['MEMORY.md']))).toBe(false);
	expect(await isBackupBelieved(app, backupOf(['s1', 's2'], ['MEMORY.md']))).toBe(true);
});
