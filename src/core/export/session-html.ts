import type { Block, UserBlock } from '#core/log/blocks.ts';
import { brokenEnd } from '#core/export/broken-end.ts';
import { gapText, type Gap } from '#core/export/gaps.ts';
import { calledWith } from '#core/reply/call-words.ts';
import { standing, partsOf, type ReplyPart } from '#core/reply/reply-parts.ts';
import { languageAsked } from '#core/log/language-asked.ts';
import type { Session } from '#core/session/session.ts';
import type { Exchange } from '#core/log/turn.ts';

/** One conversation as a page of its own: no script, nothing fetched, and nothing that was said is markup here. */

/**
 * A piece of the page: text of the file as it stands, or Markdown of an answer, which whoever has the renderer writes
 * as safe HTML in its place.
 */
export type HtmlPart = string | { readonly markdown: string };

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

function answerPart(part: ReplyPart): readonly HtmlPart[] {
	switch (part.kind) {
		case 'text':
			return part.text.trim() === '' ? [] : [{ markdown: part.text }];
		case 'tool':
			return [
				folded(
					`Tool call: ${part.name} ${calledWith(part.input)}`.trim(),
					JSON.stringify(part.input, null, 2)
				),
				...(part.result === null ? [] : [folded('Tool result', part.result)])
			];
		default:
			return [];
	}
}

const time = (at: number): string => (at > 0 ? `<time>${new Date(at).toISOString()}</time>` : '');

const style = `:root{color-scheme:light dark;font:1rem/1.6 system-ui,sans-serif}body{max-width:44rem;margin:2rem auto;padding:0 1rem}
article{margin-block:1.5rem}article>h2{font-size:.9rem;margin:0 0 .25rem}time{font-weight:400;opacity:.7;margin-inline-start:.5rem}
.you{padding:.75rem 1rem;border-radius:.75rem;background:color-mix(in srgb,currentColor 8%,transparent)}
.words{white-space:pre-wrap;overflow-wrap:anywhere}.note{opacity:.7}pre{overflow:auto;white-space:pre-wrap}img{max-width:100%}
.prose{overflow-wrap:anywhere}.prose h3{font-size:1.3rem}.prose h4{font-size:1.15rem}.prose :is(h5,h6){font-size:1rem}.prose p,.prose li,.you,td,th{unicode-bidi:plaintext}
code,pre{font-family:ui-monospace,monospace;font-size:.9em}.code,details{border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:.5rem;padding:.5rem .75rem;margin-block:.75rem}
.code pre{margin:0}.code-head,.host{font-size:.8rem;opacity:.7}.host::before{content:" ("}.host::after{content:")"}.scroll{overflow-x:auto}sub,sup{line-height:0}.notes{font-size:.9em}.alert-title,.prose summary{font-weight:600}.prose .alert-title{unicode-bidi:normal}@media print{.prose details::details-content{content-visibility:visible}}
table{border-collapse:collapse}td,th{border:1px solid color-mix(in srgb,currentColor 25%,transparent);padding:.25rem .5rem;text-align:start}.ends{text-align:end}.centred{text-align:center}
.formula.scroll{display:block;text-align:center;margin-block:.6rem}math [mathvariant^=bold]{font-weight:700}math [mathvariant=bold]{text-transform:none}menclose[notation~=box]{border:1px solid;padding:.15em .3em}
mtd.left{text-align:left}mtd.right{text-align:right}mtd.line-after{border-right:1px solid}mtd.line-below{border-bottom:1px solid}
blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:2px solid color-mix(in srgb,currentColor 35%,transparent)}`;

/** A whole HTML document in pieces. Its policy lets a browser do nothing but show it. */
export function sessionHtml(
	session: Pick<Session, 'title'>,
	told: readonly (Exchange | Gap)[]
): readonly HtmlPart[] {
	const title = escaped(session.title);
	const language = languageAsked(told.flatMap((one) => ('missing' in one ? [] : [one])));
	const parts: HtmlPart[] = [head(title, language?.code)];
	for (const one of told) {
		if ('missing' in one) {
			parts.push(words(gapText(one), 'note'));
			continue;
		}
		const { turn, steps } = one;
		if (turn.forgottenAt !== undefined) continue;
		const asked = turn.asked.map(askedPart).join('');
		parts.push(
			`<article class="you"><h2 lang="en">You${time(turn.askedAt)}</h2>${asked}</article>\n`
		);
		const stays = standing(steps);
		const said = partsOf(stays).flatMap(answerPart);
		if (said.length === 0) continue;
		parts.push(`<article><h2 lang="en">Assistant${time(stays[0]?.startedAt ?? 0)}</h2>`, ...said);
		parts.push(`${words(brokenEnd(stays.at(-1)), 'note')}</article>\n`);
	}
	parts.push('</body></html>\n');
	return parts;
}

function head(title: string, language: string | undefined): string {
	return `<!doctype html>
<html${language === undefined ? '' : ` lang="${language}"`}><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width"><meta name="referrer" content="no-referrer">
<title>${title}</title><style>${style}</style></head>
<body><h1 dir="auto">${title}</h1>
`;
}
