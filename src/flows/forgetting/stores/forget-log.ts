import type { Pin } from '#core/log/pin.ts';
import { cutTraces, ownTerms, saidIn, standsIn } from '#core/forgetting/traces.ts';
import { withoutHandedOn } from '#flows/forgetting/stores/own-results.ts';
import type { Walk } from '#flows/forgetting/walk.ts';
import type { Step } from '#core/log/turn.ts';
import {
	blankTurns,
	cutPins,
	cutSteps,
	dropMarks,
	dropTurns,
	forgetTitle
} from '#db/forgetting/log.ts';

/** Sessions, turns, steps, marks and pins: what was said, and what other conversations quoted of it. */

/** The row of the session: a title taken from a forgotten message goes; a count that included it is no measure. */
export async function forgetInSessions(walk: Walk): Promise<void> {
	const { db, sessionId, isWhole } = walk;
	// A whole session goes at the very end, with its tombstone: see `closeTombstone`.
	if (sessionId === null || isWhole) return;
	await forgetTitle(db, sessionId, walk.title);
}

/** Results of our own tools that handed it on, in whatever conversation. */
export async function forgetInSteps(walk: Walk): Promise<void> {
	const holding: Step[] = [];
	await walk.db.steps.each((step) => {
		if (withoutHandedOn(walk, step) !== step) holding.push(step);
	});
	walk.changed.results += holding.length;
	await cutSteps(walk.db, holding, (step) => withoutHandedOn(walk, step));
}

/** The forgotten turns with their steps, in one transaction. */
export async function forgetInTurns({ db, sessionId, isWhole, turnIds, at }: Walk): Promise<void> {
	if (sessionId === null) return;
	if (isWhole) await dropTurns(db, sessionId);
	else await blankTurns(db, sessionId, { turnIds, at });
}

/** The mark that hides the turn stays: prompt and summaries leave it out as before. */
export async function forgetInMarks({ db, sessionId, isWhole, turnIds }: Walk): Promise<void> {
	if (sessionId === null) return;
	await dropMarks(
		db,
		sessionId,
		(mark) => isWhole || (turnIds.has(mark.turnId) && mark.kind !== 'deleted')
	);
}

/**
 * A pin may go on into the next message, or stand in none. Its words come from the session, so what only the forgotten
 * messages say is theirs, down to plain words. A message that is deleted says it too, as long as it can be brought back.
 */
export async function forgetInPins(walk: Walk): Promise<void> {
	const { db, sessionId, isWhole, turnIds, exchanges, others } = walk;
	if (sessionId === null) return;
	const traces = { ...walk.traces, terms: ownTerms(saidIn(exchanges), standsIn(others)) };
	const isGone = ({ turnId }: Pin) => isWhole || (turnId !== null && turnIds.has(turnId));
	await cutPins(db, sessionId, (pin) => (isGone(pin) ? '' : cutTraces(pin.text, traces)));
}
