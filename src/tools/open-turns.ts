import { textOf, type ImageBlock, type UserBlock } from '#core/log/blocks.ts';
import { excerpt, startOfText, endOfText } from '#core/text/excerpt.ts';
import { callsOf, turnNumber, type Exchange, type Step } from '#core/log/turn.ts';
import { standing } from '#core/reply/reply-parts.ts';
import { fence, fencesIn, mapFences } from '#core/prompt/text/fence.ts';
import { bareBlock } from '#core/prompt/bare-block.ts';
import { bad, checked, type InputOf, type ToolText } from '#tools/input.ts';
import type { ToolPorts } from '#tools/ports.ts';

/** Turns in one answer at most. */
const most = 11;
/** The longest beginning of a text that is gone on with, characters. All of them take a third of an answer at most. */
const longestBeginning = 500;
/** Pictures in one answer at most, and all of them together in characters of base64. */
const mostImages = 8;
const largest = 4_000_000;

export const openTurnsDefinition = {
	description:
		'Read turns of this conversation word for word, also those that a summary stands for. Turns are counted from 1, as recall and the summary number them. Where an answer leaves text out, it names the call that goes on.',
	input_schema: {
		type: 'object',
		properties: {
			from: { type: 'integer', minimum: 1, description: 'First turn' },
			to: { type: 'integer', minimum: 1, description: 'Last turn, at most 10 after the first' }
		},
		// No `additionalProperties: false`: an answer that leaves text out names the call that goes on, with `skip`.
		required: ['from', 'to']
	}
} as const;

/** What only an answer names. */
const beside = {
	input_schema: { properties: { skip: { type: 'integer', minimum: 0 } }, required: [] }
} as const;

/**
 * Reads turns of this conversation word for word: what was said, which tools were called with what, what they
 * answered, and the pictures themselves. Turns that have gone cold come from their archives by the same way.
 */
export async function openTurns(
	input: InputOf<typeof openTurnsDefinition>,
	ports: ToolPorts
): Promise<ToolText> {
	const { from, to } = input;
	if (to < from) return bad('to must not be smaller than from.');
	if (to - from >= most) return bad(`At most ${String(most)} turns at a time.`);
	const more = checked(input, beside);
	if (typeof more === 'string') return bad(more);
	const { skip = 0 } = more;
	if (skip > 0 && to !== from) return bad('skip goes with one turn: from and to must be the same.');
	const { longest } = ports;
	const found = await ports.exchanges(from - 1, to - 1);
	if (found.length === 0)
		return bad('There are no such turns in this conversation, or the user keeps them out of it.');
	const album = skip > 0 ? closedAlbum : anAlbum({ isAlone: from === to });
	const told = found.map((exchange) => ({
		head: `[${String(turnNumber(exchange.turn.seq))}] ${ports.dayOf(exchange.turn.askedAt)}`,
		pieces: piecesOf(exchange, album)
	}));
	const pieces = told.flatMap((turn) => turn.pieces);
	if (skip > 0 && !pieces.some((piece) => goesOn(piece, skip)))
		return bad(`Turn ${String(from)} holds no text of more than ${String(skip)} characters.`);
	const tell = skip > 0 ? restTeller(pieces, { skip, longest }) : teller(pieces, longest);
	const text = told
		.map(({ head, pieces: own }) => [head, ...own.map(tell)].join('\n'))
		.join('\n\n');
	return { text, images: album.images, failed: false };
}

interface Album {
	readonly images: readonly ImageBlock[];
	/** What stands in the text where a picture was. */
	show(image: ImageBlock): string;
}

const heldBack = '[a picture, not shown: it may tell where it was taken]';

/** Pictures in the order in which the text names them. */
function anAlbum({ isAlone }: { readonly isAlone: boolean }): Album {
	const images: ImageBlock[] = [];
	let size = 0;
	return {
		images,
		show(image) {
			// As it would go with its own message: what stands before the next call does not change.
			const bare = bareBlock(image);
			if (bare === null) return heldBack;
			const next = size + bare.source.data.length;
			if (images.length >= mostImages || next > largest)
				return `[a picture, not shown: ${isAlone ? 'one answer holds no more' : 'open its turn alone'}]`;
			images.push(bare);
			size = next;
			return `[picture ${String(images.length)}, shown below]`;
		}
	};
}

/**
 * Where a turn is gone on with: its pictures were shown when it was opened. The name is no shorter than any that they had
 * then: what comes behind them stands no earlier than where the answer said, and none of it is left out.
 */
const closedAlbum: Album = {
	images: [],
	show: (image) =>
		bareBlock(image) === null
			? heldBack
			: '[a picture, shown where its turn is opened without skip]'
};

/** Something that was said, called or answered: a block of data, so that none of it can pass for the words of another. */
interface Piece {
	readonly tag: 'said' | 'call' | 'result';
	readonly attributes: Readonly<Record<string, string>>;
	readonly text: string;
	/** Counted from 1. */
	readonly turn: number;
}

type Tell = (piece: Piece) => string;

/** Tells pieces from their beginning, so much of each that all fit together. */
function teller(pieces: readonly Piece[], longest: number): Tell {
	const share = fairShare(
		pieces.map(({ text }) => text.length),
		longest
	);
	return (piece) =>
		fence(
			piece.tag,
			piece.attributes,
			isOfBlocks(piece) ? cutByBlocks(piece, share) : cut(piece, share)
		);
}

/**
 * Tells what stands behind the first `skip` characters of long pieces. Of every piece the beginning stays: it says what
 * is gone on with, calls keep their results, and forgetting knows the turn by it.
 */
