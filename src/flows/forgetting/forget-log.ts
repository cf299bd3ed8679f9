import { blankStep, blankTurn, withoutQuotes } from '#core/forgetting/blank.ts';
import { quotesIt, type Walk } from '#flows/forgetting/walk.ts';

/** Sessions, turns, steps, marks and pins: what was said, and what other conversations quoted of it. */

/** The row of the session: a title taken from a forgotten message goes; a count that included it is no measure. */
export async function forgetInSessions(walk: Walk): Promise<void> {
	const { db, sessionId, isWhole } = walk;
	if (sessionId === null) return;
	if (isWhole) {
		await db.sessions.delete(sessionId);
		return;
	}
	const isNamedAfter = walk.exchanges.some(({ turn }) => turn.seq === 0);
	await db.sessions
		.where('id')
		.equals(sessionId)
		.modify((session) => {
			const title =
				session.titleFrom === 'first-message' && isNamedAfter
					? { title: '', titleFrom: 'none' as const }
					: {};
			Object.assign(session, { ...title, lastUsage: null, rev: session.rev + 1 });
		});
}

export async function forgetInBranches({ db, sessionId, isWhole }: Walk): Promise<void> {
	if (isWhole && sessionId !== null)
		await db.branches.where('[sessionId+branch]').between([sessionId], [sessionId, []]).delete();
}

export async function forgetInTurns(walk: Walk): Promise<void> {
	const { db, sessionId, isWhole, turnIds, at } = walk;
	if (sessionId === null) return;
	const rows = db.turns.where('[sessionId+branch+seq]').between([sessionId], [sessionId, []]);
	if (isWhole) await rows.delete();
	else
		await db.turns.bulkPut(
			(await rows.filter((turn) => turnIds.has(turn.turnId)).toArray()).map((turn) =>
				blankTurn(turn, at)
			)
		);
}

/** Steps of the forgotten turns, and everywhere else the results of tools that quote them. */
export async function forgetInSteps(walk: Walk): Promise<void> {
	const { db, sessionId, isWhole, turnIds, at } = walk;
	if (isWhole && sessionId !== null)
		await db.steps
			.where('[sessionId+branch+seq+index]')
			.between([sessionId], [sessionId, []])
			.delete();
	const quoting = await db.steps
		.filter((step) => step.results?.some((result) => quotesIt(walk, result)) ?? false)
		.toArray();
	await db.steps.bulkPut(
		quoting.map((step) => withoutQuotes(step, (result) => quotesIt(walk, result), at))
	);
	if (sessionId === null || isWhole) return;
	const own = await db.steps
		.where('[sessionId+branch+seq+index]')
		.between([sessionId], [sessionId, []])
		.filter((step) => turnIds.has(step.turnId))
		.toArray();
	await db.steps.bulkPut(own.map((step) => blankStep(step, at)));
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
