import { handedOn } from '#core/log/marks.ts';
import { pinHandedOn } from '#core/log/pin.ts';
import type { Branch, Session } from '#core/session/session.ts';
import type { Turn } from '#core/log/turn.ts';
import { refuseLost } from '#db/forgetting/tombstones.ts';
import type { Truth } from '#db/schema.ts';
import { changeInside, refuseClosed } from '#db/log/sessions.ts';
import { Refused, storingIn, type Stored } from '#db/storing.ts';

/** What is asked or answered elsewhere than at the end. Refused as `appendTurn` is where the session is closed. */

/**
 * A new branch with its first turn, in one transaction: no branch is ever seen empty because a tab was closed. What it is
 * asked in the place of waits for the network no more; if it did, this turn does, until it is answered. If it was pinned,
 * this one is too, in its own words.
 */
export const addForkedTurn = (
	db: Truth,
	{
		branch,
		turn,
		replaced
	}: { readonly branch: Branch; readonly turn: Turn; readonly replaced: string }
): Promise<Stored<Session>> =>
	storingIn(
		db,
		[db.sessions, db.branches, db.turns, db.marks, db.pins, db.tombstones],
		async () => {
			const { sessionId, turnId, seq, askedAt } = turn;
			if (seq !== branch.forkSeq) throw new Refused({ kind: 'changed-meanwhile' });
			await refuseLost(db, [sessionId]);
			await db.branches.add({ ...branch, headSeq: seq });
			await db.turns.add(turn);
			const marks = await db.marks.bulkGet(handedOn.map((kind) => [sessionId, replaced, kind]));
			for (const mark of marks) {
				const isAnswered = mark?.saidBefore !== undefined;
				// Nothing of the new answer is there yet.
				if (mark) await db.marks.put({ ...mark, turnId, ...(isAnswered && { saidBefore: -1 }) });
			}
			await db.marks.delete([sessionId, replaced, 'waiting']);
			const pinned = pinHandedOn(await db.marks.get([sessionId, replaced, 'pinned']), turn);
			if (pinned) {
				await db.marks.put(pinned.mark);
				await db.pins.put(pinned.pin);
			}
			return changeInside(db, sessionId, (session) => {
				refuseClosed(session);
				return { branch: branch.branch, activeAt: askedAt };
			});
		}
	);

/** A new branch and the step onto it, in one transaction. */
export const addBranch = (db: Truth, branch: Branch): Promise<Stored<void>> =>
	storingIn(db, [db.sessions, db.branches, db.tombstones], async () => {
		await refuseLost(db, [branch.sessionId]);
		await db.branches.add(branch);
		await enterInside(db, branch);
	});

/** Put the branch on screen in which an answer is about to be written. */
export const enterBranch = (
	db: Truth,
	place: Pick<Branch, 'sessionId' | 'branch'>
): Promise<Stored<Session>> =>
	storingIn(db, [db.sessions, db.tombstones], async () => {
		await refuseLost(db, [place.sessionId]);
		return enterInside(db, place);
	});

const enterInside = (
	db: Truth,
	{ sessionId, branch }: Pick<Branch, 'sessionId' | 'branch'>
): Promise<Session> =>
	changeInside(db, sessionId, (session) => {
		refuseClosed(session);
		return { branch };
	});
