import { expect, test } from 'vitest';
import { fileTombstoneId } from '#core/forgetting/what.ts';
import { lineKey } from '#core/lines/same-line.ts';
import type { Truth } from '#db/schema.ts';
import { tombstonesToTake } from '#flows/import/backup/brought-tombstones.ts';
import { withDatabase } from '../../support/builders/a-database.ts';
import { aMemoryFile } from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

let db: Truth;
withDatabase((own) => (db = own));

test('what was forgotten elsewhere and can still be read or brought back here is not forgotten by a backup', async () => {
	const [said, emptied] = someExchanges(2);
	const forgotten = { turn: { ...emptied!.turn, asked: [], forgottenAt: 5 }, steps: [] };
	await storeSession(db, aSession(), [said!, forgotten]);
	const deleted = aMemoryFile('memory/2026-11-01.md', '- Planted beans\n');
	await db.memoryFiles.bulkPut([
		aMemoryFile('MEMORY.md', '- Likes tea\n'),
		{ ...deleted, deletedAt: 7 }
	]);
	const here = [
		's1',
		said!.turn.turnId,
		lineKey('Likes tea'),
		fileTombstoneId('memory/2026-11-01.md', 7)
	];
	const gone = [forgotten.turn.turnId, lineKey('Likes coffee'), fileTombstoneId('MEMORY.md', 7)];
	const lines = [...here, ...gone].map((id) => ({ table: 'tombstones', row: { id } }) as const);
	const taken = await tombstonesToTake(db, lines, new Map());
	expect(taken.map(({ row }) => row['id'])).toEqual(gone);
});

test('a line is judged by the memory file that comes, not by the one that it is written over', async () => {
	await db.memoryFiles.put(aMemoryFile('MEMORY.md', '- Likes tea\n'));
	const ids = [lineKey('Likes tea'), lineKey('Likes coffee')];
	const lines = ids.map((id) => ({ table: 'tombstones', row: { id } }) as const);
	const taken = await tombstonesToTake(db, lines, new Map([['MEMORY.md', '- Likes coffee\n']]));
	expect(taken.map(({ row }) => row['id'])).toEqual([lineKey('Likes tea')]);
});
