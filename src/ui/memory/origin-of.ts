import type { MemoryOrigin } from '#core/memory/memory.ts';
import { knownBy, notedKey } from '#core/lines/same-line.ts';

/** Where lines were learnt last: made once for a file, asked for each line of it. */
export function originsByLine(
	origins: readonly MemoryOrigin[]
): (text: string) => MemoryOrigin | null {
	const latest = new Map<string, MemoryOrigin>();
	for (const origin of origins) {
		const key = notedKey(origin);
		const known = latest.get(key);
		if (!known || known.at < origin.at) latest.set(key, origin);
	}
	/** What is known of the line, or of all lines of its form. */
	function find(text: string): MemoryOrigin | null {
		const noted = knownBy(text);
		const exact = latest.get(notedKey(noted));
		const vague = latest.get(notedKey({ line: noted.line }));
		return (exact && vague && vague.at > exact.at ? vague : (exact ?? vague)) ?? null;
	}
	// Lines are asked for again with every key that is pressed; most of them have not changed.
	const seen = new Map<string, MemoryOrigin | null>();
	return (text) => {
		const origin = seen.get(text);
		if (origin !== undefined) return origin;
		const found = find(text);
		seen.set(text, found);
		return found;
	};
}
