import { textOf, type ImageBlock, type ToolUseBlock, type UserBlock } from '#core/log/blocks.ts';
import { excerpt } from '#core/excerpt.ts';
import { callsOf, type Exchange } from '#core/log/turn.ts';
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
	const told = found.map((exchange) => tellTurn(exchange, ports, album));
	const share = fairShare(
		told.map(({ said }) => said.length),
		longest
	);
	const text = told.map(({ head, said }) => `${head}\n${cut(said, share)}`).join('\n\n');
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

function tellTurn(
	{ turn, steps }: Exchange,
	ports: ToolPorts,
	album: Album
): { readonly head: string; readonly said: string } {
	const head = `[${String(turn.seq + 1)}] ${ports.dayOf(turn.askedAt)}`;
	if (turn.forgottenAt !== undefined) return { head, said: 'forgotten by the user' };
	const said = [
		`The user: ${tellBlocks(turn.asked, album) || '(no words)'}`,
		...steps.flatMap((step) => {
			const words = textOf(step.content);
			const calls = callsOf(step).map(
				(call) => `Called ${call.name}: ${JSON.stringify(call.input)}`
			);
			const results = (step.results ?? []).map((one) => {
				const name = one.is_error ? 'Its error' : 'Its result';
				const { content } = one;
				return `${name}: ${typeof content === 'string' ? content : tellBlocks(content, album)}`;
			});
			return [...(words === '' ? [] : [`The assistant: ${words}`]), ...calls, ...results];
		})
	].join('\n');
	return { head, said };
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

const cut = (text: string, length: number): string =>
	excerpt(text, {
		over: length,
		head: Math.floor(length * 0.6),
		tail: Math.floor(length * 0.4),
		gap: (missing) =>
			`[… ${String(missing)} characters left out: open this turn alone, or search them with recall …]`
	});
