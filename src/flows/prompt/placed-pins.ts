import { branchAt, pathOf, type Path } from '#core/log/path.ts';
import {
	absenceOfPin,
	pinsSent,
	type Pin,
	type PinAbsence,
	type PlacedPin
} from '#core/log/pin.ts';
import type { Mark, Turn } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { pinsOf } from '#db/log/pins.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { findTurn, marksOf, readExchange } from '#db/log/turns.ts';

/** Which pins of a session go along, and why the others do not. */

/** Where a session has one branch no turn is looked up. */
export const placePins = (
	db: Truth,
	pins: readonly Pin[],
	{
		path,
		marks,
		branches
	}: { readonly path: Path; readonly marks: readonly Mark[]; readonly branches: number }
): Promise<readonly PlacedPin[]> =>
	Promise.all(
		pins.map(async (pin) => {
			const stands =
				branches < 2 || pin.turnId === null
					? undefined
					: await findTurn(db, pin.sessionId, pin.turnId);
			const here = stands && (await turnInPlaceOf(db, stands, path));
			return { pin, absent: absenceOfPin(pin, { marks, stands, here }) };
		})
	);

async function turnInPlaceOf(db: Truth, turn: Turn, path: Path): Promise<Turn | undefined> {
	const { sessionId, seq } = turn;
	const branch = branchAt(path, seq);
	if (branch === turn.branch) return turn;
	return branch === null ? undefined : (await readExchange(db, { sessionId, branch, seq }))?.turn;
}

/** Words that go along with the branch on screen. */
export const textsThatGo = (placed: readonly PlacedPin[]): readonly string[] =>
	pinsSent(placed).map(({ text }) => text);

/** Those of the branch on screen. */
export async function pinsPlaced(db: Truth, sessionId: string): Promise<readonly PlacedPin[]> {
	const [session, branches, marks, pins] = await Promise.all([
		sessionOf(db, sessionId),
		branchesOf(db, sessionId),
		marksOf(db, sessionId),
		pinsOf(db, sessionId)
	]);
	const path = session && branches.length > 0 ? pathOf(branches, session.branch) : [];
	return placePins(db, pins, { path, marks, branches: branches.length });
}

/** Why the words of a pin do not go along; null: they do, by this pin or another. */
export async function whyNotSent(
	db: Truth,
	sessionId: string,
	isIt: (pin: Pin) => boolean
): Promise<PinAbsence | null> {
	const placed = await pinsPlaced(db, sessionId);
	const it = placed.find(({ pin }) => isIt(pin));
	return !it || textsThatGo(placed).includes(it.pin.text) ? null : it.absent;
}
