import type { MemoryOrigin } from '#core/memory.ts';
import { normaliseLine } from '#core/memory-line.ts';

/** Where a line was learnt last, by its normalised words; null for a line that only a hand has written. */
export function originOf(text: string, origins: readonly MemoryOrigin[]): MemoryOrigin | null {
	const line = normaliseLine(text);
	const found = origins.filter((origin) => origin.line === line);
	return found.reduce<MemoryOrigin | null>(
		(last, origin) => (last && last.at >= origin.at ? last : origin),
		null
	);
}
