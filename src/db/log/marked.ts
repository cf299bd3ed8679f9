import type { Pin } from '#core/log/pin.ts';
import type { Mark } from '#core/log/turn.ts';
import { refuseLost } from '#db/forgetting/tombstones.ts';
import { changeInside } from '#db/log/sessions.ts';
import { withdrawInside } from '#db/memory/proposals.ts';
import type { Truth } from '#db/schema.ts';
import { storing, type Stored } from '#db/storing.ts';

/** Pins, and marks that change something beside the turn: each with all that goes with it in one transaction. */

/** Words of what is forgotten are pinned no more, nor does an undo bring them back. */
export const putPin = (db: Truth, pin: Pin): Promise<Stored<void>> =>
	storing(() =>
		db.transaction('rw', db.pins, db.tombstones, async () => {
			await pinInside(db, pin);
		})
	);

export const removePin = (db: Truth, id: string): Promise<Stored<void>> =>
	storing(async () => {
		await db.pins.delete(id);
	});

async function pinInside(db: Truth, pin: Pin): Promise<void> {
	await refuseLost(db, [pin.sessionId, ...(pin.turnId === null ? [] : [pin.turnId])]);
	await db.pins.put(pin);
}

/** A message is pinned: the mark on it, and its words as a pin. */
export const pinTurn = (
	db: Truth,
	{ mark, pin }: { readonly mark: Mark; readonly pin: Pin }
): Promise<Stored<void>> =>
	storing(() =>
		db.transaction('rw', db.sessions, db.marks, db.pins, db.tombstones, async () => {
			await pinInside(db, pin);
			await db.marks.put(mark);
			await changeInside(db, mark.sessionId, () => ({}));
		})
	);

type Place = Pick<Mark, 'sessionId' | 'turnId'>;

export const unpinTurn = (
	db: Truth,
	{ sessionId, turnId }: Place,
	pinId: string
): Promise<Stored<void>> =>
	storing(() =>
		db.transaction('rw', db.sessions, db.marks, db.pins, async () => {
			await db.marks.delete([sessionId, turnId, 'pinned']);
			await db.pins.delete(pinId);
			await changeInside(db, sessionId, () => ({}));
		})
	);

/**
 * A turn is off the record from `at` on (ms), and the lines that wait and were learnt from it leave the desk with it; what
 * was accepted is the user's, and stays. Null: it is on the record again, and those that left with it wait as before, no
 * others. One that memory holds by now is told so when it is accepted. Refused where the turn is forgotten by now.
 */
export const putOffRecord = (
	db: Truth,
	{ sessionId, turnId }: Place,
	at: number | null
): Promise<Stored<void>> =>
	storing(() =>
		db.transaction('rw', db.sessions, db.marks, db.proposals, db.tombstones, async () => {
			await refuseLost(db, [sessionId, turnId]);
			if (at === null) await db.marks.delete([sessionId, turnId, 'off-record']);
			else await db.marks.put({ sessionId, turnId, kind: 'off-record', at });
			await withdrawInside(
				db,
				(proposal) => proposal.sessionId === sessionId && proposal.turnIds.includes(turnId),
				at !== null
			);
			await changeInside(db, sessionId, () => ({}));
		})
	);
