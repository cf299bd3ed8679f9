import { sharedEnd, sharedStart } from '#core/text/shared-ends.ts';

/** Which words of a message were pasted: they are somebody's, but not for certain those of who sends it (DESIGN 3, own words). */

/** A stretch of a text, in UTF-16 units: `from` inclusive, `to` exclusive. */
export interface Span {
	readonly from: number;
	readonly to: number;
}

/** A text with what of it was pasted; left out: nothing. */
interface Written {
	readonly text: string;
	readonly pasted?: readonly Span[];
}

/** Words, and behind them those that were written since. */
export function joinWritten(
	{ text, pasted = [] }: Written,
	since: Written = { text: '' }
): Required<Written> {
	const gap = text === '' || since.text === '' ? '' : '\n\n';
	const by = text.length + gap.length;
	const moved = (since.pasted ?? []).map(({ from, to }) => ({ from: from + by, to: to + by }));
	return { text: text + gap + since.text, pasted: [...pasted, ...moved] };
}

/** All of them as one text, in their order. */
export const joinAllWritten = (all: readonly Written[]): Required<Written> =>
	all.reduceRight<Required<Written>>((since, one) => joinWritten(one, since), {
		text: '',
		pasted: []
	});

/** More than so many words, or signs in scripts that put no spaces between words, are a passage; less is a name or a number. */
const few = { words: 3, signs: 24 };

/** Whether a pasted text is long enough to be somebody else's saying. */
export const isPassage = (text: string): boolean => {
	const words = text.trim().split(/\s+/u);
	return words.length > few.words || text.trim().length > few.signs;
};

/**
 * The pasted stretches after an edit. What is typed into a stretch splits it, what is cut out of it shortens it. With
 * `byPaste` what came in is a stretch of its own when it is a passage. In order, apart from each other, none empty.
 */
export function carrySpans(
	spans: readonly Span[],
	{
		before,
		after,
		byPaste = false
	}: { readonly before: string; readonly after: string; readonly byPaste?: boolean }
): readonly Span[] {
	// Nearly every key that is pressed: nothing is compared then, however long the text is.
	if (spans.length === 0 && !byPaste) return spans;
	const head = sharedStart(before, after);
	const tail = sharedEnd(before, after, head);
	const shift = after.length - before.length;
	const end = before.length - tail;
	const carried: Span[] = [];
	for (const { from, to } of spans) {
		carried.push({ from, to: Math.min(to, head) });
		carried.push({ from: Math.max(from, end) + shift, to: to + shift });
	}
	const come = { from: head, to: after.length - tail };
	if (byPaste && isPassage(after.slice(come.from, come.to))) carried.push(come);
	return joined(carried.filter(({ from, to }) => from < to));
}

function joined(spans: readonly Span[]): readonly Span[] {
	const apart: Span[] = [];
	for (const span of spans.toSorted((a, b) => a.from - b.from)) {
		const last = apart.at(-1);
		if (last && span.from <= last.to)
			apart[apart.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
		else apart.push(span);
	}
	return apart;
}

/** A text without its pasted stretches; a line end stands for each, so that no two halves read as one sentence. */
export function withoutSpans(text: string, spans: readonly Span[]): string {
	let rest = '';
	let at = 0;
	for (const { from, to } of joined(spans)) {
		rest += `${text.slice(at, from)}\n`;
		at = Math.max(at, to);
	}
	return rest + text.slice(at);
}
