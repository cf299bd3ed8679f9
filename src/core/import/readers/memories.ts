import { dayMs } from '#core/time/day-ms.ts';
import type { ImportedMemory } from '#core/import/chat.ts';
import { dailyPath } from '#core/memory/memory.ts';
import { localDayOf } from '#core/time/stamp.ts';
import { rowIn, rowsIn, textIn, timeIn } from '#core/import/fields.ts';
import type { Row } from '#core/json.ts';

/** Memories in forms meant for exchange: PAM JSON, and the plain list that assistants take by pasting. */

export const isPam = (row: Row): boolean => textIn(row, 'schema') === 'portable-ai-memory';

/** Statuses of what holds no more. What is `deprecated` still does, says the form; it only matters less. */
const ended = /^(superseded|retracted|archived|deleted)$/;

/**
 * Memories that held when the file was written: nothing that was replaced or taken back, or whose time was over. One
 * that holds until a day to come says so, for its line will stand longer.
 */
export function readPam(row: Row): ImportedMemory[] {
	const saved = (memory: Row): number => {
		const times = rowIn(memory, 'temporal');
		return timeIn(times, 'updated_at') || timeIn(times, 'created_at');
	};
	const all = rowsIn(row, 'memories');
	const written =
		timeIn(row, 'export_date') || all.reduce((at, one) => Math.max(at, saved(one)), 0);
	return all.flatMap((memory): ImportedMemory[] => {
		const text = textIn(memory, 'content').trim();
		const times = rowIn(memory, 'temporal');
		const until = timeIn(times, 'valid_until');
		const isOver = until > 0 && until <= written;
		if (text === '' || isOver || ended.test(textIn(memory, 'status'))) return [];
		if (textIn(times, 'superseded_by') !== '') return [];
		const end = until > 0 ? ` (until ${new Date(until).toISOString().slice(0, 10)})` : '';
		return [{ text: text + end, at: saved(memory) }];
	});
}

const dated = /^\s*(?:[-*+]\s+)?\[([^\]]{4,40})\]\s*(?:-|–|—)\s*(\S.*)$/;

const linesOf = (list: string): string[] =>
	list.split(/\r?\n/).filter((line) => line.trim() !== '');

function datedLine(line: string): ImportedMemory | null {
	const [, date = '', words = ''] = dated.exec(line) ?? [];
	return words === '' ? null : { text: words, at: timeIn({ date }, 'date') };
}

/** A list such as `[2026-02-01] - Prefers tea`, or null when the text is not one. */
export function readDatedList(list: string): ImportedMemory[] | null {
	const lines = linesOf(list);
	const memories = lines.map(datedLine).filter((memory) => memory !== null);
	return memories.length > 0 && memories.length >= lines.length / 2 ? memories : null;
}

/** What assistants put around and between the lines: headings, rules, the fence of a block of code. */
const isFrame = (line: string): boolean => /^\s*(?:#{1,6}\s|```|~~~|[-*_]{3,}\s*$)/.test(line);

/** What was pasted as a list of memories: each line is one, with a date or without. */
export const readPasted = (list: string): ImportedMemory[] =>
	linesOf(list)
		.filter((line) => !isFrame(line))
		.map(
			(line) =>
				datedLine(line) ?? { text: line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, '').trim(), at: 0 }
		);

/**
 * The note of the day on which it was saved; that of today where nobody knows it, or it is yet to come. A time on the
 * stroke of a day stands for a date without one, which is the same day everywhere.
 */
export function noteOf({ at }: ImportedMemory, now: number, zone: string): string {
	if (at <= 0 || at > now) return dailyPath(localDayOf(now, zone));
	return dailyPath(localDayOf(at, at % dayMs === 0 ? 'UTC' : zone));
}