function restTeller(
	pieces: readonly Piece[],
	{ skip, longest }: { readonly skip: number; readonly longest: number }
): Tell {
	const beginnings = Math.floor(longest / 3);
	const others = pieces.filter((piece) => !isAsked(piece)).map(({ text }) => text.length);
	const share = Math.min(longestBeginning, fairShare(others, beginnings - longestBeginning));
	const rests = pieces.filter((piece) => goesOn(piece, skip)).map(({ text }) => text.length - skip);
	const shareOfRest = fairShare(rests, longest - beginnings);
	return (piece) => {
		const { text, tag, attributes } = piece;
		const begin = isAsked(piece) ? longestBeginning : share;
		if (isOfBlocks(piece)) return fence(tag, attributes, cutByBlocks(piece, begin));
		const goes = goesOn(piece, skip);
		const head = startOfText(text, goes ? Math.min(begin, skip) : begin);
		const rest = goes ? endOfText(text, text.length - skip) : '';
		const shown = startOfText(rest, shareOfRest);
		const before = text.length - rest.length - head.length;
		const missing = rest.length - shown.length;
		const lines = [head];
		if (before > 0) lines.push(leftOut(before));
		if (goes) lines.push(shown);
		if (missing > 0) lines.push(leftOut(missing, { ...piece, skip: text.length - missing }));
		return fence(tag, attributes, lines.join('\n'));
	};
}

/** What the user said, by which forgetting knows the turn: its beginning is never cut shorter for the others. */
const isAsked = ({ tag, attributes: { by } }: Piece): boolean =>
	tag === 'said' && by === 'the user';

const goesOn = (piece: Piece, skip: number): boolean =>
	piece.text.length > skip && !isOfBlocks(piece);

/** What our own tools answer in blocks that say where they are from. */
const isOfBlocks = ({ tag, attributes: { of }, text }: Piece): boolean =>
	tag === 'result' && (of === 'recall' || of === 'open_turns') && fencesIn(text).length > 0;

function piecesOf({ turn, steps }: Exchange, album: Album): readonly Piece[] {
	const number = turnNumber(turn.seq);
	const user = { tag: 'said', attributes: { by: 'the user' }, turn: number } as const;
	if (turn.forgottenAt !== undefined) return [{ ...user, text: '(forgotten by the user)' }];
	const asked = tellBlocks(turn.asked, album) || '(no words)';
	return [
		{ ...user, text: asked },
		...standing(steps).flatMap((step) =>
			piecesOfStep(step, album).map((piece) => ({ ...piece, turn: number }))
		)
	];
}

function piecesOfStep(step: Step, album: Album): readonly Omit<Piece, 'turn'>[] {
	const words = textOf(step.content);
	const calls = callsOf(step);
	const nameOf = new Map(calls.map(({ id, name }) => [id, name]));
	return [
		...(words === ''
			? []
			: [{ tag: 'said' as const, attributes: { by: 'the assistant' }, text: words }]),
		...calls.map(({ name, input }) => ({
			tag: 'call' as const,
			attributes: { of: name },
			text: JSON.stringify(input)
		})),
		...(step.results ?? []).map(({ tool_use_id, content, is_error }) => ({
			tag: 'result' as const,
			attributes: { of: nameOf.get(tool_use_id) ?? 'a tool', ...(is_error && { failed: 'yes' }) },
			text: typeof content === 'string' ? content : tellBlocks(content, album)
		}))
	];
}

const tellBlocks = (blocks: readonly UserBlock[], album: Album): string =>
	blocks
		.flatMap((block) => {
			if (block.type === 'text') return block.text;
			if (block.type === 'image') return album.show(block);
			if (block.type !== 'document') return [];
			const head = `[document: ${block.title ?? 'untitled'}]`;
			return block.source.type === 'text' ? [head, block.source.data] : head;
		})
		.join('\n');

/** The length to which all are cut so that they fit together; what is shorter leaves its room to the others. */
function fairShare(lengths: readonly number[], room: number): number {
	let left = room;
	const rising = lengths.toSorted((a, b) => a - b);
	for (const [at, length] of rising.entries()) {
		const share = Math.floor(left / (rising.length - at));
		if (length > share) return share;
		left -= length;
	}
	return room;
}

/** Says what is missing, and for text that was said, called or answered here how to come to it. */
function leftOut(missing: number, on?: { readonly turn: number; readonly skip: number }): string {
	if (!on) return `[… ${String(missing)} characters left out …]`;
	const call = JSON.stringify({ from: on.turn, to: on.turn, skip: on.skip });
	return `[… ${String(missing)} characters left out: open_turns ${call} goes on here, recall searches them …]`;
}

function cut(piece: Piece, length: number): string {
	const head = Math.floor(length * 0.6);
	// A little earlier than the end of the head, where a picture may stand.
	const skip = Math.max(1, Math.floor(head / 100) * 100);
	return excerpt(piece.text, {
		over: length,
		head,
		tail: Math.floor(length * 0.4),
		gap: (missing) => leftOut(missing, { turn: piece.turn, skip })
	});
}

/**
 * Whole blocks, as many as there is room for. A part of one would no longer say what it is a part of, and a memory file
 * may be kept from a reader later: then what was quoted of it must be found.
 */
function cutByBlocks({ text }: Piece, length: number): string {
	if (text.length <= length) return text;
	let used = mapFences(text, () => '').length;
	if (used > length) return searchAgain(text.length);
	let missing = 0;
	const kept = mapFences(text, (_, whole) => {
		if (used + whole.length > length) {
			missing += whole.length;
			return '';
		}
		used += whole.length;
		return whole;
	});
	return `${kept}\n${searchAgain(missing)}`;
}

/** What a search or an opened turn had quoted stands whole where it is from. */
const searchAgain = (missing: number): string =>
	`[… ${String(missing)} characters of what was found left out: search them with recall …]`;
