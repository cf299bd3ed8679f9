import {
	growthOf,
	isBeginningOf,
	nothingMore,
	placesToKnow,
	type Growth,
	type SessionRows
} from '#core/import/growth/growth.ts';
import { growthOfTrees, isWhole, type TreeGrowth } from '#core/import/growth/growth-of-trees.ts';
import { ownPart } from '#core/log/path.ts';
import type { Branch } from '#core/session/session.ts';
import { placeKey, type Exchange } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf } from '#db/log/sessions.ts';
import type { readHotExchanges } from '#db/log/turns.ts';

/** What a file has of a session beyond what is here. The preview shows it and the import brings it; both ask here. */

/** Reads stretches of a session. Inside a transaction no archive is opened: there only rows that are here are read. */
type Read = typeof readHotExchanges;

/** What a file adds, and what it has beyond the branches that are kept. `shown`: the branch on screen in the product. */
export type ReadGrowth = Growth & Pick<TreeGrowth, 'shown' | 'leftOut'>;

/**
 * Where nothing here went another way, the ends of branches tell what a file of our own adds. Else all of it and of what is
 * here is read, and the trees of turns tell. A backup that is believed (`isBelieved`) is of our own also where it holds what
 * another product has said, as long as nothing here is missing from it; of any other no state is later.
 */
export async function readGrowth(
	db: Truth,
	rows: SessionRows,
	{ read, isBelieved }: { readonly read: Read; readonly isBelieved: boolean }
): Promise<ReadGrowth> {
	const { id } = rows.session;
	const here = await branchesOf(db, id);
	const isForeign = rows.exchanges.every(({ turn }) => turn.source === 'import');
	const byHashes = isForeign && !isBelieved ? null : await growthByHashes(db, here, rows, read);
	if (byHashes && isPlain(here, byHashes) && (!isForeign || byHashes.isLater)) return byHashes;
	if (await isHereAsItIs(db, here, rows, read)) return nothing;
	if (isWhole(rows)) {
		const there = { ...rows, branches: here, exchanges: await read(db, id, here.map(ownPart)) };
		if (isWhole(there)) {
			const growth = growthOfTrees(there, rows, await mayBeCompleted(db, id));
			return { ...growth, isLater: isBelieved && growth.isLater };
		}
	}
	const growth = byHashes ?? (await growthByHashes(db, here, rows, read));
	return isForeign ? { ...growth, isLater: false } : growth;
}

/**
 * Whether ends of branches tell all: what is here goes on where it stands, or nothing comes. What comes under another name may
 * be here already, or ask again what was forgotten.
 */
function isPlain(here: readonly Branch[], { isLater, isHeldBack, branches }: Growth): boolean {
	const names = new Set(here.map(({ branch }) => branch));
	const isSame = isLater && branches.every(({ branch }) => names.has(branch));
	return !isHeldBack && (isSame || branches.length === 0);
}

async function growthByHashes(
	db: Truth,
	here: readonly Branch[],
	rows: SessionRows,
	read: Read
): Promise<ReadGrowth> {
	const { id } = rows.session;
	const exchanges = new Map<string, Exchange>();
	for (const { branch, seq } of placesToKnow(here, rows)) {
		const [found] = await read(db, id, [{ branch, fromSeq: seq, throughSeq: seq }]);
		if (found) exchanges.set(placeKey(found.turn), found);
	}
	const growth = growthOf({ branches: here, exchanges }, rows, await mayBeCompleted(db, id));
	return { ...growth, shown: null, leftOut: 0 };
}

const nothing: ReadGrowth = { ...nothingMore, shown: null, leftOut: 0 };

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

/** Whether no summary stands for a turn, and no reply to it is being written: what hangs on it stays as it was. */
async function mayBeCompleted(
	db: Truth,
	sessionId: string
): Promise<(exchange: Exchange) => boolean> {
	const [summaries, requests] = await Promise.all([
		db.summaries.where('sessionId').equals(sessionId).toArray(),
		db.ledger.where('sessionId').equals(sessionId).toArray()
	]);
	const underWay = new Set(
		requests.flatMap(({ outcome, turnId }) => (outcome === 'sent' ? [turnId] : []))
	);
	return ({ turn }) =>
		!underWay.has(turn.turnId) &&
		summaries.every(({ branch, through }) => branch !== turn.branch || through.seq < turn.seq);
}
