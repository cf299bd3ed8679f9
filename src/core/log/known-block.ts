import { isFlag, isText, matches, maybe, takeRow, type Shape } from '#core/shape.ts';
import { isRow, type Row, textIn } from '#core/json.ts';
import type {
	AssistantBlock,
	Block,
	TextBlock,
	ToolResultBlock,
	UserBlock
} from '#core/log/blocks.ts';
import { isBase64 } from '#core/text/base64.ts';

/**
 * Blocks out of data that anybody may have written. Whatever stands in a block goes to the model word for word, also
 * fields that no screen shows (a document's `context`, say): so a block is made of the fields this app writes itself,
 * and what it does not know becomes words that everybody can read (DESIGN 1).
 */

const says = (word: string) => (value: unknown) => value === word;

type Of<Type extends Block['type']> = Extract<Block, { readonly type: Type }>;

/** The fields of each kind, and nothing else; what nests is looked at by itself. */
const shapes: { readonly [Type in Block['type']]: Shape<Of<Type>> } = {
	text: { type: says('text'), text: isText },
	thinking: { type: says('thinking'), thinking: isText, signature: isText },
	redacted_thinking: { type: says('redacted_thinking'), data: isText },
	tool_use: { type: says('tool_use'), id: isText, name: isText, input: isRow },
	image: { type: says('image'), source: isRow },
	document: { type: says('document'), source: isRow, title: maybe(isText) },
	tool_result: {
		type: says('tool_result'),
		tool_use_id: isText,
		content: (value) => typeof value === 'string' || Array.isArray(value),
		is_error: maybe(isFlag)
	}
};

const picture: Shape<Of<'image'>['source']> = {
	type: says('base64'),
	media_type: matches(/^image\/(png|jpeg|gif|webp)$/),
	data: isBase64
};
const pdf: Shape<Of<'document'>['source']> = {
	type: says('base64'),
	media_type: says('application/pdf'),
	data: isBase64
};
const textFile: Shape<Of<'document'>['source']> = {
	type: says('text'),
	media_type: says('text/plain'),
	data: isText
};

/**
 * The row with these fields alone, in their order; the very same object if it has no others. Null: a field does not
 * fit.
 */
function only<T>(row: unknown, shape: Shape<T>): Row | null {
	if (!isRow(row) || takeRow(row, shape) === null) return null;
	const fields = Object.entries(row);
	const known = fields.filter(([name]) => Object.hasOwn(shape, name));
	return known.length === fields.length ? row : Object.fromEntries(known);
}

const withField = (row: Row, name: string, value: unknown): Row =>
	row[name] === value ? row : { ...row, [name]: value };

/** A value as a block of known fields; the very same object if it has no others. Null: it is no block. */
export function knownBlock(value: unknown): Block | null {
	if (!isRow(value) || !Object.hasOwn(shapes, String(value['type']))) return null;
	const type = value['type'] as Block['type'];
	const row = only(value, shapes[type] as Shape<Block>);
	return row && (knownInside(type, row) as unknown as Block | null);
}

function knownInside(type: Block['type'], row: Row): Row | null {
	if (type === 'tool_result') return withField(row, 'content', knownContent(row['content']));
	if (type !== 'image' && type !== 'document') return row;
	const source =
		type === 'image'
			? only(row['source'], picture)
			: (only(row['source'], pdf) ?? only(row['source'], textFile));
	return source && withField(row, 'source', source);
}

function knownContent(content: unknown): unknown {
	if (!Array.isArray(content)) return content;
	const parts = content.map(blockAmong(['text', 'image']));
	return parts.every((part, at) => part === content[at]) ? content : parts;
}

/** Longer ones are cut, UTF-16 units: what is in them may be a file. */
const mostShown = 4000;

/** What stands where something was that this app cannot read. */
function unread(value: unknown): TextBlock {
	const text = JSON.stringify(value);
	const end =
		text.length > mostShown ? `… (${String(text.length - mostShown)} more characters)` : '';
	return {
		type: 'text',
		text: `[A part that Keepsake cannot read: ${text.slice(0, mostShown)}${end}]`
	};
}

const blockAmong =
	<Type extends Block['type']>(types: readonly Type[]) =>
	(value: unknown): Of<Type> | TextBlock => {
		const block = knownBlock(value);
		return block && types.some((type) => type === block.type) ? (block as Of<Type>) : unread(value);
	};

/** What a person asked. */
export const knownAsked = (list: readonly unknown[]): readonly UserBlock[] =>
	list.map(blockAmong(['text', 'image', 'document']));

/** What a model said. */
export const knownSaid = (list: readonly unknown[]): readonly AssistantBlock[] =>
	list.map(blockAmong(['text', 'thinking', 'redacted_thinking', 'tool_use']));

/** Results of tools. One that does not name its call is left out: it fits neither on screen nor into a request. */
export const knownResults = (list: readonly unknown[]): readonly ToolResultBlock[] =>
	list.flatMap((value) => {
		const block = knownBlock(value);
		if (block?.type === 'tool_result') return block;
		const id = isRow(value) ? textIn(value, 'tool_use_id') : '';
		if (id === '') return [];
		return { type: 'tool_result', tool_use_id: id, content: unread(value).text };
	});
