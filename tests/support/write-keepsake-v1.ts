import 'fake-indexeddb/auto';
import { Buffer } from 'node:buffer';
import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { chainEnd } from '#core/log/chain.ts';
import { normaliseLine } from '#core/lines/line.ts';
import { sha256 } from '#core/sha256.ts';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { archiveSummary } from '#flows/archives/archive-covered.ts';
import { fileRequest, closeRequest } from '#flows/prompt/keep-ledger.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { packer } from '#worker/workshop/packer.ts';
import { aCompaction } from './builders/a-compaction.ts';
import { aProposal } from './builders/a-proposal.ts';
import { aSummary } from './builders/a-summary.ts';
import { aSession } from './builders/a-session.ts';
import { aBranch, someExchanges, storeSession } from './builders/stored-session.ts';

/**
 * Writes what version 1 of the database holds, one small profile with rows in every table, to the file given:
 * `node scripts/run.js tests/support/write-keepsake-v1.ts tests/fixtures/keepsake-v1.json`. Run once for each version
 * of the schema, under a new name; an older fixture is never written again.
 */

let ids = 0;
const clock = {
	now: () => 1_700_000_100_000 + ids,
	zone: () => 'Europe/Berlin',
	newId: () => `id-${String(++ids).padStart(4, '0')}`
};

async function fill(db: Truth): Promise<void> {
	const trunk = someExchanges(4);
	const second = trunk[1];
	const last = trunk[3];
	if (!second || !last) throw new Error('The builder made too few exchanges');
	const fork = someExchanges(1, { branch: 'edited', from: 2, previous: chainEnd(second) });
	await storeSession(db, aSession({ rev: 3 }), trunk);
	await db.branches.bulkPut([
		aBranch({ headSeq: 3 }),
		aBranch({ branch: 'edited', parent: 'trunk', forkSeq: 2, headSeq: 2 })
	]);
	await db.turns.bulkPut(fork.map(({ turn }) => turn));
	await db.steps.bulkPut(fork.flatMap(({ steps }) => steps));

	const text = 'They counted from nought to one.';
	await db.summaries.put(
		aSummary(1, {
			id: 'sum-1',
			through: { seq: 1, step: 1 },
			throughHash: chainEnd(second),
			text,
			originalText: text,
			compactionId: 'job-1'
		})
	);
	await db.compactions.put(
		aCompaction({
			id: 'job-1',
			summaryId: 'sum-1',
			createdAt: 1_700_000_050_000,
			updatedAt: 1_700_000_060_000
		})
	);
	await archiveSummary({ db, clock, packer }, { summaryId: 'sum-1' });
	await db.cold.put({
		id: 'archive-0 trunk',
		sessionId: 's0',
		branch: 'trunk',
		fromSeq: 0,
		throughSeq: 0,
		archiveId: 'archive-0',
		turnIds: ['s0-trunk-0'],
		at: 1
	});

	const line = 'Prefers aisle seats';
	await saveMemoryFile(
		{ db, clock },
		{ path: 'MEMORY.md', text: `# Me\n\n- ${line}\n`, expectedRev: null }
	);
	await db.memoryOrigins.put({
		id: 'origin-1',
		path: 'MEMORY.md',
		line: normaliseLine(line),
		sessionId: 's1',
		turnIds: [second.turn.turnId],
		origin: 'own',
		writer: 'compaction',
		at: 1_700_000_070_000,
		importance: null,
		tags: []
	});
	await db.proposals.put(
		aProposal('Likes numbers', {
			id: 'proposal-1',
			path: 'memory/2023-11-14.md',
			origin: 'assistant',
			sessionId: 's1',
			turnIds: [second.turn.turnId],
			createdAt: 1_700_000_080_000,
			time: '23:14'
		})
	);
	await db.refusals.put({ hash: sha256('likes rain'), line: 'likes rain', at: 1_700_000_090_000 });
	await db.pins.put({
		id: 'pin-1',
		sessionId: 's1',
		text: 'Seat 4C',
		turnId: null,
		at: 1_700_000_091_000
	});
	await db.marks.put({
		sessionId: 's1',
		turnId: last.turn.turnId,
		kind: 'left-out',
		at: 1_700_000_092_000
	});
	await db.tombstones.put({ id: 'gone-1', kind: 'session', at: 1_700_000_093_000 });
	await writeSetting(db, 'theme', 'dark');
	const filed = await fileRequest(
		{ db, clock },
		{
			kind: 'chat',
			body: {
				model: 'claude-test',
				max_tokens: 1000,
				system: [{ type: 'text', text: 'Be kind.' }],
				messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }]
			},
			sessionId: 's1',
			turnId: last.turn.turnId,
			step: 0,
			segments: [{ source: 'base', tokens: 3, on: true }],
			endpoint: 'https://api.example.com',
			tokens: 5,
			forgotten: await forgettingNow(db)
		}
	);
	if (filed.status === 'stored')
		await closeRequest({ db, clock }, filed.value.id, { outcome: 'answered', cost: 0.001 });
}

/** Bytes as text, because the file is JSON. */
const plain = (_key: string, value: unknown): unknown =>
	value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;

const [, , target] = process.argv;
if (target === undefined) throw new Error('Say where to write the fixture');
const db = new Truth('fixture');
await fill(db);
const tables: Record<string, { schema: string; rows: unknown[] }> = {};
for (const table of db.tables) {
	const { primKey, indexes } = table.schema;
	tables[table.name] = {
		schema: [primKey.src, ...indexes.map((index) => index.src)].join(','),
		rows: await table.toArray()
	};
}
writeFileSync(target, `${JSON.stringify({ version: db.verno, tables }, plain, '\t')}\n`);
