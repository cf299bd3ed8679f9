/** Markdown as HTML for a page that stands outside the app: in slices, so that a long conversation holds nobody up. */
import type { HtmlPart } from '#core/export/session-html.ts';
import { closeFlow, emptyFlow, extendFlow } from './blocks.ts';
import { linkNotes } from './notes/link-notes.ts';
import { blockLines, learnDefinitions, noDefinitions, renderHtml } from './parser.ts';
import { toFragment } from './sanitize.ts';
import { setAllFormulas } from './math/set-formulas.ts';

/** Characters that are taken between two pauses, where a text is longer than that. */
const piece = 24_000;

/** The answer's headings begin below the two levels of the page itself. */
const outlineOfPage = [0];

/** Lets others have their turn, where it is due; rejects when the work is to end. */
type Pause = () => Promise<void>;

/** The pieces of a page with every Markdown text written as HTML that passed the sanitizer. */
export async function writePage(
	parts: readonly HtmlPart[],
	pause: Pause,
	/** Told after each part, 0 to 1. */
	onPart: (done: number) => void = () => undefined
): Promise<readonly string[]> {
	const written: string[] = [];
	for (const [index, part] of parts.entries()) {
		if (typeof part === 'string') written.push(part);
		else {
			written.push('<div class="prose">');
			await writeText(part.markdown, { pause, into: written, name: `t${String(index)}-` });
			written.push('</div>');
		}
		onPart((index + 1) / parts.length);
	}
	return written;
}

async function writeText(
	text: string,
	{
		pause,
		into,
		name
	}: {
		readonly pause: Pause;
		readonly into: string[];
		/** Tells its notes from those of other texts. */
		readonly name: string;
	}
): Promise<void> {
	const normal = text.replace(/\r\n?/g, '\n');
	let flow = emptyFlow;
	for (let at = 0; at < normal.length; at += piece) {
		await pause();
		flow = extendFlow(flow, normal.slice(at, at + piece), blockLines);
	}
	const blocks = closeFlow(flow, blockLines);
	const definitions = noDefinitions();
	for (const block of blocks) learnDefinitions(block, definitions);
	const named = new Set<string>();
	let outline: readonly number[] = outlineOfPage;
	for (const block of blocks) {
		await pause();
		const rendered = renderHtml(block, { ...definitions, outline });
		outline = rendered.outline;
		const html = await standing(rendered.html, { pause, notes: { of: name, named } });
		into.push(`<div dir="auto">${html}</div>`);
	}
}

/** Sanitized, and without links that lead only within the app. */
async function standing(
	html: string,
	{ pause, notes }: { readonly pause: Pause; readonly notes: Parameters<typeof linkNotes>[1] }
): Promise<string> {
	const holder = document.createElement('div');
	holder.append(toFragment(html));
	for (const link of holder.querySelectorAll('a[href^="/"]')) link.replaceWith(...link.childNodes);
	linkNotes(holder, notes);
	await setAllFormulas(holder, pause);
	return holder.innerHTML;
}
