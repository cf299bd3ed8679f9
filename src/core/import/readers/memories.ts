import type { ImportedMemory } from '#core/import/chat.ts';
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

/** A list such as `[2026-02-01] - Prefers tea`, or null when the text is not one. */
export function readPasted(list: string): ImportedMemory[] | null {
	const lines = list.split(/\r?\n/).filter((line) => line.trim() !== '');
	const memories = lines.flatMap((line) => {
		const [, date = '', words = ''] = dated.exec(line) ?? [];
		return words === '' ? [] : [{ text: words, at: timeIn({ date }, 'date') }];
	});
	return memories.length > 0 && memories.length >= lines.length / 2 ? memories : null;
}
