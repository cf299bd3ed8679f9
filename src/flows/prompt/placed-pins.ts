import { branchAt, pathOf, type Path } from '#core/log/path.ts';
import {
	absenceOfPin,
	pinsSent,
	type Pin,
	type PinAbsence,
	type PlacedPin
} from '#core/log/pin.ts';
import type { Mark } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { pinsOf } from '#db/log/pins.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { findPlace, marksOf, readExchange } from '#db/log/turns.ts';

/** Which pins of a session go along, and why the others do not. */

/** Where a session has one branch no turn is looked up, and none is read but what stands in the place of another. */
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
			const { sessionId, turnId } = pin;
			const of =
				branches < 2 || turnId === null ? undefined : await findPlace(db, sessionId, turnId);
			const branch = of ? branchAt(path, of.seq) : null;
			const isElsewhere = of !== undefined && branch !== of.branch;
			const here =
				isElsewhere && branch !== null
					? await readExchange(db, { sessionId, branch, seq: of.seq })
					: undefined;
			return { pin, absent: absenceOfPin(pin, { marks, isElsewhere, here: here?.turn }) };
		})
	);

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
