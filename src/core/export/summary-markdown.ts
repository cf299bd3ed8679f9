import type { Session } from '#core/session/session.ts';
import type { Summary } from '#core/summary/summary.ts';

/** A summary as a Markdown file to read and hand on: its whole text and its anchors, and what it stands for. */

/** A value for YAML: quoted, on one line. */
const quoted = (value: string): string => JSON.stringify(value.replace(/\s+/g, ' '));

const iso = (at: number): string => (at > 0 ? new Date(at).toISOString() : '');

export function summaryMarkdown(session: Pick<Session, 'title'>, summary: Summary): string {
	const { round, model, tier, messageCount, tokensBefore, tokensAfter, editedAt } = summary;
	const title = session.title.replace(/\s+/g, ' ');
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
