import type { Pin } from '#core/log/pin.ts';
import type { Truth } from '#db/schema.ts';
import { storing, type Stored } from '#db/storing.ts';

export const pinsOf = (db: Truth, sessionId: string): Promise<Pin[]> =>
	db.pins.where('sessionId').equals(sessionId).toArray();

export const putPin = (db: Truth, pin: Pin): Promise<Stored<void>> =>
	storing(async () => {
		await db.pins.put(pin);
	});

export const removePin = (db: Truth, id: string): Promise<Stored<void>> =>
	storing(async () => {
		await db.pins.delete(id);
	});
