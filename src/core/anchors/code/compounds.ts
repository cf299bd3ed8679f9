/** Finds names written as two small words and a hyphen (`billing-service`) among the compounds of plain English. */
import { firstParts, lastParts } from '#core/anchors/code/plain-compounds.ts';
import type { Mention } from '#core/anchors/passage.ts';
import { matchesOf } from '#core/anchors/text/matches.ts';

const compound = /(?<![\p{L}\d_./@#:$%~-])[a-z]{2,}-[a-z]{2,}(?![\p{L}\d_/@$-]|\.[a-z])/gu;

/** French asks by turning its words round: `puis-je`, `avez-vous`. */
const isTurned =
	/-(?:je|tu|il|elle|on|nous|vous|ils|elles|ce|moi|toi|lui|leur|le|la|les|ci|là|t)$/u;

const isInflected = (word: string): boolean =>
	/(?:ed|ing|able|ible|ment|ness|tion|ly|ive|ful|ous|al|ic|ary)$/u.test(word);

/** Two small words joined, neither of which plain English joins much. */
export function findCompounds(text: string): Mention[] {
	const found: Mention[] = [];
	for (const match of matchesOf(compound, text)) {
		const [first = '', last = ''] = match[0].split('-');
		if (
			firstParts.has(first) ||
			lastParts.has(last) ||
			isInflected(last) ||
			isTurned.test(match[0])
		)
			continue;
		found.push({ kind: 'code', text: match[0], offset: match.index });
	}
	return found;
}
