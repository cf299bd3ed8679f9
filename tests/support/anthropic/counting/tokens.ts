/**
 * How the scripted server counts tokens: pieces of words, one for a Chinese character, and the overheads of
 * messages and tools. Made without looking at the app's own estimate, so that neither can hide an error of the other.
 */
import { imageSize } from './image-size.ts';
import { readPdf } from './pdf.ts';
import { blocksOf, isFields, mergeMessages, type MessagesBody, type WireBlock } from '../wire.ts';

const MESSAGE = 3;
const ANY_TOOL = 549;
const EACH_TOOL = 53;
const EACH_PROPERTY = 13;
const EACH_CALL = 73;
const PIXELS_PER_TOKEN = 750;
const LARGEST_IMAGE = 1600;
const PDF_PAGE = 1800;

/** A stretch of the request that the prompt cache may end at. */
export interface Stretch {
	readonly text: string;
	readonly tokens: number;
	/** Carries `cache_control`. */
	readonly marked: boolean;
}

const PIECES = /[\p{L}\p{M}]+|\d+|[^\S\n]+|\n+|[^\s\p{L}\p{M}\d]+/gu;
const remembered = new Map<string, number>();

export function countText(text: string): number {
	if (text.length < 200) return countPieces(text);
	const known = remembered.get(text);
	if (known !== undefined) return known;
	if (remembered.size > 2000) remembered.clear();
	const tokens = countPieces(text);
	remembered.set(text, tokens);
	return tokens;
}

function countPieces(text: string): number {
	let tokens = 0;
	for (const [piece] of text.matchAll(PIECES)) tokens += countPiece(piece);
	return Math.ceil(tokens);
}

function countPiece(piece: string): number {
	const first = piece.codePointAt(0) ?? 0;
	if (first === 10) return Math.ceil(piece.length / 2);
	if (/^\s/.test(piece)) return piece.length > 1 ? 1 + piece.length / 16 : 0;
	if (/^\d/.test(piece)) return Math.ceil(piece.length / 3);
	if (/^[\p{L}\p{M}]/u.test(piece)) return countLetters(piece);
	let tokens = 0;
	for (const sign of piece) tokens += (sign.codePointAt(0) ?? 0) > 0x2fff ? 3 : 0.6;
	return Math.max(1, Math.ceil(tokens));
}

/** A run of letters may change its script in the middle, as Chinese text with Latin names does. */
function countLetters(run: string): number {
	let tokens = 0;
	let latin = 0;
	const closeLatin = () => {
		tokens += latin <= 4 ? Math.sign(latin) : Math.ceil(latin / 3);
		latin = 0;
	};
	for (const letter of run) {
		const code = letter.codePointAt(0) ?? 0;
		if (code < 0x250) {
			latin++;
			continue;
		}
		closeLatin();
		tokens += weightOf(code);
	}
	closeLatin();
	return tokens;
}

function weightOf(code: number): number {
	if (code < 0x600) return 0.45;
	if (code < 0x900) return 0.65;
	if (code < 0x1100) return 0.9;
	if (code < 0x2e80) return 1.1;
	if (code >= 0xac00 && code <= 0xd7af) return 1.3;
	if (code > 0xffff) return 2;
	return 1;
}

/** Tokens of a text. */
export type TextCounter = (text: string) => number;

/** Tokens of a block of `messages` or `system`. */
export function countBlock(block: WireBlock, count: TextCounter = countText): number {
	switch (block.type) {
		case 'text':
			return count(String(block['text']));
		case 'thinking':
			return count(String(block['thinking']));
		case 'redacted_thinking':
			return Math.ceil(String(block['data']).length / 12);
		case 'tool_use':
			return EACH_CALL + count(String(block['name'])) + countValues(block['input'], count);
		case 'tool_result':
			return countResult(block['content'], count);
		case 'image':
			return countImage(block['source']);
		default:
			return countDocument(block, count);
	}
}

