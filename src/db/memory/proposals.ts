import { refusing } from '#core/desk/do-not-remember.ts';
import type { Mark } from '#core/log/turn.ts';
import type { Proposal, Refusal } from '#core/memory/memory.ts';
import type { Truth } from '#db/schema.ts';
import { Refused, storingIn, type Stored } from '#db/storing.ts';
import { forgettingNow, refuseForgotten, refuseForgottenSince } from '#db/forgetting/tombstones.ts';
import { marksOf } from '#db/log/turns.ts';

/** What waits at the review desk, and what is not to be remembered. To decide a proposal writes memory: see `decideProposals` in files.ts. */

/** By what it was judged whether a line may be proposed. */
export interface JudgedBy {
	readonly sessionId: string;
	/** How much was forgotten, see `forgettingNow`. */
	readonly forgotten: number;
	/** Of the session. */
	readonly marks: readonly Mark[];
}

/**
 * Look at what is known, and put on the desk what follows from that, in one transaction: two tabs do not ask the same
 * twice. Refused when something a line comes from was forgotten while it was made, and where it was judged by what is
 * so no more.
 */
export const lookAndPropose = <T>(
	db: Truth,
	judgedBy: JudgedBy | null,
	work: (add: (proposal: Proposal) => Promise<void>) => Promise<T>
): Promise<Stored<T>> =>
	storingIn(db, [db.proposals, db.tombstones, db.refusals, db.memoryFiles, db.marks], async () => {
		const add = async (proposal: Proposal) => {
			if (judgedBy) await refuseOvertaken(db, judgedBy);
			await refuseForgotten(db, [proposal.sessionId ?? '', ...proposal.turnIds]);
			await db.proposals.put(proposal);
		};
		return await work(add);
	});

async function refuseOvertaken(
	db: Truth,
	{ sessionId, forgotten, marks }: JudgedBy
): Promise<void> {
	const isSo =
		(await forgettingNow(db)) === forgotten &&
		JSON.stringify(await marksOf(db, sessionId)) === JSON.stringify(marks);
	if (!isSo) throw new Refused({ kind: 'changed-meanwhile' });
}

/**
 * Put the lines of a clean-up on the desk in the place of those of an earlier one that still wait. What was rejected
 * before is not proposed again. Refused when something was forgotten since the lines were read, when it was `forgotten`
 * (see `forgottenSoFar`). Returns how many wait.
 */
export const replaceTidying = (
	db: Truth,
	proposals: readonly Proposal[],
	forgotten: number
): Promise<Stored<number>> =>
	storingIn(db, [db.proposals, db.tombstones], async () => {
		await refuseForgottenSince(db, forgotten);
		const before = db.proposals.where('status').anyOf('waiting', 'superseded');
		for (const { withdrawn, ...old } of await before.toArray())
			// A withdrawn proposal goes too, for it would come back with its message.
			if (old.tidy && (old.status === 'waiting' || withdrawn))
				await db.proposals.put({ ...old, status: 'superseded' });
		const key = ({ text, offered = text, tidy }: Proposal) =>
			JSON.stringify([offered, tidy?.act, tidy?.takes]);
		const rejected = await db.proposals.where('status').equals('rejected').toArray();
		const known = new Set(rejected.filter(({ tidy }) => tidy).map(key));
		const fresh = proposals.filter((proposal) => !known.has(key(proposal)));
		await db.proposals.bulkPut(fresh);
		return fresh.length;
	});

/**
 * Gives those that were accepted in other words than they were offered in: read when it is asked first, and kept for as
 * long as somebody holds on to it, for all that was ever accepted is read. No index leads there, and one more would be a
 * version of the database that shuts out the tabs of an older one.
 */
export function correctionsOnce(db: Truth): () => Promise<readonly Proposal[]> {
	let rows: readonly Proposal[] | undefined;
	return async () => {
		if (rows) return rows;
		// All at once: to ask the database of each row takes far longer.
		const accepted = await db.proposals.where('status').equals('accepted').toArray();
		return (rows = accepted.filter(({ offered }) => offered !== undefined));
	};
}

