/**
 * What models fold away: `<details>`, with its title in a `<summary>`. No HTML goes through by them: both become tokens of
 * the parser, what stands between is read as Markdown, and a tag with anything in it but `open` stays as it was typed.
 * Which of them begin open is told by whoever draws them.
 */
import type { MarkdownIt, StateBlock } from 'markdown-it';
import { words } from '../words/talk-words.ts';

const opening = /^<details(?: open)?>/i;
const title = /^\s*<summary>([^]{0,300}?)<\/summary>/i;
/** Tags around the words of a title, which is set apart without them. */
const dressing = /<\/?(?:b|strong|i|em|u|code|span|h[1-6])>/gi;
/** What opens or closes a fold, and what sets code apart, in which neither does. */
const tagOrTicks = /`+|<details(?: open)?>|<\/details>/gi;
const fence = /^(`{3,}|~{3,})/;

/** Folds that begin open: all, those that no tag closes, because what follows was hardly meant to be in them, or none. */
export type BegunOpen = 'all' | 'unclosed' | 'none';

/** Lines over which a title may go. */
const linesOfTitle = 6;

interface Place {
	readonly line: number;
	/** Of the source, not of the line. */
	readonly at: number;
}

/** Where a fold ends: before its tag, if there is one, and what stands behind that begins. */
interface End extends Place {
	/** Null: no tag has closed it. */
	readonly behind: number | null;
}

export function readDisclosures(markdown: MarkdownIt) {
	markdown.block.ruler.before('html_block', 'disclosure', disclosure, {
		alt: ['paragraph', 'reference', 'blockquote']
	});
	markdown.renderer.rules['details_open'] = (tokens, index, _options, env: unknown) => {
		const { begunOpen } = env as { readonly begunOpen?: BegunOpen };
		const isUnclosed = tokens[index]?.meta?.isUnclosed === true;
		const isOpen = begunOpen === 'all' || (begunOpen === 'unclosed' && isUnclosed);
		return isOpen ? '<details open="">\n' : '<details>\n';
	};
}

function disclosure(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
	if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
	let from = { line: startLine, at: beginOf(state, startLine) };
	let tag = tagAt(state, from);
	if (tag === '' || silent) return tag !== '';
	const first = state.tokens.length;
	// Behind one that is closed another may begin on the same line.
	while (tag !== '') {
		from = fold(state, { ...from, at: from.at + tag.length }, endLine);
		tag = tagAt(state, from);
	}
	const rest = { line: from.line, at: endOf(state, from.line) };
	if (from.at < rest.at) between(state, from, rest);
	state.line = from.line + 1;
	// All of it is one block: a text is never cut within a line.
	for (const token of state.tokens.slice(first)) token.map = null;
	const open = state.tokens[first];
	if (open) open.map = [startLine, state.line];
	return true;
}

/** The tag that opens a fold at a place, or none. */
const tagAt = (state: StateBlock, { line, at }: Place): string =>
	opening.exec(state.src.slice(at, Math.min(at + 20, endOf(state, line))))?.[0] ?? '';

/** Reads one fold from behind its tag on; answers where what follows it begins. */
function fold(state: StateBlock, from: Place, endLine: number): Place {
	const { said, after } = titleFrom(state, from, endLine);
	const { behind, ...close } = closeFrom(state, after, endLine);
	const open = state.push('details_open', 'details', 1);
	open.meta = { isUnclosed: behind === null };
	state.push('summary_open', 'summary', 1);
	const inline = state.push('inline', '', 0);
	inline.content = said.replace(dressing, '').trim().replace(/\s+/g, ' ') || words.messages.folded;
	inline.children = [];
	state.push('summary_close', 'summary', -1);
	between(state, after, close);
	state.push('details_close', 'details', -1);
	const end = endOf(state, close.line);
	return { line: close.line, at: behind === null ? end : Math.min(state.skipSpaces(behind), end) };
}

