/**
 * What models fold away: `<details>`, with its title in a `<summary>`. No HTML goes through by them: both become tokens of
 * the parser, what stands between is read as Markdown, and a tag with anything in it but `open` stays as it was typed.
 */
import type { MarkdownIt, StateBlock } from 'markdown-it';
import { words } from '../words/talk-words.ts';

const opening = /^<details(?: open)?>/i;
const closing = '</details>';
const title = /^\s*<summary>([^]{0,300}?)<\/summary>/i;
/** Tags around the words of a title, which is set apart without them. */
const dressing = /<\/?(?:b|strong|i|em|u|code|span|h[1-6])>/gi;
const fence = /^(`{3,}|~{3,})/;

/** Lines over which a title may go. */
const linesOfTitle = 6;

interface Place {
	readonly line: number;
	/** Of the source, not of the line. */
	readonly at: number;
}

export function readDisclosures(markdown: MarkdownIt) {
	markdown.block.ruler.before('html_block', 'disclosure', disclosure, {
		alt: ['paragraph', 'reference', 'blockquote']
	});
}

function disclosure(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
	if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
	const begin = beginOf(state, startLine);
	const tag = opening.exec(state.src.slice(begin, Math.min(begin + 20, endOf(state, startLine))));
	if (!tag || silent) return tag !== null;
	const { said, after } = titleFrom(state, { line: startLine, at: begin + tag[0].length }, endLine);
	const close = closeFrom(state, after, endLine);

	const open = state.push('details_open', 'details', 1);
	state.push('summary_open', 'summary', 1);
	const inline = state.push('inline', '', 0);
	inline.content = said.replace(dressing, '').trim().replace(/\s+/g, ' ') || words.messages.folded;
	inline.children = [];
	state.push('summary_close', 'summary', -1);
	between(state, after, close);
	state.line = close.line + 1;
	open.map = [startLine, state.line];
	state.push('details_close', 'details', -1);
	return true;
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
function closeFrom(state: StateBlock, from: Place, endLine: number): Place {
	let depth = 1;
	let code = '';
	let last = from;
	for (const { line, at, text } of linesFrom(state, from, endLine)) {
		last = { line, at: endOf(state, line) };
		const typed = text.trim();
		const marks = fence.exec(typed)?.[1] ?? '';
		if (code !== '') {
			if (marks.startsWith(code) && marks === typed) code = '';
			continue;
		}
		code = marks;
		if (opening.test(typed)) depth += 1;
		let before = text.trimEnd();
		while (depth > 0 && before.slice(-closing.length).toLowerCase() === closing) {
			depth -= 1;
			before = before.slice(0, -closing.length).trimEnd();
		}
		if (depth === 0) return { line, at: at + before.length };
	}
	return last;
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
