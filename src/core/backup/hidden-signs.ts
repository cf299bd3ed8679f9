import type { ArchiveLine } from '#core/archive/archive.ts';
import { cleanText } from '#core/text/clean-text.ts';
import { isRow } from '#core/json.ts';

/**
 * Lines of elsewhere without the signs that nobody sees and a model reads. The hashes stay those of the file: they name
 * what was said there, so that a later state of the same conversation is known again.
 */

interface Cleaned<T> {
	readonly value: T;
	readonly removed: number;
}

/** Fields whose words are shown or sent. Ids and hashes are none. */
const worded: { readonly [Type in ArchiveLine['type']]: readonly string[] } = {
	session: ['title', 'folder'],
	branch: [],
	turn: ['asked'],
	step: ['content', 'results', 'failure'],
	summary: ['text', 'originalText', 'anchors', 'loss', 'failure', 'opinion'],
	mark: ['text'],
	pin: ['text']
};

/** A line as it is shown, and how many signs were left out of it; the very same line where there were none. */
export function withoutHidden<Line extends ArchiveLine>(line: Line): Cleaned<Line> {
	const changes: Record<string, unknown> = {};
	let removed = 0;
	for (const name of worded[line.type]) {
		const cleaned = clean(Reflect.get(line, name));
		if (cleaned.removed > 0) changes[name] = cleaned.value;
		removed += cleaned.removed;
	}
	// Where passages begin and end was counted with the signs; nothing of an import is anybody's own words anyway.
	if (removed > 0 && line.type === 'turn') changes['pasted'] = [];
	return removed === 0 ? { value: line, removed } : { value: { ...line, ...changes }, removed };
}

function clean(value: unknown): Cleaned<unknown> {
	if (typeof value === 'string') {
		const { text, removed } = cleanText(value);
		return { value: text, removed };
	}
	if (typeof value !== 'object' || value === null) return { value, removed: 0 };
	// Base64, which may be megabytes.
	if (isRow(value) && value['type'] === 'base64') return { value, removed: 0 };
	let removed = 0;
	const taken = <T>(cleaned: Cleaned<T>): T => {
		removed += cleaned.removed;
		return cleaned.value;
	};
	const copy = Array.isArray(value)
		? value.map((inner: unknown) => taken(clean(inner)))
		: Object.fromEntries(
				Object.entries(value).map(([name, inner]) => [
					String(taken(clean(name))),
					taken(clean(inner))
				])
			);
	return removed === 0 ? { value, removed } : { value: copy, removed };
}

/** How many signs that nobody sees stand in some lines. */
export const hiddenIn = (lines: readonly ArchiveLine[]): number =>
	lines.reduce((sum, line) => sum + withoutHidden(line).removed, 0);
