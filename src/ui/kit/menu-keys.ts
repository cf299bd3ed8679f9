/** Where the focus of a menu goes at a key, decided apart from the page so that it can be tested. */

/**
 * The index of the item to focus after `key`, or null when the key means nothing to a menu.
 * `labels` are the items in order, `current` the focused one (−1 for none). Letters jump to the next item that begins
 * with them (WAI-ARIA menu pattern).
 */
export function nextItem(
	key: string,
	{ current, labels }: { readonly current: number; readonly labels: readonly string[] }
): number | null {
	const count = labels.length;
	if (count === 0) return null;
	if (key === 'ArrowDown') return (current + 1) % count;
	if (key === 'ArrowUp') return (Math.max(current, 0) - 1 + count) % count;
	if (key === 'Home') return 0;
	if (key === 'End') return count - 1;
	// Keys with a name (`Enter`, `F1`) are longer than the one character that others type.
	if (Array.from(key).length !== 1 || key === ' ') return null;
	const letter = key.toLocaleLowerCase();
	for (let step = 1; step <= count; step += 1) {
		const index = (Math.max(current, -1) + step) % count;
		if (labels[index]?.toLocaleLowerCase().startsWith(letter)) return index;
	}
	return null;
}
