import { textOfResult, type AssistantBlock, type Block, type UserBlock } from '#core/log/blocks.ts';
import type { Session } from '#core/log/session.ts';
import type { Exchange } from '#core/log/turn.ts';

/** One conversation as a page of its own: no script, nothing fetched, and every word as text, never as markup. */

const entities: Readonly<Record<string, string>> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;'
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? '');

const words = (text: string, kind: string): string =>
	text.trim() === '' ? '' : `<div class="${kind}" dir="auto">${escaped(text)}</div>`;

const folded = (name: string, text: string): string =>
	`<details><summary>${escaped(name)}</summary><pre dir="auto">${escaped(text)}</pre></details>`;

const isPicture = /^image\/(?:png|jpeg|gif|webp)$/;

function picture(block: Block & { type: 'image' }): string {
	const { media_type: type, data } = block.source;
	const isSound = isPicture.test(type) && /^[A-Za-z0-9+/]+={0,2}$/.test(data);
	return isSound ? `<img alt="" src="data:${type};base64,${data}">` : words('[image]', 'note');
}

function askedPart(block: UserBlock): string {
	switch (block.type) {
		case 'text':
			return words(block.text, 'words');
		case 'image':
			return picture(block);
		case 'document':
			return block.source.type === 'text'
				? folded(`file: ${block.title ?? 'document'}`, block.source.data)
				: words(`[file: ${block.title ?? 'document'}]`, 'note');
		default:
			return '';
	}
}

function answerPart(block: AssistantBlock): string {
	switch (block.type) {
		case 'text':
			return words(block.text, 'words');
		case 'tool_use':
			return folded(`Tool call: ${block.name}`, JSON.stringify(block.input, null, 2));
		default:
			return '';
	}
}

const time = (at: number): string => (at > 0 ? `<time>${new Date(at).toISOString()}</time>` : '');

const style = `:root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}body{max-width:44rem;margin:2rem auto;padding:0 1rem}
article{margin-block:1.5rem}h2{font-size:.9rem;margin:0 0 .25rem}time{font-weight:400;opacity:.7;margin-inline-start:.5rem}
.you{padding:.75rem 1rem;border-radius:.75rem;background:color-mix(in srgb,currentColor 8%,transparent)}
.words{white-space:pre-wrap;overflow-wrap:anywhere}.note{opacity:.7}pre{overflow:auto;white-space:pre-wrap}img{max-width:100%}`;

/** A whole HTML document. Its policy lets a browser do nothing but show it. */
export function sessionHtml(
	session: Pick<Session, 'title'>,
	exchanges: readonly Exchange[]
): string {
	const articles = exchanges.flatMap(({ turn, steps }) => {
		if (turn.forgottenAt !== undefined) return [];
		const asked = turn.asked.map(askedPart).join('');
		const said = steps
			.flatMap((step) => [
				...step.content.map(answerPart),
				...(step.results ?? []).map((result) => folded('Tool result', textOfResult(result)))
			])
			.join('');
		return [
			`<article class="you"><h2>You${time(turn.askedAt)}</h2>${asked}</article>`,
			...(said === ''
				? []
				: [`<article><h2>Assistant${time(steps[0]?.startedAt ?? 0)}</h2>${said}</article>`])
		];
	});
	const title = escaped(session.title);
	return `<!doctype html>
<html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
<title>${title}</title><style>${style}</style></head>
<body><h1 dir="auto">${title}</h1>
${articles.join('\n')}
</body></html>
`;
}
