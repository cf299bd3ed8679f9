import type { Branch, Session } from '#core/session/session.ts';
import type { Turn } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { changeInside } from '#db/log/sessions.ts';
import { Refused, storing, type Stored } from '#db/storing.ts';

/** A new branch with its first turn, in one transaction: no branch is ever seen empty because a tab was closed. */
export const addForkedTurn = (db: Truth, branch: Branch, turn: Turn): Promise<Stored<Session>> =>
	storing(() =>
		db.transaction('rw', db.sessions, db.branches, db.turns, async () => {
			if (turn.seq !== branch.forkSeq) throw new Refused({ kind: 'changed-meanwhile' });
			await db.branches.add({ ...branch, headSeq: turn.seq });
			await db.turns.add(turn);
			return changeInside(db, turn.sessionId, () => ({
				branch: branch.branch,
				activeAt: turn.askedAt
			}));
		})
	);
