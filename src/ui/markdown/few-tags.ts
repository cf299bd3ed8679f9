/**
 * The few tags that models write where Markdown has no sign of its own: a break within a cell, lowered and raised
 * letters, keys, what is marked or underlined.
 * No HTML goes through by them: what is read becomes tokens of the parser, and anything else stays as it was typed.
 */
import type { MarkdownIt, StateInline } from 'markdown-it';

const broken = /^<br ?\/?>/i;
const spanning = /^<(sub|sup|kbd|mark|u)>([^<>\n]{1,200})<\/\1>/i;

/** Longer than any of them, characters. */
const longest = 220;

export function readFewTags(markdown: MarkdownIt) {
	markdown.inline.ruler.before('autolink', 'few_tags', (state, silent) => fewTags(state, silent));
}

function fewTags(state: StateInline, silent: boolean): boolean {
	if (state.src[state.pos] !== '<') return false;
	const rest = state.src.slice(state.pos, Math.min(state.posMax, state.pos + longest));
	const found = broken.exec(rest) ?? spanning.exec(rest);
	if (!found) return false;
	const [typed, tag = 'br', inside = ''] = found;
	const { pos } = state;
	if (!silent && tag === 'br') state.push('hardbreak', 'br', 0);
	else if (!silent) {
		const name = tag.toLowerCase();
		state.push('span_open', name, 1);
		// What stands within is read like any other words: it may name a letter, or be slanted.
		const { posMax } = state;
		state.pos += tag.length + 2;
		state.posMax = state.pos + inside.length;
		state.md.inline.tokenize(state);
		Object.assign(state, { pos, posMax });
		state.push('span_close', name, -1);
	}
	state.pos += typed.length;
	return true;
}
