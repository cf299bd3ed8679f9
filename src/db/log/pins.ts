import type { Pin } from '#core/log/pin.ts';
import type { Truth } from '#db/schema.ts';

/** Pins as they are read; `marked.ts` writes them. */

export const pinsOf = (db: Truth, sessionId: string): Promise<Pin[]> =>
	db.pins.where('sessionId').equals(sessionId).toArray();
