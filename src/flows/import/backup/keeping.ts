import type { Kept } from '#flows/import/ports.ts';

/** What is held of a backup between its preview and its restore. */

/** Keeps what was read, of a size in bytes, or only how to read it again. */
export type Keep = <T>(size: number, read: T, again: Kept<T>) => Kept<T>;

/** Holds as much as there is room for, bytes: a backup of years is larger than that. */
export function keepingWithin(room: number): Keep {
	let left = room;
	return (size, read, again) => {
		if (size > left) return again;
		left -= size;
		return () => Promise.resolve(read);
	};
}
