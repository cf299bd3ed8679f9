import { inLine, iso, quoted } from '#core/export/session-markdown.ts';
import type { Session } from '#core/session/session.ts';
import type { Summary } from '#core/summary/summary.ts';

/** A summary as a Markdown file to read and hand on: its whole text and its anchors, and what it stands for. */

export function summaryMarkdown(session: Pick<Session, 'title'>, summary: Summary): string {
	const { round, model, tier, messageCount, tokensBefore, tokensAfter, editedAt } = summary;
	const title = inLine(session.title);
	const front = [
		'---',
		`title: ${quoted(`${title}, summary of round ${round}`)}`,
		`round: ${round}`,
		`created: ${iso(summary.createdAt)}`,
		...(editedAt === null ? [] : [`edited: ${iso(editedAt)}`]),
		`model: ${quoted(model)}`,
		`tier: ${tier}`,
		`messages: ${messageCount}`,
		`tokens: ${tokensBefore} to ${tokensAfter}`,
		'---'
	];
	const parts = [
		front.join('\n'),
		`# ${title}`,
		summary.text.trim(),
		...(summary.anchors.trim() === '' ? [] : ['## Anchors', summary.anchors.trim()])
	];
	return `${parts.join('\n\n')}\n`;
}
