/** A found passage as one short line shows it: it begins shortly before what was found. */
import type { SearchHit } from '#core/search/found.ts';
import { endOfText } from '#core/text/excerpt.ts';

type Pieces = SearchHit['snippet'];

/** Characters that stay before the first hit, so that it is in sight on a phone too. */
const before = 24;

/** The pieces without what stands further before the first hit, cut between words; without a hit all of them. */
export function fromFirstHit(pieces: Pieces): Pieces {
	const at = pieces.findIndex(({ hit }) => hit);
	const lead = pieces
		.slice(0, Math.max(0, at))
		.map(({ text }) => text)
		.join('');
	if (lead.length <= before) return pieces;
	const kept = endOfText(lead, before);
	const space = kept.search(/\s/);
	return [{ text: `…${kept.slice(space + 1)}`, hit: false }, ...pieces.slice(at)];
}
