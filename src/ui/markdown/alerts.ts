/** Quotes with `[!NOTE]` and its like at their head, as GitHub knows them: told apart by a word, not by colour alone. */
import type { MarkdownIt, StateCore } from 'markdown-it';
import { words } from '../words/talk-words.ts';

/** On a line of its own; the words of the quote begin on the next. */
const mark = /^\[!(note|tip|important|warning|caution)\][ \t]*(?:\n|$)/i;

type Kind = keyof typeof words.messages.alerts;

export function readAlerts(markdown: MarkdownIt) {
	markdown.core.ruler.before('inline', 'alerts', markAlerts);
	const { rules } = markdown.renderer;
	rules['blockquote_open'] = (tokens, index) => {
		const kind = tokens[index]?.meta?.alert as Kind | undefined;
		return kind
			? `<blockquote class="alert alert-${kind}">\n<p class="alert-title">${markdown.utils.escapeHtml(words.messages.alerts[kind])}</p>\n`
			: '<blockquote>\n';
	};
}

function markAlerts(state: StateCore) {
	for (const [index, quote] of state.tokens.entries()) {
		if (quote.type !== 'blockquote_open') continue;
		const [open, line, close] = state.tokens.slice(index + 1, index + 4);
		if (open?.type !== 'paragraph_open' || !line || !close) continue;
		const found = mark.exec(line.content);
		if (!found) continue;
		quote.meta = { alert: (found[1] ?? '').toLowerCase() };
		line.content = line.content.slice(found[0].length);
		if (line.content === '') open.hidden = close.hidden = true;
	}
}
