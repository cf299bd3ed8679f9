import { branchAt, type Path } from '#core/path.ts';
import type { Failure } from '#core/failure.ts';
import type { Exchange } from '#core/turn.ts';
import type { Truth } from '#db/schema.ts';
import { readExchanges } from '#db/turns.ts';
import { readArchive, type ArchivePorts } from '#flows/read-archive.ts';

/** Reads turns wherever they lie: in the tables, or in the archives of their session once they were let go. */

interface Range {
	readonly fromSeq: number;
	readonly throughSeq: number;
}

type Originals =
	| { readonly status: 'read'; readonly exchanges: readonly Exchange[] }
	/** Turns are in no archive that can be read. */
	| { readonly status: 'failed'; readonly failure: Failure };

/** Every turn of a range of a path, in order. Archives are opened only while turns are missing, the newest first. */
export async function readOriginals(
	ports: ArchivePorts,
	sessionId: string,
	path: Path,
	range: Range
): Promise<Originals> {
	const { db } = ports;
	const bySeq = new Map<number, Exchange>();
	for (const exchange of await readExchanges(db, sessionId, path, range))
		bySeq.set(exchange.turn.seq, exchange);
	const missing = (): number[] => seqsOf(range).filter((seq) => !bySeq.has(seq));
	let damaged: string | null = null;
	for (const { id, path: place } of missing().length === 0 ? [] : await archivesOf(db, sessionId)) {
		const read = await readArchive(ports, { archiveId: id });
		if (read.status === 'failed' || read.damaged > 0) damaged = place;
		for (const exchange of read.status === 'read' ? read.exchanges : []) {
			const { seq, branch } = exchange.turn;
			const isWanted = seq >= range.fromSeq && seq <= range.throughSeq && !bySeq.has(seq);
			if (isWanted && branchAt(path, seq) === branch) bySeq.set(seq, exchange);
		}
		if (missing().length === 0) break;
	}
	if (missing().length > 0)
		return { status: 'failed', failure: { kind: 'damaged', what: damaged ?? sessionId } };
	const exchanges = [...bySeq.values()].sort((a, b) => a.turn.seq - b.turn.seq);
	return { status: 'read', exchanges };
}

const seqsOf = ({ fromSeq, throughSeq }: Range): readonly number[] =>
	Array.from({ length: Math.max(0, throughSeq - fromSeq + 1) }, (_, at) => fromSeq + at);

async function archivesOf(db: Truth, sessionId: string) {
	const rows = await db.archives.where('sessionId').equals(sessionId).toArray();
	return rows.filter((row) => row.deletedAt === null).sort((a, b) => b.createdAt - a.createdAt);
}
