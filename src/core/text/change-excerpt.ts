/** The lines around what changes between two texts, so that a change can be judged without the whole file. */

/** Unchanged lines kept before and after. */
const around = 2;

/** Both excerpts begin and end at the same lines of the file. */
export function changeExcerpt(
	before: string,
	after: string
): { readonly before: string; readonly after: string } {
	const old = before.split('\n');
	const fresh = after.split('\n');
	const shorter = Math.min(old.length, fresh.length);
	let head = 0;
	while (head < shorter && old[head] === fresh[head]) head++;
	let tail = 0;
	while (tail < shorter - head && old.at(-1 - tail) === fresh.at(-1 - tail)) tail++;
	const from = Math.max(0, head - around);
	const left = Math.max(0, tail - around);
	const cut = (lines: readonly string[]): string =>
		lines.slice(from, lines.length - left).join('\n');
	return { before: cut(old), after: cut(fresh) };
}
