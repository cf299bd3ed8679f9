import { mediaLimits, mostMedia } from '#core/asking/media-limits.ts';
import { bareBlock } from '#core/prompt/bare-block.ts';
import type { Block, DocumentBlock, ImageBlock, TextBlock } from '#core/log/blocks.ts';
import type { Step, Turn } from '#core/log/turn.ts';
import { imageSizeOf, remembered } from '#core/tokens/media.ts';
import { pdfFactsOf } from '#core/tokens/pdf.ts';

/**
 * Pictures and PDF files of a conversation, and which of them a request leaves out, where a note stands for them; the others
 * go without what is written in them. Only there: what is stored stays whole.
 */

/** What an endpoint looks at; the words of a text file are words. */
export type Media =
	| ImageBlock
	| (DocumentBlock & {
			readonly source: Extract<DocumentBlock['source'], { readonly type: 'base64' }>;
	  });

export const isMedia = (block: Block): block is Media =>
	block.type === 'image' || (block.type === 'document' && block.source.type === 'base64');

const inResults = ({ results }: Step): readonly Media[] =>
	(results ?? []).flatMap(({ content }) =>
		typeof content === 'string' ? [] : content.filter((part) => part.type === 'image')
	);

/** A question, also one that is not stored yet, and its answer. */
interface Said<Question extends Pick<Turn, 'asked'> = Pick<Turn, 'asked'>> {
	readonly turn: Question;
	readonly steps: readonly Step[];
}

/** Of a question and of what tools have answered, in the order of the wire. */
export const mediaOf = ({ turn, steps }: Said): readonly Media[] => [
	...turn.asked.filter(isMedia),
	...steps.flatMap(inResults)
];

/** Whether there are any. Asked of every message of every prompt, where nearly none has one: no list is made. */
export function holdsMedia({ turn, steps }: Said): boolean {
	for (const block of turn.asked) if (isMedia(block)) return true;
	for (const { results } of steps)
		for (const { content } of results ?? [])
			if (typeof content !== 'string')
				for (const { type } of content) if (type === 'image') return true;
	return false;
}

/** Null: a picture, which has none. */
export const nameOf = (block: Media): string | null =>
	block.type === 'image' ? null : (block.title ?? 'a file');

/**
 * What stands for one that is left out. It tells nothing but what it stands for, so that whoever forgets the message
 * knows it again in every request on file.
 */
export const noteOf = (block: Media): TextBlock => ({
	type: 'text',
	text: `[Left out, for the endpoint takes no more, or not this: ${nameOf(block) ?? 'a picture'}]`
});

/**
 * Why one stays out: this model has refused it, no endpoint takes it, what stands beside it leaves it no room, or it may tell
 * where it was taken and nobody can take that out.
 */
export type WhyLeftOut = 'refused' | 'locked' | 'size' | 'among-many' | 'no-room' | 'telling';

/** Why no endpoint takes it, whatever stands beside it; null: they do. */
function unfitFor(block: Media): WhyLeftOut | null {
	if (block.type !== 'image') {
		const { locked, pages } = pdfFactsOf(block.source);
		if (locked) return 'locked';
		return (pages ?? 0) > mediaLimits.pages ? 'size' : null;
	}
	const isLarge =
		block.source.data.length > mediaLimits.picture || edgeOf(block.source) > mediaLimits.edge;
	return isLarge ? 'size' : null;
}

/** Pixels; 0 where a picture does not tell. */
const edgeOf = remembered((base64) => {
	const size = imageSizeOf(base64);
	return size === null ? 0 : Math.max(size.width, size.height);
});

/** How much it counts among pictures and pages of a request. */
export const piecesOf = (block: Media): number =>
	(block.type === 'document' && pdfFactsOf(block.source).pages) || 1;

const sum = (blocks: readonly Media[], of: (block: Media) => number): number =>
	blocks.reduce((total, block) => total + of(block), 0);

/**
 * Pictures and files that stay out, and why. `said`: those of each message with its answer, oldest first; `refused`: those
 * that the endpoint has said no to. Once there are too many, the oldest stay out until half of the room is free, as they did when the
 * messages behind them were sent: so what stays out changes rarely, and a request begins like the one before it.
 * Those of the newest message are never left out to make room.
 */
export function mediaLeftOut(
	said: readonly (readonly Media[])[],
	{ window, refused }: { readonly window: number | null; readonly refused: ReadonlySet<Media> }
): ReadonlyMap<Media, WhyLeftOut> {
	const out = new Map<Media, WhyLeftOut>();
	for (const block of said.flat()) {
		const why = refused.has(block) ? 'refused' : unfitFor(block);
		if (why) out.set(block, why);
	}
	const pictures = said.flat().filter((block) => block.type === 'image' && !out.has(block));
	if (pictures.length > mediaLimits.many)
		for (const picture of pictures)
			if (edgeOf(picture.source) > mediaLimits.edgeAmongMany) out.set(picture, 'among-many');
	const isOver = (blocks: readonly Media[], share: number): boolean =>
		sum(blocks, piecesOf) > mostMedia(window) * share ||
		sum(blocks, ({ source }) => source.data.length) > mediaLimits.together * share;
	const kept: Media[] = [];
	for (const blocks of said) {
		const own = blocks.filter((block) => !out.has(block));
		const share = isOver([...kept, ...own], 1) ? 1 / 2 : Infinity;
		for (; kept[0] && isOver([...kept, ...own], share); kept.shift()) out.set(kept[0], 'no-room');
		kept.push(...own);
	}
	// Only what is kept is looked through: a look costs a pass over the bytes.
	for (const block of kept)
		if (block.type === 'image' && bareBlock(block) === null) out.set(block, 'telling');
	return out;
}

type LeftOutMedia = Pick<ReadonlySet<Media>, 'has'>;

/** Which of them stay out or go bare, a sign for each. */
const maskOf = (blocks: readonly Media[], out: LeftOutMedia): string =>
	blocks.map((block) => (out.has(block) ? 'out' : isBare(block) ? '.' : 'bare')).join('');

/** Whether it may go as it is stored. */
export const isBare = (block: Media): boolean =>
	block.type !== 'image' || bareBlock(block) === block;

const noted = new WeakMap<object, { readonly mask: string; readonly row: object }>();

/** Rows with the same notes stay the same objects, so they are formed and weighed once. */
function once<Row extends object>(row: Row, mask: string, make: () => Row): Row {
	if (/^\.*$/.test(mask)) return row;
	const known = noted.get(row);
	if (known?.mask === mask) return known.row as Row;
	const made = make();
	noted.set(row, { mask, row: made });
	return made;
}

/** A message with notes in the place of what stays out, and the rest bare; rows where nothing changes are the same objects. */
export function withNotes<Question extends Pick<Turn, 'asked'>>(
	{ turn, steps }: Said<Question>,
	out: LeftOutMedia
): Said<Question> {
	const note = <B extends Block>(block: B): B | TextBlock | ImageBlock => {
		if (!isMedia(block)) return block;
		if (out.has(block)) return noteOf(block);
		return block.type === 'image' ? (bareBlock(block) ?? noteOf(block)) : block;
	};
	return {
		turn: once(turn, maskOf(turn.asked.filter(isMedia), out), () => ({
			...turn,
			asked: turn.asked.map(note)
		})),
		steps: steps.map((step) =>
			once(step, maskOf(inResults(step), out), () => ({
				...step,
				results: (step.results ?? []).map((result) => {
					const { content } = result;
					return typeof content === 'string' ? result : { ...result, content: content.map(note) };
				})
			}))
		)
	};
}