/**
 * Change a waiting proposal: its text with the hash that belongs to it, what it would replace, whose it is. Of another
 * text the words in which it was offered are kept.
 */
export const changeProposal = (
	db: Truth,
	id: string,
	change: Partial<
		Pick<
			Proposal,
			'text' | 'hash' | 'replaces' | 'path' | 'home' | 'origin' | 'sessionId' | 'turnIds'
		>
	>
): Promise<Stored<Proposal>> =>
	storingIn(db, [db.proposals], async () => {
		const proposal = await db.proposals.get(id);
		if (proposal?.status !== 'waiting') throw new Refused({ kind: 'changed-meanwhile' });
		const { text, offered = text } = proposal;
		const isOther = change.text !== undefined && change.text !== offered;
		const next = { ...proposal, ...change, ...(isOther && { offered }) };
		await db.proposals.put(next);
		return next;
	});

/**
 * Inside a transaction that spans the proposals: take what is meant off the desk, or put back what was taken off it so;
 * what was superseded otherwise stays.
 */
export async function withdrawInside(
	db: Truth,
	isMeant: (proposal: Proposal) => boolean,
	withdrawn: boolean
): Promise<void> {
	const from = withdrawn ? 'waiting' : 'superseded';
	const rows = await db.proposals.where('status').equals(from).filter(isMeant).toArray();
	for (const row of rows)
		if (withdrawn) await db.proposals.put({ ...row, status: 'superseded', withdrawn });
		else if (row.withdrawn) await db.proposals.put({ ...row, status: 'waiting', withdrawn });
}

export const refusals = (db: Truth): Promise<Refusal[]> => db.refusals.toArray();

/** Put a line on the do-not-remember list; what waits and is meant by it is rejected, but for changes of a clean-up. */
export const addRefusal = (
	db: Truth,
	refusal: Refusal,
	isMeant: (text: string) => boolean
): Promise<Stored<void>> =>
	storingIn(db, [db.refusals, db.proposals], async () => {
		const waiting = await db.proposals.where('status').equals('waiting').toArray();
		const taken = waiting.filter((row) => !row.tidy && isMeant(row.text));
		// With one that was there already come back what it took, too.
		await refuseInside(db, refusal, taken);
	});

/** Inside a transaction that spans both: what a refusal takes from the desk comes back with it. */
async function refuseInside(
	db: Truth,
	refusal: Refusal,
	taken: readonly Proposal[]
): Promise<void> {
	await db.proposals.bulkPut(taken.map((row) => ({ ...row, status: 'rejected' })));
	const { took: before = [] } = (await db.refusals.get(refusal.hash)) ?? {};
	const took = [...before, ...taken.map(({ id }) => id)];
	await db.refusals.put(took.length === 0 ? refusal : { ...refusal, took });
}

/**
 * After rows have come from elsewhere, take off the desk what is not to be remembered: the line came to where it was
 * refused, or the refusal to where it waits.
 */
export const refuseBrought = (db: Truth): Promise<void> =>
	db.transaction('rw', db.refusals, db.proposals, async () => {
		const refusalOf = refusing(await db.refusals.toArray());
		for (const line of await db.proposals.where('status').equals('waiting').toArray()) {
			const refusal = refusalOf(line);
			if (refusal) await refuseInside(db, refusal, [line]);
		}
	});

/** Take a line off the do-not-remember list, or put back the row that was `former`; what it took from the desk since waits again. */
export const removeRefusal = (
	db: Truth,
	hash: string,
	former: Refusal | undefined
): Promise<Stored<void>> =>
	storingIn(db, [db.refusals, db.proposals], async () => {
		const { took = [] } = (await db.refusals.get(hash)) ?? {};
		if (former) await db.refusals.put(former);
		else await db.refusals.delete(hash);
		const since = took.filter((id) => !former?.took?.includes(id));
		const rows = (await db.proposals.bulkGet(since)).filter((row) => row !== undefined);
		const rejected = rows.filter(({ status }) => status === 'rejected');
		await db.proposals.bulkPut(rejected.map((row) => ({ ...row, status: 'waiting' })));
	});
