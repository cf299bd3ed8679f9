import { readKeptOut, readHeldAs } from '#core/export/kept-out.ts';
import { inLine, text, type ImportedChat } from '#core/import/chat.ts';
import { timeIn } from '#core/import/fields.ts';
import { localTimes } from '#core/import/local-times.ts';
import { parseJson } from '#core/json.ts';

/** Reading a conversation that was written down as Markdown: one file a chat, with front matter. */

interface FrontMatter {
	readonly fields: ReadonlyMap<string, string>;
	readonly body: string;
}

const fence = /^\ufeff?---[ \t]*\r?\n/;

/** The simple fields of YAML front matter; of a list the first item, nested values are left out. */
function frontMatterOf(file: string): FrontMatter {
	const none = { fields: new Map<string, string>(), body: file };
	const begin = fence.exec(file);
	if (!begin) return none;
	const rest = file.slice(begin[0].length);
	const close = /^(?:---|\.\.\.)[ \t]*$/m.exec(rest);
	if (!close || close.index > 20_000) return none;
	const fields = new Map<string, string>();
	/** The field whose list the next line may begin. */
	let open = '';
	for (const line of rest.slice(0, close.index).split(/\r?\n/)) {
		const [, name, value = ''] = /^([\w-]{1,60}):(?:[ \t]+(.*))?$/.exec(line) ?? [];
		const first =
			name === undefined ? /^[ \t]*-[ \t]+(.+)$/.exec(line)?.[1] : firstOf(value.trim());
		if (first && (name ?? open) !== '') fields.set(name ?? open, unquoted(first.trim()));
		open = first ? '' : (name ?? '');
	}
	return { fields, body: rest.slice(close.index + close[0].length).replace(/^\r?\n/, '') };
}

/** `["a, b", c]` → `"a, b"`; anything else as it is. */
const firstOf = (value: string): string =>
	value.endsWith(']')
		? (/^\[[ \t]*("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^,\]]*)/.exec(value)?.[1] ?? value)
		: value;

function unquoted(value: string): string {
	const parsed = value.startsWith('"') ? parseJson(value) : null;
	if (typeof parsed === 'string') return parsed;
	if (/^'.*'$/.test(value)) return value.slice(1, -1).replaceAll("''", "'");
	if (!/^".*"$/.test(value)) return value;
	return value.slice(1, -1).replace(/\\(["\\])/g, '$1');
}

/** `### You`, `### Human (2026-02-18 14:30)`, `#### ChatGPT, on …`, `> [!nexus_user] **User** - …`. */
const heading =
	/^(#{2,5}\s+)(You|User|Human|Me|Assistant|Claude|ChatGPT|AI|Keepsake)\b(.*)$|^>\s*\[!nexus_(user|agent)\]\s*(.*)$/i;
/** Headings as our own export writes them. */
const ours = /^(### )(You|Assistant)\b(.*)$/;
const people = /^(You|User|Human|Me)$/i;

interface Part {
	readonly from: 'user' | 'assistant';
	readonly said: string;
	readonly lines: string[];
	/** `> ` before each line, as the callouts have it. */
	readonly isQuoted: boolean;
}

/** Parts of a body; fenced code is never taken for a heading. */
function partsOf(body: string, isOurs: boolean): Part[] {
	const parts: Part[] = [];
	let fenced = '';
	for (const line of body.split(/\r?\n/)) {
		const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
		if (mark !== '') fenced = fenced === '' ? mark : mark.startsWith(fenced) ? '' : fenced;
		// In a file of ours every heading is one: words that look like it carry a sign.
		const found = isOurs || fenced === '' ? (isOurs ? ours : heading).exec(line) : null;
		if (!found) {
			parts.at(-1)?.lines.push(line);
			continue;
		}
		const [, , name = '', after = '', callout = '', rest = ''] = found;
		const isUser = callout === '' ? people.test(name) : callout.toLowerCase() === 'user';
		parts.push({
			from: isUser ? 'user' : 'assistant',
			said: callout === '' ? after : rest,
			lines: [],
			isQuoted: callout !== ''
		});
	}
	return parts;
}

/** Without what our own export adds. */
const ourWordsOf = ({ lines }: Part): string =>
	lines
		.join('\n')
		.replace(
			/\n(?:`{3,}|~{3,}|-->|\?>|\]\]>|>|(?:<\/\w+>)+)\n<!-- Code that was not closed ends here\. -->$/gm,
			''
		)
		.replace(/^\\(?=\\*(?:### (?:You|Assistant)\b|<!-- Code that was not))/gm, '')
		.trim();

function wordsOf(part: Part): string {
	const quoted = part.lines.filter((line) => line.trim() !== '');
	const isQuoted =
		part.isQuoted || (quoted.length > 0 && quoted.every((line) => /^>|^<!-- UID|^---$/.test(line)));
	const lines = part.lines
		.filter((line) => !/^<!-- UID: .* -->$/.test(line.trim()))
		.map((line) => (isQuoted ? line.replace(/^>{1,2} ?/, '') : line));
	return lines
		.join('\n')
		.replace(/\n[ \t]*---\s*$/, '')
		.trim();
}

/** The time as it stands in a heading such as `(2026-02-18 14:30)` or `, on 02/18/2026 at 14:30:00;`; empty where none does. */
const timeSaid = ({ said }: Part): string =>
	(
		/\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[T ,]+(?:at\s+)?\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s*(?:Z|[AP]M)?)?/i.exec(
			said
		)?.[0] ?? ''
	).replace(/(?<!\s)\s+at\s+/, ' ');

/** The chat in a Markdown file, or null when the file is a note. */
export function readMarkdownChat(file: string, name: string): ImportedChat | null {
	const { fields, body } = frontMatterOf(file);
	const isMarked =
		['nexus', 'conversation_id', 'keepsake'].some((field) => fields.has(field)) ||
		fields.get('type') === 'conversation';
	if (!isMarked) return null;
	const isOurs = fields.has('keepsake');
	const parts = partsOf(body, isOurs);
	if (!parts.some((part) => part.from === 'user')) return null;
	const first = (names: readonly string[]) =>
		names.map((field) => fields.get(field) ?? '').find((value) => value !== '') ?? '';
	const at = (names: readonly string[]) => timeIn({ at: first(names) }, 'at');
	const activeAt = at(['update_time', 'modified']);
	const timeOf = localTimes(parts.map(timeSaid), activeAt);
	const messages = inLine(
		parts.map((part) => ({
			id: '',
			from: part.from,
			at: timeOf(timeSaid(part)),
			content: [text(isOurs ? ourWordsOf(part) : wordsOf(part))],
			...(isOurs && { keptOut: readKeptOut(part.said) })
		}))
	);
	return {
		format: 'markdown-chat',
		id: first(['keepsake', 'conversation_id', 'permalink']),
		title: first(['title', 'aliases']) || name.replace(/\.(md|markdown)$/i, ''),
		createdAt: at(['create_time', 'created']),
		activeAt,
		...(isOurs && { heldAs: readHeldAs(fields) }),
		messages,
		leaf: null,
		skipped: 0
	};
}
