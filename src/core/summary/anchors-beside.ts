import type { Passage } from '#core/anchors/passage.ts';
import { rankAnchors, type AnchorList } from '#core/anchors/rank.ts';
import { spoken, type Summary } from '#core/summary/summary.ts';
import type { Family } from '#core/tokens/weights.ts';

/**
 * The list beside a summary, merged with that of the round before (context.md 9); null where none is asked for.
 * `counts`: how often what stands in the list before was named. A list without them (an import) is read again as
 * somebody's words; in one with them, what a person has written is read as the user's, and what was struck is gone.
 */
export function anchorsBeside(
	said: readonly Passage[],
	{
		before,
		counts,
		isAgain = false,
		...size
	}: {
		readonly before: Pick<Summary, 'id' | 'anchors' | 'standsFor' | 'editedAt'> | null;
		/** As it was made. */
		readonly counts: AnchorList | null;
		/** All is written again from its messages: of the list before only what a hand has changed counts. */
		readonly isAgain?: boolean;
		/** Tokens. */
		readonly budget: number;
		readonly family: Family;
	}
): AnchorList | null {
	if (size.budget === 0) return null;
	const listed = spoken(before);
	if (!listed || (isAgain && !counts)) return rankAnchors(said, size);
	const { id: key, anchors, editedAt } = listed;
	if (!counts) {
		const again: Passage = { key, by: 'assistant', text: anchors };
		return rankAnchors(anchors === '' ? said : [again, ...said], size);
	}
	const { stays, written, isStruck } = changedByHand(anchors, editedAt === null ? null : counts);
	const own: readonly Passage[] = written === '' ? [] : [{ key, by: 'user', text: written }];
	const previous = { items: counts.items.filter(({ text }) => stays(text)), text: anchors };
	const all = [...said, ...own];
	if (!isAgain) return rankAnchors(all, { ...size, previous });
	const fresh = rankAnchors(all, size);
	const left = fresh.items.filter(({ normal }) => !isStruck(normal));
	return rankAnchors([], { ...size, previous: { items: left, text: '' } });
}

/** What a hand has made of a list: what of it stays, what was written beside it, what was struck. */
function changedByHand(anchors: string, counts: AnchorList | null) {
	if (!counts) return { stays: () => true, written: '', isStruck: () => false };
	const known = new Set(counts.items.map(({ text }) => text));
	const there = new Set<string>();
	const written = anchors.split('\n').map((line) => {
		const [head = ''] = heading.exec(line) ?? [];
		const words = line.slice(head.length);
		// Where names hold spaces, something else parts them.
		const pieces = words.includes(';') ? words.split(';') : [words];
		const left = pieces.flatMap((piece) => leftOf(piece.trim(), known, there));
		return left.length === 0 ? '' : head + left.join('; ');
	});
	const stays = (text: string): boolean => there.has(text);
	const struck = new Set(
		counts.items.filter(({ text }) => !stays(text)).map(({ normal }) => normal)
	);
	return {
		stays,
		written: written.filter((line) => line !== '').join('\n'),
		isStruck: (normal: string) => struck.has(normal)
	};
}

const heading = /^[^:;]{1,20}:\s/;

/** What of a piece is not on the list; what is, is noted in `there`. */
function leftOf(piece: string, known: ReadonlySet<string>, there: Set<string>): readonly string[] {
	const isKnown = (text: string): boolean => {
		if (known.has(text)) there.add(text);
		return known.has(text);
	};
	if (isKnown(piece)) return [];
	const left = piece.split(/[\s,]+/).filter((word) => word !== '' && !isKnown(word));
	return left.length === 0 ? [] : [left.join(' ')];
}