const beginOf = (state: StateBlock, line: number): number =>
	(state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
const endOf = (state: StateBlock, line: number): number => state.eMarks[line] ?? 0;

/** The lines from a place on, each from where its words begin. */
function* linesFrom(state: StateBlock, from: Place, endLine: number) {
	for (let { line } = from; line < endLine; line += 1) {
		const at = line === from.line ? from.at : beginOf(state, line);
		const empty = at >= endOf(state, line);
		// What is less indented than the item of a list stands behind it.
		if (line > from.line && !empty && (state.sCount[line] ?? 0) < state.blkIndent) return;
		yield { line, at, text: state.src.slice(at, endOf(state, line)) };
	}
}

/** The words of the title, and the place behind it. */
function titleFrom(state: StateBlock, from: Place, endLine: number) {
	let text = '';
	const end = Math.min(endLine, from.line + linesOfTitle);
	for (const line of linesFrom(state, from, end)) {
		text += line.text;
		const found = title.exec(text);
		if (found) {
			const left = text.length - found[0].length;
			return {
				said: found[1] ?? '',
				after: { line: line.line, at: endOf(state, line.line) - left }
			};
		}
		text += '\n';
	}
	return { said: '', after: from };
}

/** The place of the tag that closes; where none has come yet, all that follows is within. */
function closeFrom(state: StateBlock, from: Place, endLine: number): End {
	let depth = 1;
	let code = '';
	let last: End = { ...from, behind: null };
	for (const { line, at, text } of linesFrom(state, from, endLine)) {
		last = { line, at: endOf(state, line), behind: null };
		const typed = text.trim();
		const marks = fence.exec(typed)?.[1] ?? '';
		if (code !== '') {
			if (marks.startsWith(code) && marks === typed) code = '';
			continue;
		}
		code = marks;
		const { open, closing } = throughLine(text, depth);
		if (closing) return { line, at: at + closing.index, behind: at + closing.end };
		depth = open;
	}
	return last;
}

/** How many folds are open behind a line that began with so many, and the tag that closed the last of them. */
function throughLine(text: string, open: number) {
	// A tag opens a fold where only tags stand before it in the line. Behind words it is text, and so is the tag that closes it.
	let head = 0;
	let inWords = 0;
	for (const { tag, index } of tagsIn(text)) {
		const end = index + tag.length;
		const closes = tag.startsWith('</');
		if (!closes && text.slice(head, index).trim() !== '') inWords += 1;
		else if (closes && inWords > 0) inWords -= 1;
		else if (closes) {
			open -= 1;
			if (open === 0) return { open, closing: { index, end } };
			head = end;
		} else {
			open += 1;
			head = end + (title.exec(text.slice(end))?.[0].length ?? 0);
		}
	}
	return { open, closing: null };
}

/** The tags of a line that stand in no code. */
function* tagsIn(text: string) {
	let code = '';
	for (const { 0: found, index } of text.matchAll(tagOrTicks)) {
		if (found.startsWith('<')) {
			if (code === '') yield { tag: found, index };
		} else if (found === code) code = '';
		else if (code === '' && text.includes(found, index + found.length)) code = found;
	}
}

/** Reads what stands between two places as blocks of their own. */
function between(state: StateBlock, from: Place, to: Place) {
	const { line } = from;
	const { tight, parentType, lineMax } = state;
	const first = {
		begin: state.bMarks[line] ?? 0,
		shift: state.tShift[line] ?? 0,
		column: state.sCount[line] ?? 0
	};
	const end = endOf(state, to.line);
	state.bMarks[line] = from.at;
	state.tShift[line] = Math.min(state.skipSpaces(from.at), endOf(state, line)) - from.at;
	state.sCount[line] = state.blkIndent;
	state.eMarks[to.line] = to.at;
	state.parentType = 'root';
	// A line with nothing on it but the closing tag is none of theirs.
	state.lineMax = state.isEmpty(to.line) ? to.line : to.line + 1;
	state.md.block.tokenize(state, line, state.lineMax);
	state.bMarks[line] = first.begin;
	state.tShift[line] = first.shift;
	state.sCount[line] = first.column;
	state.eMarks[to.line] = end;
	Object.assign(state, { tight, parentType, lineMax });
}
