/** Understands the dates people put in a question ("last May", "on 3 March", "two weeks ago") as stretches of time. */
import { rules } from '#core/search/dates/rules.ts';

/** A stretch a query speaks of, ms since 1970, `to` exclusive; and the words that said so. */
export interface Stretch {
	readonly from: number;
	readonly to: number;
	/** Where in the query it stands, UTF-16 offsets. */
	readonly start: number;
	readonly end: number;
}

/** Minutes east of UTC, always or at a moment: clocks are changed twice a year. */
type Zone = number | ((at: number) => number);

/** The first that a query speaks of, unless nobody knows which it is. */
export const onlyDate = ([first, second]: readonly Stretch[]): Stretch | undefined =>
	first?.start === second?.start ? undefined : first;

/** Where and how the person who asks reckons time. */
export interface Asker {
	readonly zone?: Zone;
	/** As in BCP 47: it tells whether “3/5/2026” is in March or in May. */
	readonly locale?: string;
}

/**
 * All stretches a query speaks of; several from the same place where nobody knows which of them is meant. `now` in ms
 * since 1970. Total: what is no date is no stretch.
 */
export function readDates(query: string, now: number, { zone = 0, locale }: Asker = {}): Stretch[] {
	const found: Stretch[] = [];
	if (!Number.isFinite(now) || Math.abs(now) > 8e15) return found;
	const shiftAt = (at: number): number => (typeof zone === 'number' ? zone : zone(at)) * 60_000;
	const shift = shiftAt(now);
	/** The moment of a local time, by the clock of then. */
	const momentOf = (local: number): number => local - shiftAt(local - shift);
	const today = new Date(now + shift);
	for (const { pattern, read, among } of rules) {
		if (among && !among.test(query)) continue;
		for (const match of query.matchAll(pattern)) {
			const start = match.index;
			const end = start + match[0].length;
			if (found.some((other) => start < other.end && other.start < end)) continue;
			for (const span of [read(match.groups ?? {}, today, locale) ?? []].flat())
				found.push({ from: momentOf(span.from), to: momentOf(span.to), start, end });
		}
	}
	return found;
}
