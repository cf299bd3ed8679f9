/** Markdown to HTML, with no raw HTML and nothing that loads: the first of the two walls before the page. */
import MarkdownIt, { type Token } from 'markdown-it';
import { words } from '../words/words.ts';
import { cleanText } from '#core/text/clean-text.ts';
import { readAlerts } from './alerts.ts';
import { readDisclosures, type BegunOpen } from './disclosures.ts';
import { readFormulas } from './math/formulas.ts';
import { languageLabel, languageOf } from './code/languages.ts';
import { readFewTags } from './few-tags.ts';
import { readNotes, type Notes } from './notes/read-notes.ts';
import { destinationOf, pathInApp, placeToShow } from './links.ts';
import type { BlockLines } from './blocks.ts';

/** Link reference definitions by label, as markdown-it keeps them. */
type References = Record<string, { readonly title: string; readonly href: string }>;

/** What is defined in one place of a text and may be used anywhere in it. */
export interface Definitions {
	readonly references: References;
	readonly notes: Notes;
}

export const noDefinitions = (): Definitions => ({ references: {}, notes: new Map() });

/** The same ones, to learn more beside them. */
export const copyOf = ({ references, notes }: Definitions): Definitions => ({
	references: { ...references },
	notes: new Map(notes)
});

/** Equal for definitions that draw the same. */
export const keyOf = ({ references, notes }: Definitions): string =>
	JSON.stringify([references, [...notes.keys()]]);

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false });
const escape = markdown.utils.escapeHtml;
readFormulas(markdown);
readNotes(markdown);
readAlerts(markdown);
readDisclosures(markdown);
readFewTags(markdown);

// `README.md` is a file, not a host in Moldova: only addresses with a scheme become links by themselves.
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

// Embedded pictures pass here so that their base64 is not dumped as text; as links they are refused below.
markdown.validateLink = (address) =>
	destinationOf(address) !== null ||
	pathInApp(address) !== null ||
	/^\s*data:image\//i.test(address);

markdown.core.ruler.push('shape', (state) => {
	for (const [index, token] of state.tokens.entries()) {
		if (token.type.startsWith('heading_')) token.tag = placed(token, { ...state.env });
		else if (token.type === 'th_open' || token.type === 'td_open') alignByClass(token);
		else if (token.type === 'inline') {
			const item = state.tokens[index - 2];
			if (item?.type === 'list_item_open') tick(token, item);
			shapeLinks(token.children ?? []);
		}
	}
});

/**
 * The element of a heading by its place among those before it, not by its count of signs: a text may begin with
 * `###` or leap, but under the page's h1 no level is left out (WCAG 1.3.1).
 */
function placed(token: Token, env: Readonly<Record<string, unknown>>): string {
	const level = token.markup === '=' ? 1 : token.markup === '-' ? 2 : token.markup.length;
	const open = env.outline as number[];
	if (token.nesting === 1) {
		while ((open.at(-1) ?? 0) >= level) open.pop();
		open.push(level);
	}
	return `h${String(Math.min(6, open.length + 1))}`;
}

/** Alignment comes as a style attribute, which the policy of the page refuses. */
function alignByClass(token: Token) {
	const style = String(token.attrGet('style') ?? '');
	token.attrs = null;
	if (style.endsWith('right')) token.attrSet('class', 'ends');
	if (style.endsWith('center')) token.attrSet('class', 'centred');
}

/** `[ ]` and `[x]` at the head of a list item become a sign, not a form field; it stands where the bullet would. */
function tick(token: Token, item: Token) {
	const first = token.children?.[0];
	const mark = first?.type === 'text' ? /^\[([ xX])\] /.exec(first.content) : null;
	if (first && mark) {
		first.content = `${mark[1] === ' ' ? '☐' : '☑'} ${first.content.slice(mark[0].length)}`;
		item.attrSet('class', 'task');
	}
}

/** Settles for every link where it leads and what must be shown beside it, and tells pictures whether they are in one. */
function shapeLinks(tokens: readonly Token[]) {
	let opening: Token | null = null;
	let text = '';
	let pictured = false;
	for (const token of tokens) {
		if (token.type === 'link_open') {
			opening = token;
			text = '';
			pictured = false;
		} else if (token.type === 'link_close' && opening) {
			const address = String(opening.attrGet('href') ?? '');
			const destination = destinationOf(address);
			const path = pathInApp(address);
			opening.meta = { destination, path };
			const told = destination && placeToShow({ text: cleanText(text).text, destination });
			const place = pictured ? destination?.place : told;
			token.meta = { destination, path, place };
			opening = null;
		} else if (token.type === 'image') {
			token.meta = { inLink: opening !== null };
			pictured = true;
			text += token.content;
		} else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' ';
		else text += token.content;
	}
}

