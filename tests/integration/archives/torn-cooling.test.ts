import { expect, test } from 'vitest';
import { readPath } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import { Truth } from '#db/schema.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { coolEverything, serveArchives } from '#flows/archives/cool-turns.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import { breakingStorage, faultAt } from '../../support/breaking/breaking-storage.ts';
import { fixedClock } from '../../support/builders/a-clock.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aVault } from '../../support/builders/a-vault.ts';
import { plainTables } from '../../support/builders/full-profile.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never, unseen } from '../../support/never.ts';

/** Turns go cold while the storage breaks at any step: a reader cannot tell, and done again nothing is left over. */

const clock = fixedClock(Date.UTC(2027, 10, 20));
const ids = ['a', 'b'] as const;

let count = 0;
async function aPlace() {
	const db = new Truth(`torn-cooling-${String(++count)}`);
	const storage = breakingStorage(db);
	const vault = aVault();
	serveArchives(db, packer, () => Promise.resolve(vault));
	const ports = { db, vault, clock, packer };
	for (const id of ids) {
		await storeSession(db, aSession({ id, endedAt: 1 }), someExchanges(5, { sessionId: id }));
		await archiveSession(ports, { sessionId: id });
	}
	await keepSnapshot({ ...ports, pieces: pieceByPiece }, { reason: 'safety' }, never);
	return { db, storage, cool: () => coolEverything(ports, { afterDays: 0 }, never, unseen) };
}

const said = (db: Truth) =>
	Promise.all(ids.map(async (id) => readExchanges(db, id, await readPath(db, id, 'trunk'))));

test('INV-17 cooling that breaks on its way loses no turn, and goes on', async () => {
	const unbroken = await aPlace();
	const words = await said(unbroken.db);
	unbroken.storage.breakAt(Infinity, 'full');
	expect(await unbroken.cool()).toMatchObject({ turns: 10 });
	const { calls } = unbroken.storage;
	const anId = /00000000-0000-7000-8000-\d{12}/g;
	const all = async (db: Truth) => JSON.stringify(await plainTables(db)).replace(anId, 'id');
	const whole = await all(unbroken.db);
	for (let at = 0; at < calls; at += 2) {
		const { db, storage, cool } = await aPlace();
		storage.breakAt(at, faultAt(at), at % 4 === 0);
		await cool().catch((error: unknown) => expect(error).toBeInstanceOf(Error));
		expect(storage.mend()).toBe(true);
		expect([at, await said(db)]).toEqual([at, words]);
		expect(await cool()).toMatchObject({ status: 'cooled' });
		expect([at, (await all(db)) === whole, await said(db)]).toEqual([at, true, words]);
		await db.delete();
	}
	await unbroken.db.delete();
});
