import { dayMs } from '#core/time/day-ms.ts';
import type { ImportedMemory } from '#core/import/chat.ts';
import { dailyPath } from '#core/memory/memory.ts';
import { localDayOf } from '#core/time/stamp.ts';
import { timeIn } from '#core/import/fields.ts';
import { type Row, rowIn, rowsIn, textIn } from '#core/json.ts';
import { withoutTables } from '#core/text/tables.ts';

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

const labelled = /^\s*(?:[-*+]\s+)?\[([^\]]{3,40})\]\s*(?:-|–|—)\s*(\S.*)$/;

/** Of what else begins with a number or a month, a browser makes a date all the same: "Marketing 2025" is in March. */
const day =
	/^(?:\d{4}\b|\d{1,2}[./-]\d{1,2}[./-]\d{2}|(?:\d{1,2}\.? )?(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b(?:,? \d{1,2})?,? \d{4}\b)/i;
/** What assistants write where they know no date. */
const noDay = /^(?:(?:date )?unknown|(?:unknown|no) date|undated|n\/a)$/i;

const linesOf = (list: string): string[] =>
	list.split(/\r?\n/).filter((line) => line.trim() !== '');

/** A memory behind its date; null where what stands in brackets is a label, which is part of it. */
function datedLine(line: string): ImportedMemory | null {
	const [, label = '', words = ''] = labelled.exec(line) ?? [];
	const at = day.test(label) ? timeIn({ label }, 'label') : 0;
	return words !== '' && (at > 0 || noDay.test(label)) ? { text: words, at } : null;
}

/** A list such as `[2026-02-01] - Prefers tea`, or null when the text is not one. */
export function readDatedList(list: string): ImportedMemory[] | null {
	const lines = linesOf(list);
	const dated = lines.filter((line) => datedLine(line) !== null);
	return dated.length > 0 && dated.length >= lines.length / 2 ? readPasted(list) : null;
}

/** What assistants put around and between the lines: headings, rules, the fence of a block of code. */
const isFrame = (line: string): boolean => /^\s*(?:#{1,6}\s|```|~~~|[-*_]{3,}\s*$)/.test(line);

/** What was pasted as a list of memories: each line is one, with a date or without. A table is no list. */
export const readPasted = (list: string): ImportedMemory[] =>
	withoutTables(list.split(/\r?\n/))
		.filter((line) => line.trim() !== '' && !isFrame(line))
		.map(
			(line) =>
				datedLine(line) ?? { text: line.replace(/^\s*(?:[-*+•]|\d{1,3}[.)])\s+/, '').trim(), at: 0 }
		);

/**
 * The note of the day on which it was saved; that of today where nobody knows it, or it is yet to come. A time on the
 * stroke of a day stands for a date without one, which is the same day everywhere.
 */
export function noteOf({ at }: Pick<ImportedMemory, 'at'>, now: number, zone: string): string {
	if (at <= 0 || at > now) return dailyPath(localDayOf(now, zone));
	return dailyPath(localDayOf(at, at % dayMs === 0 ? 'UTC' : zone));
}
