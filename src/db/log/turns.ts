import { grouped } from '#core/grouped.ts';
import { slicePath, type Path, type PathPart } from '#core/log/path.ts';
import { placeKey, type Exchange, type Mark, type Step, type Turn } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { coldOf, coldPlace, coldTurn, withCold, type Placed } from '#db/archives/cold.ts';

/** Turns, steps and marks as they are read. What the first screen reads stands apart from what writes (append.ts). */

/** The rows of a session that are here; what lies in archives alone is not among them. */
export const turnsOf = (db: Truth, sessionId: string) =>
	db.turns.where('[sessionId+branch+seq]').between([sessionId], [sessionId, []]);
export const stepsOf = (db: Truth, sessionId: string) =>
	db.steps.where('[sessionId+branch+seq+index]').between([sessionId], [sessionId, []]);

/** The same of a part of it. */
export const turnsOfPart = (db: Truth, sessionId: string, part: PathPart) =>
	db.turns
		.where('[sessionId+branch+seq]')
		.between(
			[sessionId, part.branch, part.fromSeq],
			[sessionId, part.branch, part.throughSeq],
			true,
			true
		);

export const stepsOfPart = (db: Truth, sessionId: string, part: PathPart) =>
	db.steps
		.where('[sessionId+branch+seq+index]')
		.between([sessionId, part.branch, part.fromSeq], [sessionId, part.branch, part.throughSeq, []]);

async function readHotPart(db: Truth, sessionId: string, part: PathPart): Promise<Exchange[]> {
	const [turns, steps] = await Promise.all([
		turnsOfPart(db, sessionId, part).toArray(),
		stepsOfPart(db, sessionId, part).toArray()
	]);
	return withSteps(turns, steps);
}

/** Turns with their steps. */
export function withSteps(turns: readonly Turn[], steps: readonly Step[]): Exchange[] {
	const byPlace = grouped(steps, placeKey);
	return turns.map((turn) => ({ turn, steps: byPlace.get(placeKey(turn)) ?? [] }));
}

/** A range of seqs, both ends included. */
type SeqRange = Pick<PathPart, 'fromSeq' | 'throughSeq'>;

const everything: SeqRange = { fromSeq: 0, throughSeq: Infinity };

/** What `read` gives of each part of a path that lies in a range, in order. */
async function readParts(
	path: Path,
	{ fromSeq, throughSeq }: SeqRange,
	read: (part: PathPart) => Promise<readonly Exchange[]>
): Promise<Exchange[]> {
	return (await Promise.all(slicePath(path, fromSeq, throughSeq).map(read))).flat();
}

/**
 * Turns with their steps in a range of a path, in order, wherever they lie: those whose rows are gone come from their
 * archive. Costs as much as the range is long.
 */
export const readExchanges = (
	db: Truth,
	sessionId: string,
	path: Path,
	range: SeqRange = everything
): Promise<Exchange[]> =>
	readParts(path, range, async (part) =>
		withArchived(db, sessionId, part, await readHotPart(db, sessionId, part))
	);

/** Only those whose rows are here. */
export const readHotExchanges = (
	db: Truth,
	sessionId: string,
	path: Path,
	range: SeqRange = everything
): Promise<Exchange[]> => readParts(path, range, (part) => readHotPart(db, sessionId, part));

/**
 * Rows that are here, and what of the part lies in archives. No gap, nothing cold: the usual case costs no look, and no
 * transaction whose end would be waited for. Where a turn is missing its row has come back between two looks, or its
 * archive has gone: then all is looked up once more, at one moment.
 */
export async function withArchived(
	db: Truth,
	sessionId: string,
	part: PathPart,
	hot: readonly Exchange[]
): Promise<readonly Exchange[]> {
	const isWhole = (read: readonly Exchange[]): boolean =>
		read.length > part.throughSeq - part.fromSeq;
	if (isWhole(hot)) return hot;
	const read = await withCold(db, { part, hot, cold: await coldOf(db, sessionId) });
	if (isWhole(read)) return read;
	const now = await db.transaction('r', db.turns, db.steps, db.cold, async () => ({
		part,
		hot: await readHotPart(db, sessionId, part),
		cold: await coldOf(db, sessionId)
	}));
	return withCold(db, now);
}

/** The turn of that number on a path, with its steps; undefined also for a number before the first. */
export async function exchangeAt(
	db: Truth,
	sessionId: string,
	path: Path,
	seq: number
): Promise<Exchange | undefined> {
	const [found] = await readExchanges(db, sessionId, path, { fromSeq: seq, throughSeq: seq });
	return found;
}

/** One turn with its steps, or undefined. */
export const readExchange = (
	db: Truth,
	{ sessionId, branch, seq }: Pick<Turn, 'sessionId' | 'branch' | 'seq'>
): Promise<Exchange | undefined> =>
	exchangeAt(db, sessionId, [{ branch, fromSeq: seq, throughSeq: seq }], seq);

/** A turn by its id. Reads rows of one session only. */
export const findTurn = (db: Truth, sessionId: string, turnId: string): Promise<Turn | undefined> =>
	findWith(coldTurn, db, sessionId, turnId);

/** Where a turn stands, by its id: for links. Also where no archive can be opened. */
export const findPlace = (
	db: Truth,
	sessionId: string,
	turnId: string
): Promise<Placed | undefined> => findWith<Placed>(coldPlace, db, sessionId, turnId);

async function findWith<Found extends Placed>(
	cold: (db: Truth, sessionId: string, turnId: string) => Promise<Found | undefined>,
	db: Truth,
	sessionId: string,
	turnId: string
): Promise<Found | Turn | undefined> {
	const hot = () =>
		turnsOf(db, sessionId)
			.filter((turn) => turn.turnId === turnId)
			.first();
	// The row may have come back from its archive between the two looks.
	return (await hot()) ?? (await cold(db, sessionId, turnId)) ?? hot();
}

/** Turns of a session by their ids, wherever they lie, in one pass over its rows; one of each archive that holds any. */
export async function findTurns(
	db: Truth,
	sessionId: string,
	turnIds: ReadonlySet<string>
): Promise<readonly Turn[]> {
	const found = new Map<string, Turn>();
	const isMissing = ({ turnId }: Turn): boolean => turnIds.has(turnId) && !found.has(turnId);
	const take = (turns: readonly Turn[]): void => {
		for (const turn of turns) if (isMissing(turn)) found.set(turn.turnId, turn);
	};
	const rows = turnsOf(db, sessionId);
	take(await rows.filter(isMissing).toArray());
	if (found.size === turnIds.size) return [...found.values()];
	for (const range of await coldOf(db, sessionId))
		if (range.turnIds.some((id) => turnIds.has(id) && !found.has(id)))
			take((await Promise.resolve(db.openArchive(range))).map(({ turn }) => turn));
	// Rows may have come back from their archive between the two looks.
	if (found.size < turnIds.size) take(await rows.filter(isMissing).toArray());
	return [...found.values()];
}

export const marksOf = (db: Truth, sessionId: string): Promise<Mark[]> =>
	db.marks.where('[sessionId+turnId+kind]').between([sessionId], [sessionId, []]).toArray();
