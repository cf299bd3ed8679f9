/** How much two texts have in common at their ends, in UTF-16 units. */

export function sharedStart(one: string, other: string): number {
	const most = Math.min(one.length, other.length);
	let shared = 0;
	while (shared < most && one.charCodeAt(shared) === other.charCodeAt(shared)) shared++;
	return shared;
}

/** `start`: so much is shared at the beginning, and not looked at again. */
export function sharedEnd(one: string, other: string, start: number): number {
	const most = Math.min(one.length, other.length) - start;
	let shared = 0;
	while (
		shared < most &&
		one.charCodeAt(one.length - 1 - shared) === other.charCodeAt(other.length - 1 - shared)
	)
		shared++;
	return shared;
}
