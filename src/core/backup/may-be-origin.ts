import { readStateLine } from '#core/backup/rows.ts';
import { isRow, parseJson } from '#core/json.ts';

/** Whether a line of the state that cannot be read may have said where a line of memory came from. */
export function mayBeOrigin(text: string): boolean {
	const line = parseJson(text);
	if (readStateLine(line) !== null) return false;
	return !isRow(line) || typeof line['table'] !== 'string' || line['table'] === 'memoryOrigins';
}
