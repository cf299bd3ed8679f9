/** Footnotes in Markdown: `[^label]` in a text, and `[^label]: …` where the note stands. They are numbered in the order in which they stand. */
import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/** A label has no spaces; longer ones are text. */
const reference = /^\[\^([^\s[\]^]{1,100})\]/;
const definition = /^\[\^([^\s[\]^]{1,100})\]:[ \t]*/;

/** Columns by which the further lines of a note are indented. */
const indent = 4;

/** Labels of the notes of a text, in their order; the parser adds those it meets. */
const notesOf = (env: unknown): string[] => ((env as { notes?: string[] }).notes ??= []);

/** The number of a note, from 1; 0: there is none of that label. */
const numberOf = (env: unknown, label: string): number =>
	notesOf(env).indexOf(label.toLowerCase()) + 1;

export function readNotes(markdown: MarkdownIt) {
	markdown.block.ruler.before('reference', 'note', noteLines, {
		alt: ['paragraph', 'reference', 'blockquote']
	});
	markdown.inline.ruler.before('link', 'note_ref', noteReference);
	const { rules } = markdown.renderer;
	rules['note_open'] = (tokens, index) =>
		`<ol class="notes" start="${tokens[index]?.content ?? ''}">\n<li>\n`;
	rules['note_close'] = () => '</li>\n</ol>\n';
	rules['note_ref'] = (tokens, index) =>
		`<sup class="note-ref">${tokens[index]?.content ?? ''}</sup>`;
}

/** A note, with whatever blocks are indented behind its first line. */
function noteLines(state: StateBlock, startLine: number, endLine: number, silent: boolean) {
	if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
	const begin = state.bMarks[startLine] ?? 0;
	const shift = state.tShift[startLine] ?? 0;
	const found = definition.exec(state.src.slice(begin + shift, state.eMarks[startLine]));
	if (!found) return false;
	if (silent) return true;
	const label = (found[1] ?? '').toLowerCase();
	const notes = notesOf(state.env);
	if (!notes.includes(label)) notes.push(label);

	const open = state.push('note_open', '', 1);
	open.content = String(notes.indexOf(label) + 1);
	const { blkIndent, tight, parentType } = state;
	const column = state.sCount[startLine] ?? 0;
	state.blkIndent = blkIndent + indent;
	state.tight = false;
	state.parentType = 'root';
	// Whatever stands behind the colon begins the note, however wide its label is.
	state.bMarks[startLine] = begin + shift + found[0].length;
	state.tShift[startLine] = 0;
	state.sCount[startLine] = state.blkIndent;
	state.md.block.tokenize(state, startLine, endLine);
	state.bMarks[startLine] = begin;
	state.tShift[startLine] = shift;
	state.sCount[startLine] = column;
	Object.assign(state, { blkIndent, tight, parentType });
	open.map = [startLine, state.line];
	state.push('note_close', '', -1);
	return true;
}

/** Words around one are no link, as with any link that stands in another. */
function noteReference(state: StateInline, silent: boolean): boolean {
	if (state.src[state.pos] !== '[') return false;
	const found = reference.exec(state.src.slice(state.pos, state.pos + 110));
	const number = numberOf(state.env, found?.[1] ?? '');
	if (!found || number === 0) return false;
	if (!silent) state.push('note_ref', '', 0).content = String(number);
	state.pos += found[0].length;
	return true;
}
