import { blankStep, blankTurn } from '#core/forgetting/blank.ts';
import { withoutHandedOn } from '#flows/forgetting/own-results.ts';
import type { Walk } from '#flows/forgetting/walk.ts';
import type { Step } from '#core/log/turn.ts';

/** Sessions, turns, steps, marks and pins: what was said, and what other conversations quoted of it. */

/** The row of the session: a title taken from a forgotten message goes; a count that included it is no measure. */
export async function forgetInSessions(walk: Walk): Promise<void> {
	const { db, sessionId, isWhole } = walk;
	// A whole session goes at the very end, with its tombstone: see `closeTombstone`.
	if (sessionId === null || isWhole) return;
	await db.sessions
		.where('id')
		.equals(sessionId)
		.modify((session) => {
			const title =
				walk.title !== '' && session.title === walk.title
					? { title: '', titleFrom: 'none' as const }
					: {};
			Object.assign(session, { ...title, lastUsage: null, rev: session.rev + 1 });
		});
}

/** Results of our own tools that handed it on, in whatever conversation. */
export async function forgetInSteps(walk: Walk): Promise<void> {
	const changed: Step[] = [];
	await walk.db.steps.each((step) => {
		const left = withoutHandedOn(walk, step);
		if (left !== step) changed.push(left);
	});
	walk.changed.results += changed.length;
	await walk.db.steps.bulkPut(changed);
}

/** The forgotten turns with their steps, in one transaction. */
export async function forgetInTurns({ db, sessionId, isWhole, turnIds, at }: Walk): Promise<void> {
	if (sessionId === null) return;
	await db.transaction('rw', db.turns, db.steps, async () => {
		const turns = db.turns.where('[sessionId+branch+seq]').between([sessionId], [sessionId, []]);
		const steps = db.steps
			.where('[sessionId+branch+seq+index]')
			.between([sessionId], [sessionId, []]);
		if (isWhole) {
			await turns.delete();
			await steps.delete();
			return;
		}
		const goneTurns = await turns.filter(({ turnId }) => turnIds.has(turnId)).toArray();
		const goneSteps = await steps.filter(({ turnId }) => turnIds.has(turnId)).toArray();
		await db.turns.bulkPut(goneTurns.map((turn) => blankTurn(turn, at)));
		await db.steps.bulkPut(goneSteps.map((step) => blankStep(step, at)));
	});
}

/** The mark that hides the turn stays: prompt and summaries leave it out as before. */
export async function forgetInMarks({ db, sessionId, isWhole, turnIds }: Walk): Promise<void> {
	if (sessionId === null) return;
	await db.marks
		.where('[sessionId+turnId+kind]')
		.between([sessionId], [sessionId, []])
		.filter((mark) => isWhole || (turnIds.has(mark.turnId) && mark.kind !== 'deleted'))
		.delete();
}

export async function forgetInPins({ db, sessionId, isWhole, turnIds }: Walk): Promise<void> {
	if (sessionId === null) return;
	await db.pins
		.where('sessionId')
		.equals(sessionId)
		.filter((pin) => isWhole || (pin.turnId !== null && turnIds.has(pin.turnId)))
		.delete();
}
