/** Footnotes in Markdown: `[^label]` in a text, and `[^label]: …` where the note stands. They are numbered in the order in which they stand. */
import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';

/** The numbers of notes by their labels, from 1 and in the order in which they stand. */
export type Notes = Map<string, number>;

/** What the parser is given of notes, and takes down of them. */
interface NotesOfText {
	/** Those that are known already. */
	readonly known?: ReadonlyMap<string, number>;
	/** Those that it meets. */
	notes?: Notes;
}

/** A label has no spaces; longer ones are text. */
const reference = /^\[\^([^\s[\]^]{1,100})\]/;
const definition = /^\[\^([^\s[\]^]{1,100})\]:[ \t]*/;

/** Columns by which the further lines of a note are indented. */
const indent = 4;

/** The number of a note; 0: there is none of that label. */
function numberOf(env: unknown, label: string): number {
	const { known, notes } = env as NotesOfText;
	return known?.get(label.toLowerCase()) ?? notes?.get(label.toLowerCase()) ?? 0;
}

/** The number of a note that stands here: the next one where its label is new. */
function numberHere(env: unknown, label: string): number {
	const met = numberOf(env, label);
	if (met > 0) return met;
	const text = env as NotesOfText;
	text.notes ??= new Map();
	const number = (text.known?.size ?? 0) + text.notes.size + 1;
	text.notes.set(label.toLowerCase(), number);
	return number;
}

export function readNotes(markdown: MarkdownIt) {
	markdown.block.ruler.before('reference', 'notes', noteList, {
		alt: ['paragraph', 'reference', 'blockquote']
	});
	markdown.inline.ruler.before('link', 'note_ref', noteReference);
	const { rules } = markdown.renderer;
	rules['notes_open'] = (tokens, index) =>
		`<ol class="notes" start="${tokens[index]?.content ?? ''}">\n`;
	rules['note_ref'] = (tokens, index) =>
		`<sup class="note-ref">${tokens[index]?.content ?? ''}</sup>`;
}

/** Notes that stand one behind the other are one list, for as long as their numbers go on by one. */
function noteList(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
	let found = definitionAt(state, startLine);
	if (!found || silent) return found !== null;
	// However they are numbered, all of them are one block: a text that grows is cut alike in every piece of it.
	let first: Token | null = null;
	let next = 0;
	for (let line = startLine; found; found = follows(state, line, endLine)) {
		const number = numberHere(state.env, found[1] ?? '');
		if (!first || number !== next) {
			if (first) state.push('notes_close', 'ol', -1);
			const list = state.push('notes_open', 'ol', 1);
			list.content = String(number);
			first ??= list;
		}
		noteLines(state, { startLine: line, endLine, mark: found[0].length });
		first.map = [startLine, state.line];
		next = number + 1;
		line = state.skipEmptyLines(state.line);
	}
	state.push('notes_close', 'ol', -1);
	return true;
}

/** What is less indented than the item of a list stands behind it. */
const follows = (state: StateBlock, line: number, endLine: number) =>
	line < endLine && (state.sCount[line] ?? 0) >= state.blkIndent ? definitionAt(state, line) : null;

/** The mark of a note with its label, where a line begins with one. */
function definitionAt(state: StateBlock, line: number): RegExpExecArray | null {
	if ((state.sCount[line] ?? 0) - state.blkIndent >= 4) return null;
	const begin = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);
	return definition.exec(state.src.slice(begin, state.eMarks[line]));
}

/** A note, with whatever blocks are indented behind its first line. */
function noteLines(
	state: StateBlock,
	{
		startLine,
		endLine,
		mark
	}: { readonly startLine: number; readonly endLine: number; readonly mark: number }
) {
	const open = state.push('note_open', 'li', 1);
	const begin = state.bMarks[startLine] ?? 0;
	const shift = state.tShift[startLine] ?? 0;
	const { blkIndent, tight, parentType } = state;
	const column = state.sCount[startLine] ?? 0;
	state.blkIndent = blkIndent + indent;
	state.tight = false;
	state.parentType = 'root';
	// Whatever stands behind the colon begins the note, however wide its label is.
	state.bMarks[startLine] = begin + shift + mark;
	state.tShift[startLine] = 0;
	state.sCount[startLine] = state.blkIndent;
	state.md.block.tokenize(state, startLine, endLine);
	state.bMarks[startLine] = begin;
	state.tShift[startLine] = shift;
	state.sCount[startLine] = column;
	Object.assign(state, { blkIndent, tight, parentType });
	open.map = [startLine, state.line];
	state.push('note_close', 'li', -1);
}

/** Words around one are no link, as with any link that stands in another. */
function noteReference(state: StateInline, silent: boolean): boolean {
	if (state.src[state.pos] !== '[') return false;
	const found = reference.exec(state.src.slice(state.pos, state.pos + 110));
	const number = found ? numberOf(state.env, found[1] ?? '') : 0;
	if (!found || number === 0) return false;
	if (!silent) state.push('note_ref', '', 0).content = String(number);
	state.pos += found[0].length;
	return true;
}
