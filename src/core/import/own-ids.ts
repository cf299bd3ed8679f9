/** Ids that no two messages of a chat share, the same each time the chat is read. */

/**
 * Gives each message its own id: the one it asks for, or where another has that, one made of it that nobody asks for.
 * Takes as long for many of one id as for others.
 */
export function ownIds(asked: ReadonlySet<string> = new Set()): (id: string) => string {
	const taken = new Set<string>();
	const counts = new Map<string, number>();
	return (id) => {
		let own = id;
		let count = counts.get(id) ?? 1;
		while (taken.has(own) || (own !== id && asked.has(own))) own = `${id} ${String(++count)}`;
		counts.set(id, count);
		taken.add(own);
		return own;
	};
}
