import { listIn, parseJson, type Row, rowsIn, textIn } from '#core/json.ts';

/** Marks that ChatGPT writes into an answer for its own screen: sources of a search, names it has more to say about. */

/** Its kind and its fields, parted by U+E202; one space before it goes with it where nothing takes its place. */
const mark = / ?\ue200([^\ue200\ue201]*)\ue201/g;

/** The words of an answer with its marks as words: those that the product has for them, or the name they hold, or none. */
export function withoutMarks(words: string, metadata: Row): string {
	if (!words.includes('\ue200')) return words;
	const known = new Map(
		rowsIn(metadata, 'content_references').map((row) => [
			textIn(row, 'matched_text'),
			textIn(row, 'alt')
		])
	);
	return words.replace(mark, (whole, inside: string) => {
		const instead = known.get(whole.trimStart()) || nameIn(inside);
		return instead === '' || !whole.startsWith(' ') ? instead : ` ${instead}`;
	});
}

/** What a mark names in the middle of a sentence. */
function nameIn(inside: string): string {
	const [kind, first = ''] = inside.split('\ue202');
	if (kind === 'url' || kind === 'link_title') return first;
	if (kind !== 'entity') return '';
	const fields = listIn({ fields: parseJson(first) }, 'fields');
	return typeof fields[1] === 'string' ? fields[1] : '';
}
