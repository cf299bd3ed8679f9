import type { Scratch } from '#db/schema.ts';

/** Resolves when whatever was to be written of unsent words so far is written: a database takes one write after the other. */
export const written = (scratch: Scratch): Promise<unknown> =>
	scratch.transaction('rw', scratch.unsent, scratch.attached, () => scratch.unsent.count());
