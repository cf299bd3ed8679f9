import { textOf, type ImageBlock, type ToolUseBlock, type UserBlock } from '#core/log/blocks.ts';
import { excerpt } from '#core/excerpt.ts';
import { callsOf, type Exchange, type Step } from '#core/log/turn.ts';
import { fence, fencesIn, mapFences } from '#core/prompt/text/fence.ts';
import { bad, countIn, isBad, type ToolText } from '#tools/input.ts';
import type { ToolPorts } from '#tools/ports.ts';

/** Turns in one answer at most. */
const most = 11;
/** All of them together, characters. */
const longest = 24_000;
/** Pictures in one answer at most, and all of them together in characters of base64. */
const mostImages = 8;
const largest = 4_000_000;

/**
 * Reads turns of this conversation word for word: what was said, which tools were called with what, what they
 * answered, and the pictures themselves. Turns that have gone cold come from their archives by the same way.
 */
export async function openTurns(input: ToolUseBlock['input'], ports: ToolPorts): Promise<ToolText> {
	const from = countIn(input, 'from');
	if (isBad(from)) return from;
	const to = countIn(input, 'to');
	if (isBad(to)) return to;
	if (to < from) return bad('to must not be smaller than from.');
	if (to - from >= most) return bad(`At most ${String(most)} turns at a time.`);
	const found = await ports.exchanges(from - 1, to - 1);
	if (found.length === 0)
		return bad('There are no such turns in this conversation, or the user keeps them out of it.');
	const album = anAlbum();
	const told = found.map((exchange) => ({
		head: `[${String(exchange.turn.seq + 1)}] ${ports.dayOf(exchange.turn.askedAt)}`,
		pieces: piecesOf(exchange, album)
	}));
	const share = fairShare(
		told.flatMap(({ pieces }) => pieces.map(({ text }) => text.length)),
		longest
	);
	const text = told
		.map(({ head, pieces }) => [head, ...pieces.map((piece) => tellPiece(piece, share))].join('\n'))
		.join('\n\n');
	return { text, images: album.images, failed: false };
}

interface Album {
	readonly images: readonly ImageBlock[];
	/** What stands in the text where a picture was. */
	show(image: ImageBlock): string;
}

/** Pictures in the order in which the text names them. */
function anAlbum(): Album {
	const images: ImageBlock[] = [];
	let size = 0;
	return {
		images,
		show(image) {
			const next = size + image.source.data.length;
			if (images.length >= mostImages || next > largest)
				return '[a picture, not shown: open its turn alone]';
			images.push(image);
			size = next;
			return `[picture ${String(images.length)}, shown below]`;
		}
	};
}

/** Something that was said, called or answered: a block of data, so that none of it can pass for the words of another. */
interface Piece {
	readonly tag: 'said' | 'call' | 'result';
	readonly attributes: Readonly<Record<string, string>>;
	readonly text: string;
}

const tellPiece = (piece: Piece, share: number): string =>
	fence(piece.tag, piece.attributes, (isOfBlocks(piece) ? cutByBlocks : cut)(piece.text, share));

/** What our own tools answer in blocks that say where they are from. */
const isOfBlocks = ({ tag, attributes: { of } }: Piece): boolean =>
	tag === 'result' && (of === 'recall' || of === 'open_turns');

function piecesOf({ turn, steps }: Exchange, album: Album): readonly Piece[] {
	if (turn.forgottenAt !== undefined)
		return [{ tag: 'said', attributes: { by: 'the user' }, text: '(forgotten by the user)' }];
	const asked = tellBlocks(turn.asked, album) || '(no words)';
	return [
		{ tag: 'said', attributes: { by: 'the user' }, text: asked },
		...steps.flatMap((step) => piecesOfStep(step, album))
	];
}

function piecesOfStep(step: Step, album: Album): readonly Piece[] {
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

const leftOut = (missing: number): string =>
	`[… ${String(missing)} characters left out: open this turn alone, or search them with recall …]`;

const cut = (text: string, length: number): string =>
	excerpt(text, {
		over: length,
		head: Math.floor(length * 0.6),
		tail: Math.floor(length * 0.4),
		gap: leftOut
	});

/**
 * Whole blocks, as many as there is room for. A part of one would no longer say what it is a part of, and a memory file
 * may be kept from a reader later: then what was quoted of it must be found.
 */
function cutByBlocks(text: string, length: number): string {
	if (text.length <= length || fencesIn(text).length === 0) return cut(text, length);
	let used = mapFences(text, () => '').length;
	if (used > length) return leftOut(text.length);
	let missing = 0;
	const kept = mapFences(text, (_, whole) => {
		if (used + whole.length > length) {
			missing += whole.length;
			return '';
		}
		used += whole.length;
		return whole;
	});
	return `${kept}\n${leftOut(missing)}`;
}
