import type { Failed } from '#core/failure.ts';
import type { ColdRange } from '#core/archive/stored.ts';
import type { PathPart } from '#core/log/path.ts';
import type { Exchange, Turn } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { Refused } from '#db/storing.ts';

/** Turns that lie in an archive alone: read from there, let go of, and taken back. */

/** What was read for `Truth.openArchive`, for whoever has others read it. */
export function readOf(
	read: { readonly status: 'read'; readonly exchanges: readonly Exchange[] } | Failed
): readonly Exchange[] {
	if (read.status === 'failed') throw new Refused(read.failure);
	return read.exchanges;
}

export type Placed = Pick<Turn, 'sessionId' | 'turnId' | 'branch' | 'seq'>;

/** Ranges of a session, in order of seq. */
export async function coldOf(db: Truth, sessionId: string): Promise<ColdRange[]> {
	const rows = await db.cold.where('sessionId').equals(sessionId).toArray();
	return rows.sort((a, b) => a.fromSeq - b.fromSeq);
}

/** Where the turns of a part are: the rows that are here, and the ranges that may hold the others. */
interface Standing {
	readonly part: PathPart;
	readonly hot: readonly Exchange[];
	readonly cold: readonly ColdRange[];
}

/** Fill the gaps between hot turns from the archives that hold them. A row that is here is never replaced. */
export async function withCold(db: Truth, { part, hot, cold }: Standing): Promise<Exchange[]> {
	const found = new Map(hot.map((exchange) => [exchange.turn.seq, exchange]));
	for (const range of cold) {
		const fromSeq = Math.max(range.fromSeq, part.fromSeq);
		const throughSeq = Math.min(range.throughSeq, part.throughSeq);
		if (range.branch !== part.branch || fromSeq > throughSeq) continue;
		const wanted = { archiveId: range.archiveId, branch: range.branch, fromSeq, throughSeq };
		// Inside a live query `Promise` is Dexie's own: behind it the query still notes what it reads.
		for (const exchange of await Promise.resolve(db.openArchive(wanted)))
			if (!found.has(exchange.turn.seq)) found.set(exchange.turn.seq, exchange);
	}
	return [...found.values()].sort((a, b) => a.turn.seq - b.turn.seq);
}

const coldRange = async (db: Truth, sessionId: string, turnId: string) =>
	(await coldOf(db, sessionId)).find((row) => row.turnIds.includes(turnId));

/** Where a cold turn stands; no archive is opened for it. */
export async function coldPlace(
	db: Truth,
	sessionId: string,
	turnId: string
): Promise<Placed | undefined> {
	const range = await coldRange(db, sessionId, turnId);
	if (!range) return undefined;
	const { branch, fromSeq, turnIds } = range;
	return { sessionId, turnId, branch, seq: fromSeq + turnIds.indexOf(turnId) };
}

/** A cold turn by its id. */
export async function coldTurn(
	db: Truth,
	sessionId: string,
	turnId: string
): Promise<Turn | undefined> {
	const range = await coldRange(db, sessionId, turnId);
	if (!range) return undefined;
	const read = await Promise.resolve(db.openArchive(range));
	return read.find(({ turn }) => turn.turnId === turnId)?.turn;
}
