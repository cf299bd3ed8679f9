import type { MemoryOrigin } from '#core/memory/memory.ts';
import { normaliseLine } from '#core/memory/line.ts';

/** Where lines were learnt last, by their normalised words: made once for a file, asked for each line of it. */
export function originsByLine(
	origins: readonly MemoryOrigin[]
): (text: string) => MemoryOrigin | null {
	const latest = new Map<string, MemoryOrigin>();
	for (const origin of origins) {
		const known = latest.get(origin.line);
		if (!known || known.at < origin.at) latest.set(origin.line, origin);
	}
	// Lines are asked for again with every key that is pressed; most of them have not changed.
	const seen = new Map<string, string>();
	return (text) => {
		const line = seen.get(text) ?? normaliseLine(text);
		seen.set(text, line);
		return latest.get(line) ?? null;
	};
}
