import { expect, test } from 'vitest';
import { sha256 } from '#core/sha256.ts';
import { addAbsentRows } from '#db/copies/imports.ts';
import type { Truth } from '#db/schema.ts';
import { withDatabase } from '../../../support/builders/a-database.ts';
import { aProposal } from '../../../support/builders/a-proposal.ts';

/** A file may tell of one thing twice, by mistake or on purpose: the first counts, and all else comes. */

let db: Truth;

withDatabase((own) => (db = own));

test('of two rows with one id the first comes, and so does what stands behind them', async () => {
	const rows = [
		aProposal('One', { id: 'same' }),
		aProposal('Two', { id: 'same' }),
		aProposal('Three', { id: 'other' })
	];
	await addAbsentRows(db, 'proposals', rows as never, () => undefined);
	expect((await db.proposals.toArray()).map(({ text }) => text).sort()).toEqual(['One', 'Three']);
});

test('of two archives with one path the first comes, with its bytes', async () => {
	const path = 'agents/main/sessions/same.jsonl.gz';
	const bytes = Uint8Array.of(1, 2, 3);
	const archive = (id: string) => ({
		...{ id, path, sessionId: 's1', round: null, title: id, packedBytes: 3, rawBytes: 3, turns: 1 },
		...{ sha256: sha256(id), firstAt: 0, lastAt: 0, createdAt: 0, deletedAt: null }
	});
	await addAbsentRows(db, 'archives', [archive('a1'), archive('a2')], () => bytes);
	expect((await db.archives.toArray()).map(({ id }) => id)).toEqual(['a1']);
	expect(await db.archiveBytes.toArray()).toEqual([{ id: 'a1', bytes }]);
});
