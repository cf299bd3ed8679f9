import { expect, test } from 'vitest';
import { archiveLines } from '#core/archive/archive.ts';
import { chainEnd } from '#core/log/chain.ts';
import { sha256 } from '#core/sha256.ts';
import { archiveBytes, putArchive } from '#db/archives/archives.ts';
import { branchesOf } from '#db/log/sessions.ts';
import type { Truth } from '#db/schema.ts';
import { archiveSession, archiveTexts } from '#flows/archives/archive-covered.ts';
import { showArchive } from '#flows/archives/show-archive.ts';
import { packer } from '#worker/workshop/packer.ts';
import { importClock, importFile } from '../../support/apps/importing.ts';
import { another, db, withTarget } from '../../support/apps/import-target.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aBranch, someExchanges, storeSession } from '../../support/builders/stored-session.ts';

/** The branches of a session stand in its line of an archive; archives of before hold a line for each. */

withTarget();

const trunk = someExchanges(4);
const [, fork] = trunk;
if (!fork) throw new Error('no fork');
const other = someExchanges(2, { branch: 'b', from: 2, previous: chainEnd(fork) });
const branches = [
	aBranch({ branch: 'b', parent: 'trunk', forkSeq: 2, headSeq: 3 }),
	aBranch({ headSeq: 3 })
];
const session = aSession({ branch: 'b' });
const lines = archiveLines({ session, branches, exchanges: [...trunk, ...other], summaries: [] });

async function written(target: Truth) {
	await storeSession(target, session, trunk);
	await target.branches.bulkPut(branches);
	await target.turns.bulkPut(other.map(({ turn }) => turn));
	await target.steps.bulkPut(other.flatMap(({ steps }) => steps));
	const ports = { db: target, clock: importClock, packer };
	const outcome = await archiveSession(ports, { sessionId: 's1' });
	if (outcome.status !== 'archived') throw new Error(outcome.failure.kind);
	const bytes = await archiveBytes(target, outcome.archiveId);
	return {
		ports,
		archiveId: outcome.archiveId,
		texts: (await packer.unpack(bytes ?? new Uint8Array())).lines
	};
}

test('the archive of a session that went several ways has its line first, then turns and steps alone', async () => {
	const { ports, archiveId, texts } = await written(db);
	const [head, ...rest] = texts.map(
		(text) => JSON.parse(text) as { type: string; branches?: unknown }
	);
	expect(head).toMatchObject({ type: 'session', id: 's1' });
	expect(head?.branches).toEqual(await branchesOf(db, 's1'));
	expect([...new Set(rest.map(({ type }) => type))]).toEqual(['turn', 'step']);
	expect(await archiveSession(ports, { sessionId: 's1' })).toEqual({
		status: 'archived',
		archiveId
	});
	expect(await showArchive(ports, { archiveId })).toMatchObject({
		status: 'read',
		damaged: 0,
		branches
	});
});

test('an archive of before, with a line for each branch, reads as it did', async () => {
	const { ports, archiveId } = await written(db);
	const old = lines.map((line) => `${JSON.stringify(line)}\n`);
	expect(old.filter((text) => text.startsWith('{"type":"branch"'))).toHaveLength(2);
	const bytes = packer.pack(old);
	const [archive] = await db.archives.toArray();
	if (!archive) throw new Error('no archive');
	await putArchive(db, { archive: { ...archive, sha256: sha256(bytes) }, bytes }, 0);
	expect(await showArchive(ports, { archiveId })).toMatchObject({
		status: 'read',
		damaged: 0,
		branches
	});
});

test.each([
	['a field of the session', archiveTexts(lines)],
	['lines of their own', lines.map((line) => `${JSON.stringify(line)}\n`)]
])('a file with its branches as %s comes in with all of them', async (_, texts) => {
	const file = new File([packer.pack(texts) as Uint8Array<ArrayBuffer>], 's1.jsonl.gz');
	const target = another();
	expect(await importFile(target, { file, name: file.name })).toMatchObject({
		status: 'imported',
		turns: 6
	});
	expect(await target.branches.toArray()).toEqual(branches);
});
