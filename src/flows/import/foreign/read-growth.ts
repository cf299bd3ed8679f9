import { beginAlike } from '#core/import/alike.ts';
import {
	growthOf,
	isBeginningOf,
	placesToKnow,
	type Growth,
	type SessionRows
} from '#core/import/growth.ts';
import { growthByWords, isWholeImport, type GrowthByWords } from '#core/import/growth-by-words.ts';
import { ownPart } from '#core/log/path.ts';
import { trunk, type Branch } from '#core/session/session.ts';
import { placeKey, type Exchange } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf } from '#db/log/sessions.ts';
import type { readHotExchanges } from '#db/log/turns.ts';

/** What a file has of a session beyond what is here. The preview shows it and the import brings it; both ask here. */

/** Reads stretches of a session. Inside a transaction no archive is opened: there only rows that are here are read. */
type Read = typeof readHotExchanges;

/** What a file adds, and what it has beyond the branches that are kept. `shown`: the branch on screen in the product. */
export type ReadGrowth = Growth & Pick<GrowthByWords, 'shown' | 'leftOut'>;

/** Words tell what an import adds to an import, where both are whole; hashes do for all others, along the trunk. */
export async function readGrowth(db: Truth, rows: SessionRows, read: Read): Promise<ReadGrowth> {
	const { id } = rows.session;
	const here = await branchesOf(db, id);
	const isForeign = rows.exchanges[0]?.turn.source === 'import';
	if (isForeign && (await isHereAsItIs(db, here, rows, read))) return nothing;
	if (isForeign && isWholeImport(rows)) {
		const exchanges = await read(db, id, here.map(ownPart));
		if (isWholeImport({ branches: here, exchanges })) {
			const there = { ...rows, branches: here, exchanges };
			return growthByWords(there, rows, await notSummarised(db, id));
		}
	}
	if (isForeign && !(await goesOnInTrunk(db, here, rows, read))) return nothing;
	const wanted = isForeign ? await withoutTwins(db, here, rows, read) : rows;
	const exchanges = new Map<string, Exchange>();
	for (const { branch, seq } of placesToKnow(here, wanted)) {
		const [found] = await read(db, id, [{ branch, fromSeq: seq, throughSeq: seq }]);
		if (found) exchanges.set(placeKey(found.turn), found);
	}
	return { ...growthOf({ branches: here, exchanges }, wanted), shown: null, leftOut: 0 };
}

const nothing: ReadGrowth = {
	branches: [],
	turns: [],
	steps: [],
	isLater: false,
	shown: null,
	leftOut: 0
};

/** The usual case costs little: every branch of the file ends with a turn that is at the same place here, by its hash. */
async function isHereAsItIs(
	db: Truth,
	here: readonly Branch[],
	{ session: { id }, branches, exchanges }: SessionRows,
	read: Read
): Promise<boolean> {
	const inFile = new Map(exchanges.map((exchange) => [placeKey(exchange.turn), exchange]));
	for (const { branch, headSeq } of branches) {
		const last = inFile.get(placeKey({ branch, seq: headSeq }));
		const isNamed = last && here.some((row) => row.branch === branch);
		const [same] = isNamed
			? await read(db, id, [{ branch, fromSeq: headSeq, throughSeq: headSeq }])
			: [];
		if (!last || !same || !isBeginningOf(last, same)) return false;
	}
	return true;
}

/** Whether no summary stands for a turn: what one covers stays as it was. */
async function notSummarised(
	db: Truth,
	sessionId: string
): Promise<(exchange: Exchange) => boolean> {
	const summaries = await db.summaries.where('sessionId').equals(sessionId).toArray();
	return ({ turn }) =>
		summaries.every(({ branch, through }) => branch !== turn.branch || through.seq < turn.seq);
}

/** The trunk that is here is where the trunk of the file begins. */
async function goesOnInTrunk(
	db: Truth,
	here: readonly Branch[],
	{ session: { id }, exchanges }: SessionRows,
	read: Read
): Promise<boolean> {
	const seq = here.find(({ branch }) => branch === trunk)?.headSeq ?? -1;
	const [head] = await read(db, id, [{ branch: trunk, fromSeq: seq, throughSeq: seq }]);
	const same = exchanges.find(({ turn }) => turn.branch === trunk && turn.seq === seq);
	return head !== undefined && same !== undefined && isBeginningOf(head, same);
}

/**
 * A branch that was on screen in the product once has another name here: one that begins with the same words is here
 * already.
 */
async function withoutTwins(
	db: Truth,
	here: readonly Branch[],
	rows: SessionRows,
	read: Read
): Promise<SessionRows> {
	const branches: Branch[] = [];
	for (const row of rows.branches) {
		const first = rows.exchanges.find(
			({ turn }) => turn.branch === row.branch && turn.seq === row.forkSeq
		);
		const isNew = first && here.every(({ branch }) => branch !== row.branch);
		const seq = row.forkSeq;
		const beside = isNew
			? await read(
					db,
					rows.session.id,
					here
						.filter(({ forkSeq, headSeq }) => forkSeq <= seq && seq <= headSeq)
						.map(({ branch }) => ({ branch, fromSeq: seq, throughSeq: seq }))
				)
			: [];
		if (!beside.some((other) => first && beginAlike(other, first))) branches.push(row);
	}
	return { ...rows, branches };
}
