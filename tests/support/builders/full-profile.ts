import { sha256 } from '#core/sha256.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { Truth } from '#db/schema.ts';
import { archiveSummary } from '#flows/archives/archive-covered.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import type { Clock } from '#flows/ports.ts';
import { packer } from '#worker/workshop/packer.ts';
import { aCompaction } from './a-compaction.ts';
import { aProposal } from './a-proposal.ts';
import { aSummary } from './a-summary.ts';
import { aSession } from './a-session.ts';
import { someExchanges, storeSession } from './stored-session.ts';
import { aLedgerEntry } from './a-ledger-entry.ts';

/** A small profile with something in every table, and all tables as plain rows. */

/** As a second opinion stands on a summary. */
const opinion: NonNullable<Summary['opinion']> = {
	model: 'claude-test',
	promptId: 'opinion-1',
	at: 2,
	usage: { input: 10, cacheRead: 0, cacheWrite: 0, output: 5 },
	cost: null,
	about: 'wording',
	findings: [{ kind: 'missing', text: 'The gate stays closed.', turnId: null }],
	cutOff: false,
	gaps: { turns: { from: 1, through: 2 }, pieces: 0, images: 0, kept: 1 }
};

/** Something in every table. */
export async function fillTruth(into: Truth, clock: Clock): Promise<void> {
	await storeSession(into, aSession(), someExchanges(6));
	await into.summaries.put(aSummary(2, { through: { seq: 2, step: 0 }, opinion }));
	await archiveSummary({ db: into, clock, packer }, { summaryId: 'm1' });
	await saveMemoryFile(
		{ db: into, clock },
		{ path: 'MEMORY.md', text: '\uFEFF- a\r\n- b', expectedRev: null }
	);
	await saveMemoryFile(
		{ db: into, clock },
		{ path: 'memory/2026-11-20.md', text: '# x\n', expectedRev: null }
	);
	await into.marks.put({ sessionId: 's1', turnId: 's1-trunk-0', kind: 'pinned', at: 1 });
	await into.pins.put({ id: 'pin', sessionId: 's1', text: 'keep', turnId: null, at: 1 });
	await into.proposals.put(aProposal('Likes tea', { id: 'pr', sessionId: 's1', time: '12:00' }));
	await into.refusals.put({ hash: 'h', line: 'l', at: 1 });
	await into.compactions.put(aCompaction({ id: 'c', summaryId: 'm1' }));
	await into.memoryOrigins.put({
		id: 'o',
		path: 'MEMORY.md',
		line: 'a',
		sessionId: 's1',
		turnIds: ['s1-trunk-0'],
		origin: 'own',
		writer: 'user',
		at: 1,
		importance: null,
		tags: []
	});
	const bytes = new TextEncoder().encode('{"role":"user"}');
	await into.blobs.put({ sha256: sha256(bytes), bytes, mediaType: 'application/json', at: 1 });
	await into.ledger.put(aLedgerEntry({ id: 'l', messages: [sha256(bytes)] }));
	await into.cold.put({
		id: 'archive-0 trunk',
		sessionId: 's0',
		branch: 'trunk',
		fromSeq: 0,
		throughSeq: 0,
		archiveId: 'archive-0',
		turnIds: ['s0-trunk-0'],
		at: 1
	});
	await into.settings.put({ key: 'theme', value: 'dark' });
	await into.tombstones.put({ id: 'gone', kind: 'turn', at: 1 });
}

const plain = (row: unknown): unknown =>
	JSON.parse(
		JSON.stringify(row, (_, value: unknown) => (value instanceof Uint8Array ? [...value] : value))
	);

/** All tables as plain rows. What an import or export writes down about itself is no content. */
export async function plainTables(from: Truth): Promise<Record<string, unknown[]>> {
	const found: Record<string, unknown[]> = {};
	for (const table of from.tables) {
		const rows = (await table.toArray()) as Record<string, unknown>[];
		found[table.name] = rows
			.filter((row) => table.name !== 'activity' || row['kind'] !== 'import')
			.map(plain);
	}
	return found;
}
