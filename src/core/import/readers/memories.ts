import { dayMs } from '#core/time/day-ms.ts';
import type { ImportedMemory } from '#core/import/chat.ts';
import { dailyPath } from '#core/memory/memory.ts';
import { localDayOf } from '#core/time/stamp.ts';
import { rowIn, rowsIn, textIn, timeIn } from '#core/import/fields.ts';
import type { Row } from '#core/json.ts';

/** Memories in forms meant for exchange: PAM JSON, and the plain list that assistants take by pasting. */

export const isPam = (row: Row): boolean => textIn(row, 'schema') === 'portable-ai-memory';

/** Memories that still hold; what was superseded or retracted stays out. */
export const readPam = (row: Row): ImportedMemory[] =>
	rowsIn(row, 'memories')
		.filter((memory) => !/^(superseded|retracted|archived|deleted)$/.test(textIn(memory, 'status')))
		.map((memory) => {
			const times = rowIn(memory, 'temporal');
			return {
				text: textIn(memory, 'content'),
				at: timeIn(times, 'updated_at') || timeIn(times, 'created_at')
			};
		})
		.filter(({ text }) => text.trim() !== '');

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
