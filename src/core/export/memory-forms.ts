import { isDay } from '#core/time/calendar.ts';
import { localDayOf, noonOfDay } from '#core/time/stamp.ts';
import type { MemoryFile, MemoryOrigin } from '#core/memory/memory.ts';
import { statementsOf } from '#core/export/statements.ts';
import { isTooLong, normaliseLine } from '#core/lines/line.ts';
import { lineIdentity } from '#core/lines/same-line.ts';
import { dayOf } from '#core/memory/memory.ts';

/** The lines of memory for other assistants, and as the list that is pasted into them. */

export interface ExportedLine {
	readonly text: string;
	readonly path: string;
	/** Unix ms when it was learnt, or null where nobody knows. */
	readonly at: number | null;
	/** The same as a day where the user is, or that of the daily note it stands in. */
	readonly day: string | null;
	readonly origin: MemoryOrigin['origin'] | null;
	readonly tags: readonly string[];
}

/**
 * Every line of memory once, with where it came from. A daily note says the day where nothing else does; other days are
 * those of `zone` (IANA).
 */
export function exportedLines(
	files: readonly Pick<MemoryFile, 'path' | 'text'>[],
	origins: readonly MemoryOrigin[],
	zone: string
): ExportedLine[] {
	const known = new Map(origins.map((origin) => [`${origin.path}\n${origin.line}`, origin]));
	/** A line that a hand has moved is known from where it stood. */
	const elsewhere = new Map(origins.map((origin) => [origin.line, origin]));
	const seen = new Set<string>();
	return files.flatMap(({ path, text }) =>
		statementsOf(text).flatMap((statement): ExportedLine[] => {
			const line = lineIdentity(statement.text);
			// The identity of a long line is only its beginning.
			const same = isTooLong(statement.text) ? statement.text : line;
			if (line === '' || seen.has(same)) return [];
			seen.add(same);
			const first = normaliseLine(statement.first);
			const origin = known.get(`${path}\n${first}`) ?? elsewhere.get(first);
			const named = dayOf(path);
			// Any file may be called like a day.
			const noteDay = named !== null && isDay(named) ? named : null;
			const at = origin?.at ?? (noteDay === null ? null : noonOfDay(noteDay, zone));
			const day = origin ? localDayOf(origin.at, zone) : noteDay;
			const { origin: by = null, tags = [] } = origin ?? {};
			return [{ text: statement.text, path, at, day, origin: by, tags }];
		})
	);
}

/** One line a memory, as other assistants take it: `[date saved, if known] - memory`. */
export const pastedList = (lines: readonly Pick<ExportedLine, 'text' | 'day'>[]): string =>
	lines.map(({ text, day }) => `[${day ?? 'unknown'}] - ${text}`).join('\n');