/** The values of a call's arguments are billed, their JSON is not. */
function countValues(value: unknown, count: TextCounter): number {
	const values = Array.isArray(value) || isFields(value) ? Object.values(value) : null;
	if (values === null) return count(String(value));
	return values.reduce<number>((sum, one) => sum + countValues(one, count), 0);
}

function countResult(content: unknown, count: TextCounter): number {
	if (content === undefined) return 0;
	if (typeof content === 'string') return count(content);
	return (content as readonly WireBlock[]).reduce(
		(sum, block) => sum + countBlock(block, count),
		0
	);
}

function countImage(source: unknown): number {
	const data = isFields(source) ? source['data'] : undefined;
	const size = typeof data === 'string' ? imageSize(Buffer.from(data, 'base64')) : null;
	if (!size) return LARGEST_IMAGE;
	return Math.min(LARGEST_IMAGE, Math.ceil((size.width * size.height) / PIXELS_PER_TOKEN));
}

const countOptional = (text: unknown, count: TextCounter): number =>
	typeof text === 'string' ? count(text) : 0;

function countDocument(block: WireBlock, count: TextCounter): number {
	const source = isFields(block['source']) ? block['source'] : {};
	const title = countOptional(block['title'], count) + countOptional(block['context'], count);
	if (source['type'] === 'text') return title + count(String(source['data']));
	if (source['type'] !== 'base64') return title + PDF_PAGE;
	const read = readPdf(Buffer.from(String(source['data']), 'base64'));
	return title + (typeof read === 'string' ? 1 : read.pages) * PDF_PAGE;
}

type WireTool = NonNullable<MessagesBody['tools']>[number];

/** Tokens of an offered tool, the first of them without what any tool costs. */
export function countTool(tool: WireTool, count: TextCounter = countText): number {
	const properties = tool.input_schema['properties'];
	let tokens = EACH_TOOL + count(tool.description ?? '');
	for (const property of Object.values(isFields(properties) ? properties : {}))
		tokens +=
			EACH_PROPERTY + (isFields(property) ? countOptional(property['description'], count) : 0);
	return tokens;
}

/** What the parts of a request weigh, tokens. */
export interface Scales {
	readonly block: (block: WireBlock) => number;
	readonly tool: (tool: WireTool) => number;
}

const scripted: Scales = { block: (block) => countBlock(block), tool: (tool) => countTool(tool) };

/** The whole request as stretches in the order of the cache: tools, system, messages. */
export function stretchesOf(body: MessagesBody, scales: Scales = scripted): readonly Stretch[] {
	const stretches: Stretch[] = [];
	const add = (value: unknown, tokens: number) => {
		const marked = isFields(value) && isFields(value['cache_control']);
		stretches.push({ text: JSON.stringify(value, withoutMark), tokens, marked });
	};
	for (const [index, tool] of (body.tools ?? []).entries())
		add(tool, (index === 0 ? ANY_TOOL : 0) + scales.tool(tool));
	for (const block of blocksOf(body.system ?? [])) add(block, scales.block(block) + MESSAGE);
	for (const message of mergeMessages(body.messages))
		for (const [index, { block }] of message.blocks.entries())
			add({ role: message.role, ...block }, scales.block(block) + (index === 0 ? MESSAGE : 0));
	return stretches;
}

function withoutMark(key: string, value: unknown): unknown {
	return key === 'cache_control' ? undefined : value;
}

/** Input tokens of the whole request. */
export function countInput(body: MessagesBody, scales: Scales = scripted): number {
	return stretchesOf(body, scales).reduce((sum, stretch) => sum + stretch.tokens, MESSAGE);
}

/** The longest beginning of a text that weighs at most `tokens`. */
export function cutText(text: string, tokens: number): string {
	let used = 0;
	let end = 0;
	for (const { 0: piece, index } of text.matchAll(PIECES)) {
		used += countPiece(piece);
		if (Math.ceil(used) > tokens) return text.slice(0, end);
		end = index + piece.length;
	}
	return text;
}
