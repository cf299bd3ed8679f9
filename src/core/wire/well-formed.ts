/**
 * Half a character (a surrogate without its other half) can be typed, pasted, imported or cut out of a text, but it
 * cannot be said in UTF-8: JSON escapes it, and the API refuses such a body as a whole. On the wire it is U+FFFD.
 */

/** Values that were walked, by what they became. Rows of the log stay the same objects, so each is walked once. */
const walked = new WeakMap<object, unknown>();

/** A JSON value in which every text and every name is well formed: the same object where it was so before. */
export function wellFormed<T>(value: T): T {
	// Texts become texts, lists lists of their length, and fields keep their kind: what comes back has the type it had.
	return walk(value) as T;
}

function walk(value: unknown): unknown {
	if (typeof value === 'string') return value.toWellFormed();
	if (typeof value !== 'object' || value === null) return value;
	const known = walked.get(value);
	if (known !== undefined) return known;
	const sound = Array.isArray(value) ? walkList(value) : walkFields(value);
	walked.set(value, sound);
	return sound;
}

function walkList(list: readonly unknown[]): unknown {
	const sound = list.map(walk);
	return sound.every((item, at) => item === list[at]) ? list : sound;
}

function walkFields(fields: object): unknown {
	const entries = Object.entries(fields).map(([name, value]: [string, unknown]) => ({
		name,
		value,
		sound: [name.toWellFormed(), walk(value)] as const
	}));
	return entries.every(({ name, value, sound }) => sound[0] === name && sound[1] === value)
		? fields
		: Object.fromEntries(entries.map(({ sound }) => sound));
}
