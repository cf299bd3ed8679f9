import { expect, test } from 'vitest';
import { IndexStore } from '#db/schema.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { serveArchives } from '#flows/archives/cool-turns.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { readFolder, setAside } from '#flows/copies/snapshots.ts';
import { freeUp, measureUse } from '#flows/copies/storage-use.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never } from '../../support/never.ts';

/** What a profile takes up, and what of it can be let go of. */

let app: TestApp;
withApp((own) => (app = own));

test('what room could be made is said before, and only what was chosen goes', async () => {
	const { db, clock, vault } = app;
	await storeSession(
		db,
		aSession({ createdAt: clock.now() - 800 * 24 * 3_600_000 }),
		someExchanges(12)
	);
	const index = new IndexStore(`${db.name}-index`);
	const ports = { db, clock, packer, vault, index };
	serveArchives(db, packer, () => Promise.resolve(vault));
	await index.parts.put({ key: 'index', bytes: new Uint8Array(500), at: 1 });
	await archiveSession(ports, { sessionId: 's1' });
	await db.sessions.update('s1', { endedAt: clock.now() });
	const copies = { db, clock, vault, pieces: pieceByPiece };
	// What no copy outside holds stays here, so it is not offered.
	expect(await measureUse(ports)).toMatchObject({ freeing: { coolTurns: 0 } });
	await keepSnapshot(copies, { reason: 'regular' }, never);
	await setAside(vault);
	await keepSnapshot(copies, { reason: 'regular' }, never);
	const before = await measureUse(ports);
	if (before.status !== 'measured') throw new Error(before.status);
	expect(before.freeing).toMatchObject({ coolTurns: 12, asideCopies: 1, indexBytes: 500 });
	expect(before.taken.conversations).toBeGreaterThan(before.taken.archives);
	expect(await freeUp(ports, { what: ['cool'] }, never)).toEqual({ status: 'freed' });
	const after = await measureUse(ports);
	if (after.status !== 'measured') throw new Error(after.status);
	expect(after.taken.conversations).toBe(0);
	expect(after.freeing).toMatchObject({ coolTurns: 0, asideCopies: 1, indexBytes: 500 });
	await freeUp(ports, { what: ['aside', 'index'] }, never);
	expect(await measureUse(ports)).toMatchObject({
		freeing: { asideCopies: 0, asideBytes: 0, indexBytes: 0 }
	});
	expect((await readFolder(vault)).ring).toHaveLength(1);
	await index.delete();
});
