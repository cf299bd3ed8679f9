import { expect, test } from 'vitest';
import type { Archive, ColdRange } from '#core/archive/stored.ts';
import { trunk } from '#core/session/session.ts';
import { sha256 } from '#core/sha256.ts';
import { hideArchive, putBytes } from '#db/archives/archives.ts';
import { coolTurns, rangeId, warmTurns } from '#db/archives/cooling.ts';
import { blankTurns, cutSteps, rewriteArchive } from '#db/forgetting/log.ts';
import { readStretchOfBranch } from '#db/log/log-check.ts';
import { dropWhole } from '#db/log/resets.ts';
import { readWholeArchive, readWholeSession } from '#db/log/whole-session.ts';
import type { Truth } from '#db/schema.ts';
import { nothingTold } from '#db/told.ts';
import { atOnce } from '../../support/breaking/at-once.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { anArchive } from '../../support/builders/an-archive.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

/** Turns go cold, come back and are forgotten while another tab does something with the same archive. */

const bytesOf = (words: string) => new TextEncoder().encode(words);
const archiveOf = (words: string): Archive =>
	anArchive({
		id: 'a1',
		packedBytes: words.length,
		sha256: sha256(bytesOf(words)),
		rawBytes: words.length,
		turns: 2
	});

const exchanges = someExchanges(2);
const turnIds = exchanges.map(({ turn }) => turn.turnId);
const part = { branch: trunk, fromSeq: 0, throughSeq: 1 };
const range: ColdRange = {
	id: rangeId({ archiveId: 'a1', ...part }),
	sessionId: 's1',
	...part,
	archiveId: 'a1',
	turnIds,
	at: 6
};
const asRead = archiveOf('as read');
const asWritten = archiveOf('without some words');

async function archived(db: Truth): Promise<void> {
	await storeSession(db, aSession({ endedAt: 1 }), exchanges);
	await db.archives.put(asRead);
	await db.archiveBytes.put({ id: 'a1', bytes: bytesOf('as read') });
}

const cool = (db: Truth) =>
	coolTurns(db, { range, sha256: asRead.sha256, exchanges, summaryId: null });
const warm = (db: Truth) => warmTurns(db, { range, sha256: asRead.sha256, exchanges });
const rewrite = (db: Truth) =>
	rewriteArchive(db, asRead.sha256, {
		archive: asWritten,
		bytes: bytesOf('without some words')
	});
const forgetAll = (db: Truth) => blankTurns(db, 's1', { turnIds: new Set(turnIds), at: 9 });

const isCold = async (db: Truth): Promise<boolean> => (await db.cold.count()) > 0;

/** In one place and not in none. */
async function liesInOne(db: Truth): Promise<void> {
	const hot = await db.turns.count();
	expect([await isCold(db), hot]).toEqual(hot === 0 ? [true, 0] : [false, 2]);
	if (hot > 0) return;
	expect(await db.archives.toArray()).toMatchObject([{ id: 'a1', deletedAt: null }]);
	expect(await db.archiveBytes.count()).toBe(1);
	expect(await db.steps.count()).toBe(0);
}

async function bytesAreIts(db: Truth): Promise<void> {
	const { bytes = bytesOf('') } = (await db.archiveBytes.get('a1')) ?? {};
	expect((await db.archives.get('a1'))?.sha256).toBe(sha256(bytes));
}

test('an archive whose reset is given up does not go while turns are let go into it', () =>
	atOnce({
		before: archived,
		first: (db) => dropWhole(db, { id: 'a1', since: 0 }),
		second: cool,
		holds: liesInOne
	}));

test('turns are not let go into an archive that goes with a reset that is given up', () =>
	atOnce({
		before: archived,
		first: cool,
		second: (db) => dropWhole(db, { id: 'a1', since: 0 }),
		holds: liesInOne
	}));

test('an archive is not put out of sight while turns are let go into it', () =>
	atOnce({
		before: archived,
		first: (db) => hideArchive(db, 'a1', 7, nothingTold),
		second: cool,
		holds: liesInOne
	}));

test.each([
	[
		'cut out of its answers',
		(db: Truth) =>
			cutSteps(
				db,
				exchanges.flatMap(({ steps }) => steps),
				(step) => step
			)
	],
	['forgotten', forgetAll]
])('what is %s while its turns go cold is in no row again', async (_, first) => {
	await atOnce({ before: archived, first, second: cool, holds: liesInOne });
});

test('turns that come back do not bring what is forgotten meanwhile', () =>
	atOnce({
		before: async (db) => {
			await archived(db);
			await cool(db);
		},
		first: warm,
		second: async (db) => {
			await rewrite(db);
			await forgetAll(db);
		},
		holds: async (db) => {
			const rows = [...(await db.turns.toArray()), ...(await db.steps.toArray())];
			expect(rows.filter(({ forgottenAt }) => forgottenAt === undefined)).toEqual([]);
		}
	}));

test('of two that write an archive anew one does, and its bytes are those of its row', () =>
	atOnce({
		before: archived,
		first: rewrite,
		second: (db) =>
			rewriteArchive(db, asRead.sha256, {
				archive: archiveOf('none'),
				bytes: bytesOf('none')
			}),
		holds: async (db, came) => {
			await bytesAreIts(db);
			expect((await db.archives.get('a1'))?.sha256).toBe(
				came ? asWritten.sha256 : archiveOf('none').sha256
			);
		}
	}));

test('bytes that are mended do not take the place of those that forgetting has written', () =>
	atOnce({
		before: archived,
		first: (db) => putBytes(db, asRead, bytesOf('as read')),
		second: rewrite,
		holds: bytesAreIts
	}));

test('an archive is read with the bytes of its row while it is written anew', () =>
	atOnce({
		before: archived,
		first: (db) => readWholeArchive(db, 'a1'),
		second: rewrite,
		holds: (_, came) => {
			expect(came?.archive.sha256).toBe(sha256(came?.bytes ?? bytesOf('')));
		}
	}));

test('a session is read whole with the bytes of its archive while that is written anew', () =>
	atOnce({
		before: archived,
		first: (db) => readWholeSession(db, 's1'),
		second: rewrite,
		holds: (_, came) => {
			for (const { archive, bytes } of came.archives)
				expect(archive.sha256).toBe(sha256(bytes ?? bytesOf('')));
			expect(came.archives).toHaveLength(1);
		}
	}));

test('none is missed where a branch is looked through while its turns come back', () =>
	atOnce({
		before: async (db) => {
			await archived(db);
			await cool(db);
		},
		first: (db) => readStretchOfBranch(db, { sessionId: 's1', branch: trunk }, part),
		second: warm,
		holds: (_, came) => {
			expect([0, 1].map((seq) => came.hot.has(seq) || came.isCold(seq))).toEqual([true, true]);
		}
	}));