const rules = markdown.renderer.rules;

/** What is settled of a link before it is written. */
interface LinkMeta {
	readonly destination: ReturnType<typeof destinationOf>;
	/** Set when it leads to another place of the app, in this tab. */
	readonly path: string | null;
	/** At its end only. */
	readonly place?: string | null;
}

rules.link_open = (tokens, index) => {
	const meta = tokens[index]?.meta as LinkMeta | null | undefined;
	if (typeof meta?.path === 'string') return `<a href="${escape(meta.path)}">`;
	const destination = meta?.destination;
	return destination
		? `<a href="${escape(destination.href)}" target="_blank" rel="noopener noreferrer">`
		: '<span>';
};

rules.link_close = (tokens, index) => {
	const meta = tokens[index]?.meta as LinkMeta | null | undefined;
	if (typeof meta?.path === 'string') return '</a>';
	if (!meta?.destination) return '</span>';
	return typeof meta.place === 'string' ? `</a>${placeMark(meta.place)}` : '</a>';
};

const placeMark = (place: string) => `<span class="host">${escape(place)}</span>`;

// A picture that loads tells its server what was talked about; so it is a link that says where it would lead.
rules.image = (tokens, index, options, _env, renderer) => {
	const token = tokens[index];
	if (!token) return '';
	const alternative = renderer.renderInlineAsText(token.children ?? [], options, undefined);
	const label = escape(words.kit.remoteImage(alternative));
	const destination = destinationOf(String(token.attrGet('src') ?? ''));
	// In a link its own place would pass for the one that the link leads to.
	if (!destination || token.meta?.inLink === true)
		return `<span class="remote-image">${label}</span>`;
	const place = placeMark(destination.place);
	const href = escape(destination.href);
	return `<span class="remote-image"><a href="${href}" target="_blank" rel="noopener noreferrer">${label}</a>${place}</span>`;
};

rules.fence = (tokens, index) => {
	const token = tokens[index];
	return token ? codeBlock(token.content, token.info.trim().split(/\s+/)[0] ?? '') : '';
};

rules.code_block = (tokens, index) => codeBlock(tokens[index]?.content ?? '', '');

function codeBlock(code: string, info: string): string {
	const language = languageOf(info);
	const type = language ? ` class="language-${language}"` : '';
	const label = escape(languageLabel(info) || words.kit.plainCode);
	return `<div class="code"><div class="code-head"><span>${label}</span></div><pre><code${type}>${escape(code)}</code></pre></div>\n`;
}

rules.table_open = () => '<div class="scroll"><table>\n';
rules.table_close = () => '</table></div>\n';

/** What a piece of Markdown needs to know of the text around it. */
interface Surroundings extends Definitions {
	/** Levels of the headings it stands under, outermost first. */
	readonly outline: readonly number[];
	/** Folds that begin open; of a text that is complete those that nothing closes, when left out. */
	readonly begunOpen?: BegunOpen;
}

/** The HTML of a piece of Markdown, hidden characters taken out, not yet sanitized; and the outline after it. */
export function renderHtml(
	source: string,
	{ references, notes, outline, begunOpen = 'unclosed' }: Surroundings
): { readonly html: string; readonly outline: readonly number[] } {
	const after = [...outline];
	// The parser writes what it finds into the object it is given; those of the whole text are not its own to change.
	const own = Object.create(references) as References;
	const env = { references: own, known: notes, outline: after, begunOpen };
	return { html: cleanText(markdown.render(source, env)).text, outline: after };
}

/** The lines at which the top-level blocks of a text begin and end, as the parser sees them. */
export function blockLines(source: string): readonly BlockLines[] {
	const lines: BlockLines[] = [];
	for (const token of parseBlocks(source, {})) {
		if (token.nesting === -1) continue;
		const definition = token.type === 'reference_definition';
		if (token.level === 0 && token.map) {
			const [first, end] = token.map;
			lines.push({ first, end, definition });
			continue;
		}
		// What stands last in a quote or a list is what the block ends with.
		const block = lines.pop();
		if (block) lines.push({ ...block, definition });
	}
	return lines;
}

/** Whether a text may define anything. Most have nothing, and to look for the sign of it is far cheaper than to parse. */
export const mayDefine = (source: string): boolean => source.includes(']:');

/** Adds the definitions of a text to those of what stands before it; of two for one label the earlier counts. */
export function learnDefinitions(source: string, known: Definitions): void {
	if (mayDefine(source)) parseBlocks(source, known);
}

function parseBlocks(source: string, definitions: Partial<Definitions>): readonly Token[] {
	const tokens: Token[] = [];
	markdown.block.parse(source, markdown, definitions, tokens);
	return tokens;
}
