import { stopgapTitle } from '#core/session/title.ts';
import type { Branch, Session } from '#core/session/session.ts';
import { chainEnd } from '#core/log/chain.ts';
import { isBehind } from '#core/log/marks.ts';
import { lastIndexOf, type Exchange, type MarkKind, type Step, type Turn } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { refuseLost } from '#db/forgetting/tombstones.ts';
import { changed, changeInside, refuseClosed } from '#db/log/sessions.ts';
import { Refused, storingIn, type Stored } from '#db/storing.ts';
import { stepsOfPart } from '#db/log/turns.ts';

/** Turns, steps and marks are appended, never edited. */

/** A session as it is stored with its first turn. */
interface FreshSession {
	readonly session: Session;
	readonly branch: Branch;
}

/**
 * Append a turn at the head of its branch; a session that is `fresh` is stored with it. Refused with
 * `changed-meanwhile` when the head has moved since the turn was made (seq stays gap-free whatever other tabs do), the
 * answer it is chained to (`last`, as it was read) was written on meanwhile, as an import may, or the session was ended or
 * deleted; with `forgotten` when it was forgotten: nothing under its id could ever be brought
 * back from a backup. All of it in one round and one commit: the answer is asked for behind it.
 */
export const appendTurn = (
	db: Truth,
	turn: Turn,
	{
		title = '',
		fresh = null,
		last
	}: {
		readonly title?: string;
		readonly fresh?: FreshSession | null;
		readonly last?: Exchange | undefined;
	} = {}
): Promise<Stored<void>> =>
	storingIn(db, [db.sessions, db.branches, db.turns, db.steps, db.tombstones], async () => {
		const [storedSession, storedBranch, tombstone, lastNow] = await Promise.all([
			db.sessions.get(turn.sessionId),
			db.branches.get([turn.sessionId, turn.branch]),
			db.tombstones.get(turn.sessionId),
			last && rowsAt(db, last.turn)
		]);
		if (tombstone) throw new Refused({ kind: 'forgotten' });
		const session = storedSession ?? fresh?.session;
		const branch = storedSession ? storedBranch : fresh?.branch;
		if (session) refuseClosed(session);
		if (!session || branch?.headSeq !== turn.seq - 1)
			throw new Refused({ kind: 'changed-meanwhile' });
		// What lies in an archive is written on by nobody.
		if (last && lastNow && chainEnd(lastNow) !== chainEnd(last))
			throw new Refused({ kind: 'changed-meanwhile' });
		// By its first message alone: a title goes with the words it is, and those are looked for there.
		const isNamed = turn.seq === 0 && title !== '' && session.titleFrom === 'none';
		await Promise.all([
			db.turns.add(turn),
			db.branches.put({ ...branch, headSeq: turn.seq }),
			db.sessions.put(
				changed(session, {
					activeAt: turn.askedAt,
					...(isNamed
						? { title, titleFrom: title === stopgapTitle ? 'none' : 'first-message' }
						: {})
				})
			)
		]);
	});

/** A turn and its steps as their rows are; undefined: they are not here. */
async function rowsAt(
	db: Truth,
	{ sessionId, branch, seq }: Pick<Turn, 'sessionId' | 'branch' | 'seq'>
): Promise<Exchange | undefined> {
	const [turn, steps] = await Promise.all([
		db.turns.get([sessionId, branch, seq]),
		stepsOfPart(db, sessionId, { branch, fromSeq: seq, throughSeq: seq }).toArray()
	]);
	return turn && { turn, steps };
}

/**
 * First write of a step: the assistant's message. Refused when its place is taken, what it is chained to (`link`) does not
 * end its turn any more, or its turn was forgotten or is not there any more: a copy that took the place of everything may
 * not have known it, and the next question of that number would be shown with the answer to this one. `isNewest`: also
 * where another turn is chained to the end of this one by now.
 */
export const appendStep = (
	db: Truth,
	step: Step,
	link: string,
	{ isNewest = false } = {}
): Promise<Stored<void>> =>
	storingIn(db, [db.sessions, db.turns, db.steps], async () => {
		const { sessionId, branch, seq } = step;
		if (isNewest && (await db.turns.get([sessionId, branch, seq + 1])))
			throw new Refused({ kind: 'changed-meanwhile' });
		const now = await rowsAt(db, step);
		if (now?.turn.turnId !== step.turnId || now.turn.forgottenAt !== undefined)
			throw new Refused({ kind: 'changed-meanwhile' });
		const isTaken = now.steps.some(({ index }) => index >= step.index);
		if (isTaken || chainEnd(now) !== link) throw new Refused({ kind: 'changed-meanwhile' });
		await db.steps.add(step);
		await changeInside(db, step.sessionId, () => ({ activeAt: step.endedAt }));
	});

/** Second write of a step: the results of its tool calls. Refused when they are there already. */
export const completeStep = (
	db: Truth,
	key: Pick<Step, 'sessionId' | 'branch' | 'seq' | 'index'>,
	results: NonNullable<Step['results']>,
	resultsHash: string
): Promise<Stored<void>> =>
	storingIn(db, [db.sessions, db.steps], async () => {
		const step = await db.steps.get([key.sessionId, key.branch, key.seq, key.index]);
		if (!step || step.results || step.forgottenAt !== undefined)
			throw new Refused({ kind: 'changed-meanwhile' });
		await db.steps.put({ ...step, results, resultsHash });
		await changeInside(db, key.sessionId, () => ({}));
	});

/**
 * A turn waits for the network from now on (ms). If it does already it stays so, with what was wished for it; `goes`:
 * left out, as it was asked for before. A mark that a closed tab has left behind an answer wishes for nothing.
 */
export const putWaiting = (
	db: Truth,
	{ sessionId, branch, seq, turnId }: Pick<Turn, 'sessionId' | 'branch' | 'seq' | 'turnId'>,
	wish: { readonly at: number; readonly goes?: 'on' | 'anew'; readonly byItself?: true }
): Promise<Stored<void>> =>
	storingIn(db, [db.sessions, db.steps, db.marks, db.tombstones], async () => {
		await refuseLost(db, [sessionId, turnId]);
		const before = await db.marks.get([sessionId, turnId, 'waiting']);
		const place = { branch, fromSeq: seq, throughSeq: seq };
		const steps = await stepsOfPart(db, sessionId, place).toArray();
		const old = before && isBehind(before, steps) ? before : null;
		const { goes = old?.goes, byItself = old?.byItself } = wish;
		await db.marks.put({
			sessionId,
			turnId,
			kind: 'waiting',
			at: old?.at ?? wish.at,
			...(byItself && { byItself }),
			...(goes === 'on' && { goes }),
			saidBefore: lastIndexOf(steps)
		});
		await changeInside(db, sessionId, () => ({}));
	});

export const removeMark = (
	db: Truth,
	key: { readonly sessionId: string; readonly turnId: string; readonly kind: MarkKind }
): Promise<Stored<void>> =>
	storingIn(db, [db.sessions, db.marks], async () => {
		await db.marks.delete([key.sessionId, key.turnId, key.kind]);
		await changeInside(db, key.sessionId, () => ({}));
	});
