import { beginAlike } from '#core/import/alike.ts';
import {
	growthOf,
	isBeginningOf,
	placesToKnow,
	type Growth,
	type SessionRows
} from '#core/import/growth.ts';
import { otherWay, type Way } from '#core/import/other-way.ts';
import { pathOf } from '#core/log/path.ts';
import { trunk, type Branch } from '#core/session/session.ts';
import { placeKey, type Exchange } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf } from '#db/log/sessions.ts';
import type { readHotExchanges } from '#db/log/turns.ts';

/** What a file has of a session beyond what is here. The preview shows it and the import brings it; both ask here. */

/** Reads stretches of a session. Inside a transaction no archive is opened: there only rows that are here are read. */
type Read = typeof readHotExchanges;

/** `shown`: the branch that is on screen in the product now, where that is another one. */
export async function readGrowth(
	db: Truth,
	rows: SessionRows,
	read: Read
): Promise<Growth & { readonly shown: string | null }> {
	const { id } = rows.session;
	const here = await branchesOf(db, id);
	const known = async (wanted: SessionRows) => {
		const exchanges = new Map<string, Exchange>();
		for (const { branch, seq } of placesToKnow(here, wanted)) {
			const [found] = await read(db, id, [{ branch, fromSeq: seq, throughSeq: seq }]);
			if (found) exchanges.set(placeKey(found.turn), found);
		}
		return exchanges;
	};
	const isForeign = rows.exchanges[0]?.turn.source === 'import';
	if (!isForeign || (await goesOnInTrunk(db, here, rows, read))) {
		const wanted = isForeign ? await withoutTwins(db, here, rows, read) : rows;
		const growth = growthOf({ branches: here, exchanges: await known(wanted) }, wanted);
		return { ...growth, shown: null };
	}
	const turned = otherWay(rows, await waysHere(db, id, here, read));
	return turned
		? { ...turned.growth, shown: turned.shown }
		: { branches: [], turns: [], steps: [], isLater: false, shown: null };
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

/** The branches whose turns can all be read; the others are not compared. */
async function waysHere(
	db: Truth,
	id: string,
	here: readonly Branch[],
	read: Read
): Promise<Way[]> {
	const ways = await Promise.all(
		here.map(async (branch): Promise<Way> => {
			const path = pathOf(here, branch.branch);
			return { branch, exchanges: await read(db, id, path) };
		})
	);
	return ways.filter(({ branch, exchanges }) => exchanges.length === branch.headSeq + 1);
}
