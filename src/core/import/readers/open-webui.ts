import {
	imageFrom,
	inLine,
	text,
	type ImportedBlock,
	type ImportedChat,
	type ImportedMemory,
	type ImportedMessage
} from '#core/import/chat.ts';
import { firstText, timeIn } from '#core/import/fields.ts';
import { namedFile } from '#core/import/named-file.ts';
import { fieldOf, isRow, parseJson, type Row, rowIn, rowsIn, textIn } from '#core/json.ts';

/** Reading chats and memories of Open WebUI: thoughts and tool calls stand in the text as `details`. */

export const isOpenWebUi = (row: Row): boolean => {
	const chat = rowIn(row, 'chat');
	return (
		isRow(fieldOf(rowIn(chat, 'history'), 'messages')) || Array.isArray(fieldOf(chat, 'messages'))
	);
};

export const isOpenWebUiMemory = (row: Row): boolean =>
	typeof fieldOf(row, 'user_id') === 'string' &&
	typeof fieldOf(row, 'content') === 'string' &&
	fieldOf(row, 'chat') === undefined;

const entities: Readonly<Record<string, string>> = {
	'&lt;': '<',
	'&gt;': '>',
	'&quot;': '"',
	'&#39;': "'",
	'&#x27;': "'",
	'&amp;': '&'
};
const unescaped = (words: string): string =>
	words.replace(/&(?:lt|gt|quot|#39|#x27|amp);/g, (entity) => entities[entity] ?? entity);

const attribute = (attributes: string, name: string): string =>
	unescaped(new RegExp(`\\s${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');

/** An answer with its thoughts and calls taken out of the text. */
function blocksOfAnswer(content: string): ImportedBlock[] {
	const blocks: ImportedBlock[] = [];
	/** All before has been taken; `look`: where to look for the next. */
	let at = 0;
	let look = 0;
	const words = (until: number) => {
		const said = content.slice(at, until).trim();
		if (said !== '') blocks.push(text(said));
	};
	while (look < content.length) {
		const start = content.indexOf('<details', look);
		const open = start < 0 ? -1 : content.indexOf('>', start);
		const end = open < 0 ? -1 : content.indexOf('</details>', open);
		if (end < 0) break;
		const attributes = content.slice(start + '<details'.length, open);
		const inner = content.slice(open + 1, end).replace(/<summary>[^<]*<\/summary>/, '');
		const kind = attribute(attributes, 'type');
		look = end + '</details>'.length;
		// Any other is a fold that the answer itself has.
		if (kind !== 'reasoning' && kind !== 'tool_calls') continue;
		words(start);
		if (kind === 'reasoning')
			blocks.push({ type: 'thinking', text: unescaped(inner).replace(/^> ?/gm, '').trim() });
		else blocks.push(...callIn(attributes, inner));
		at = look;
	}
	words(content.length);
	return blocks;
}

/** Earlier versions wrote the result into an attribute; since then it stands between the tags. */
function callIn(attributes: string, inner: string): ImportedBlock[] {
	const id = attribute(attributes, 'id') || null;
	const name = attribute(attributes, 'name');
	const asked = attribute(attributes, 'arguments');
	const result = attribute(attributes, 'result') || unescaped(inner).trim();
	const told = parseJson(asked);
	const input = typeof told === 'string' ? parseJson(told) : told;
	const answer = parseJson(result);
	return [
		{ type: 'call', id, name, input: isRow(input) ? input : { input: asked } },
		...(result === ''
			? []
			: [
					{
						type: 'result',
						call: id,
						name,
						parts: [text(typeof answer === 'string' ? answer : result)],
						isError: false
					} as const
				])
	];
}

const isTold = ({ type }: ImportedBlock): boolean => type === 'thinking' || type === 'call';

/**
 * Since 2026 an answer is a list of what the model put out, and its text may be empty. A text that has the thoughts and
 * calls is read as ever.
 */
function answerOf(row: Row): ImportedBlock[] {
	const said = blocksIn(row, blocksOfAnswer);
	if (said.some(isTold)) return said;
	const put = rowsIn(row, 'output').flatMap(blocksPutOut);
	const isWhole = put.some((block) => block.type === 'text' && block.text.trim() !== '');
	return isWhole || said.length === 0 ? put : said;
}

/** The words of a message, which some versions write as parts. */
function blocksIn(
	row: Row,
	read: (words: string) => ImportedBlock[] = (words) => [text(words)]
): ImportedBlock[] {
	if (typeof fieldOf(row, 'content') === 'string') return read(textIn(row, 'content'));
	return rowsIn(row, 'content').flatMap((part) => {
		const url = textIn(rowIn(part, 'image_url'), 'url');
		if (url !== '') return [imageFrom(url, url.startsWith('data:') ? '' : url)];
		return textIn(part, 'text') === '' ? [] : read(textIn(part, 'text'));
	});
}

const textsIn = (row: Row, name: string): string =>
	rowsIn(row, name)
		.map((part) => textIn(part, 'text'))
		.join('');

function blocksPutOut(item: Row): ImportedBlock[] {
	const kind = textIn(item, 'type');
	const call = firstText(item, ['call_id', 'id']) || null;
	if (kind === 'message') return [text(textsIn(item, 'content'))];
	if (kind === 'reasoning')
		return [{ type: 'thinking', text: textsIn(item, 'summary') || textsIn(item, 'content') }];
	if (kind === 'function_call') {
		const asked = textIn(item, 'arguments');
		const told = asked === '' ? fieldOf(item, 'arguments') : parseJson(asked);
		const input = isRow(told) ? told : { input: asked };
		return [{ type: 'call', id: call, name: textIn(item, 'name'), input }];
	}
	const output = textIn(item, 'output') || textsIn(item, 'output');
	const result = (name: string, words: string): ImportedBlock[] =>
		words === '' ? [] : [{ type: 'result', call, name, parts: [text(words)], isError: false }];
	if (kind.endsWith('_call_output')) return result('tool', output);
	const code = textIn(item, 'code');
	if (code === '' && !kind.endsWith('_call')) return [];
	const name = kind.replace(/^.*:|_call$/g, '');
	const input = code === '' ? rowIn(item, 'action') : { code };
	const printed = rowIn(item, 'output');
	const printedWords = [firstText(printed, ['stdout', 'result']), textIn(printed, 'stderr')];
	return [
		{ type: 'call', id: call, name, input },
		...result(name, output || printedWords.join('\n').trim())
	];
}

function messageFrom(row: Row, id: string): ImportedMessage {
	const role = textIn(row, 'role');
	const files = rowsIn(row, 'files').map((file): ImportedBlock => {
		const url = textIn(file, 'url');
		if (textIn(file, 'type') === 'image') return imageFrom(url, url.startsWith('data:') ? '' : url);
		return namedFile(firstText(file, ['name', 'id']));
	});
	return {
		id,
		parent: textIn(row, 'parentId') || null,
		from: role === 'user' || role === 'assistant' ? role : 'nobody',
		at: timeIn(row, 'timestamp'),
		content: role === 'assistant' ? [...answerOf(row), ...files] : [...files, ...blocksIn(row)],
		model: firstText(row, ['model', 'modelName'])
	};
}

export function readOpenWebUi(row: Row): ImportedChat {
	const chat = rowIn(row, 'chat');
	const history = rowIn(chat, 'history');
	const tree = Object.entries(rowIn(history, 'messages'));
	const messages =
		tree.length > 0
			? tree.filter(([, node]) => isRow(node)).map(([id, node]) => messageFrom(node as Row, id))
			: inLine(rowsIn(chat, 'messages').map((node) => messageFrom(node, textIn(node, 'id'))));
	return {
		format: 'open-webui',
		id: firstText(row, ['id']) || textIn(chat, 'id'),
		title: textIn(row, 'title') || textIn(chat, 'title'),
		createdAt: timeIn(row, 'created_at'),
		activeAt: timeIn(row, 'updated_at'),
		pinned: fieldOf(row, 'pinned') === true,
		messages,
		leaf: textIn(history, 'currentId') || null,
		skipped: tree.filter(([, node]) => !isRow(node)).length
	};
}

export const readOpenWebUiMemory = (row: Row): ImportedMemory => ({
	text: textIn(row, 'content'),
	at: timeIn(row, 'updated_at') || timeIn(row, 'created_at')
});
