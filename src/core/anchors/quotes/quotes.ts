/** Finds what stands in quotation marks or between back ticks. */
import type { Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';
import { inPieces } from '#core/anchors/text/patterns.ts';

const quoted = inPieces(
	'gu',
	String.raw`"([^"\n]{2,120})"|“([^”\n]{2,120})”|„([^“”\n]{2,120})[“”]|«\s?([^»\n]{2,120}?)\s?»`,
	String.raw`|「([^」\n]{1,80})」|『([^』\n]{1,80})』|《([^》\n]{1,80})》`,
	'|`([^`\\n]{2,120})`'
);

/** A number alone between back ticks is set so for its looks; one plain word there names something of a program. */
const plain = /^`\d{1,5}`$|^["“„«]\p{L}+(?:\.{3}|…)["”»]$/u;

/** What somebody quoted, without the marks. */
export function findQuotes(text: string): Mention[] {
	const found: Mention[] = [];
	for (const match of matchesOf(quoted, text)) {
		if (plain.test(match[0])) continue;
		const inner = match.slice(1).find(Boolean) ?? '';
		if ((inner.length > 2 || /\p{Script=Han}{2}/u.test(inner)) && /[\p{L}\p{N}]/u.test(inner))
			found.push({ kind: 'quote', text: inner.trim(), offset: match.index + 1 });
	}
	return found;
}
