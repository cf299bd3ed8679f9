/** Shows Markdown in an element of the page and keeps it in step while the text grows. */
import { beginWork, endWork } from './at-work.ts';
import { closeFlow, emptyFlow, extendFlow, type Flow } from './blocks.ts';
import { decorate, listenForCopies } from './code/code-copy.ts';
import { highlightWithin } from './code/highlight.ts';
import { morph } from './morph.ts';
import {
	blockLines,
	copyOf,
	keyOf,
	learnDefinitions,
	mayDefine,
	noDefinitions,
	renderHtml,
	type Definitions
} from './parser.ts';
import { followNotes, linkNotes } from './notes/link-notes.ts';
import { toFragment } from './sanitize.ts';
import { setFormulas } from './math/set-formulas.ts';

/** Long texts are taken in pieces of so many characters a frame, so that no message makes a long task. */
const piece = 24_000;

/** Of the time of the main thread, rendering takes at most this part; big open blocks are shown less often. */
const share = 0.4;

/** Drawing stops after so many milliseconds and goes on in the next frame, however much there is to draw. */
const budget = 24;

/** New blocks go through the sanitizer together, up to so many characters of HTML. */
const batch = 8000;

const noneKnown = keyOf(noDefinitions());

interface Shown {
	readonly element: Element;
	html: string;
	/** Whether its code has been handed to the highlighter. */
	closed: boolean;
}

interface Drawing {
	readonly definitions: Definitions;
	/** So many blocks, the first, have their end. */
	readonly closed: number;
	/** Time at which the rest waits for the next frame, ms. */
	readonly until: number;
}

/**
 * One text on screen. `show` may be called as often as text arrives; the page is changed at most once a frame while
 * `streaming`, and at once otherwise.
 */
export class MarkdownView {
	readonly #root: HTMLElement;
	readonly #stopListening: readonly (() => void)[];
	readonly #folding: boolean;
	#text = '';
	#streaming = false;
	/** How much of the text the flow has taken in. */
	#taken = 0;
	#flow: Flow = emptyFlow;
	/** Definitions in the settled blocks, and how many of those have been read for them. */
	#definitions = noDefinitions();
	#read = 0;
	/** How many settled blocks stand on the page in their last form, and with which definitions. */
	#drawn = 0;
	#known = noneKnown;
	/** The headings that each block stands under; one entry more than there are blocks. */
	readonly #outlines: (readonly number[])[] = [[]];
	#shown: Shown[] = [];
	#frame = 0;
	#notBefore = 0;

	/** @param folding what the text folds away is closed at first */
	constructor(root: HTMLElement, { folding }: { readonly folding: boolean }) {
		this.#root = root;
		this.#folding = folding;
		this.#stopListening = [listenForCopies(root), followNotes(root)];
	}

	show(text: string, { streaming }: { readonly streaming: boolean }) {
		const normal = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
		if (!normal.startsWith(this.#text)) this.#forget();
		this.#drawn = Math.min(this.#drawn, this.#flow.settled.length);
		this.#text = normal;
		this.#streaming = streaming;
		if (streaming) this.#schedule();
		else this.#step();
	}

	close() {
		cancelAnimationFrame(this.#frame);
		this.#frame = 0;
		endWork(this);
		for (const stop of this.#stopListening) stop();
	}

	#schedule() {
		if (this.#frame !== 0) return;
		beginWork(this);
		this.#frame = requestAnimationFrame((now) => {
			this.#frame = 0;
			if (now < this.#notBefore) this.#schedule();
			else this.#step();
		});
	}

	#forget() {
		this.#flow = emptyFlow;
		this.#taken = 0;
		this.#definitions = noDefinitions();
		this.#read = 0;
		this.#drawn = 0;
		this.#known = noneKnown;
	}

	#step() {
		const began = performance.now();
		const added = this.#text.slice(this.#taken, this.#taken + piece);
		this.#taken += added.length;
		this.#flow = extendFlow(this.#flow, added, blockLines);
		const all = this.#taken === this.#text.length;
		const complete = all && !this.#streaming;
		const blocks = complete
			? closeFlow(this.#flow, blockLines)
			: [...this.#flow.settled, this.#flow.open];
		const closed = complete ? blocks.length : this.#flow.settled.length;
		const done = this.#draw(blocks, { closed, until: began + budget });
		const cost = performance.now() - began;
		this.#notBefore = began + cost / share;
		if (!all || !done) this.#schedule();
		else endWork(this);
	}

	/**
	 * Draws what is new: settled blocks once, all that comes after them each time. The first `closed` have their end.
	 * Answers whether all is drawn; at least one block is, before time `until` (ms) stops it.
	 */
	#draw(
		blocks: readonly string[],
		{ closed, until }: { readonly closed: number; readonly until: number }
	): boolean {
		const settled = this.#flow.settled.length;
		const definitions = this.#learnDefinitions(blocks, settled);
		// A definition may turn brackets anywhere before it into links, and while it grows it leads elsewhere. It is
		// rare, and blocks that stay the same cost no more than a comparison of strings.
		const known = keyOf(definitions);
		const first = known === this.#known ? Math.min(this.#drawn, blocks.length) : 0;
		this.#known = known;
		for (let index = first; index < blocks.length;) {
			const end = this.#put(blocks, index, { definitions, closed, until });
			for (; index < end; index += 1) this.#close(index, closed);
			this.#drawn = index <= closed ? index : settled;
			if (performance.now() > until && index < blocks.length) return false;
		}
		for (const shown of this.#shown.splice(blocks.length)) shown.element.remove();
		return true;
	}

	/** All definitions of the text so far. */
	#learnDefinitions(blocks: readonly string[], settled: number): Definitions {
		for (; this.#read < settled; this.#read += 1)
			learnDefinitions(blocks[this.#read] ?? '', this.#definitions);
		const open = blocks.slice(settled).filter(mayDefine);
		if (open.length === 0) return this.#definitions;
		const all = copyOf(this.#definitions);
		for (const block of open) learnDefinitions(block, all);
		return all;
	}

	/** Draws the block at `index`, and with a new block the new ones behind it; answers where to go on. */
	#put(blocks: readonly string[], index: number, drawing: Drawing): number {
		const present = this.#shown[index];
		if (!present) return this.#append(blocks, index, drawing);
		const html = this.#render(blocks, index, drawing);
		if (present.html !== html) {
			const fragment = toFragment(html);
			decorate(fragment);
			linkNotes(fragment);
			setFormulas(fragment, drawing.until);
			morph(present.element, fragment);
			// What there was no time for may stand in an element that was there before.
			setFormulas(present.element, drawing.until);
			present.html = html;
			present.closed = false;
		}
		return index + 1;
	}

	/** Appends new blocks, several at once: each call of the sanitizer makes a document, which costs more than its content. */
	#append(blocks: readonly string[], index: number, drawing: Drawing): number {
		const htmls: string[] = [];
		for (let size = 0; size < batch && index + htmls.length < blocks.length;) {
			const html = this.#render(blocks, index + htmls.length, drawing);
			size += html.length;
			htmls.push(html);
		}
		const fragment = toFragment(htmls.map((html) => `<div class="block">${html}</div>`).join(''));
		decorate(fragment);
		linkNotes(fragment);
		setFormulas(fragment, drawing.until);
		// The parser writes no half elements, so each block is still one child.
		const elements = [...fragment.children];
		if (elements.length !== htmls.length) throw new Error('Rendered HTML is not well formed.');
		for (const [offset, element] of elements.entries()) {
			// A list of another script begins at the side at which that is read.
			element.setAttribute('dir', 'auto');
			this.#shown[index + offset] = { element, html: htmls[offset] ?? '', closed: false };
		}
		this.#root.append(fragment);
		return index + htmls.length;
	}

	#render(blocks: readonly string[], index: number, { definitions, closed }: Drawing): string {
		const outline = this.#outlines[index] ?? [];
		// The tag that closes a fold may still come.
		const begunOpen = !this.#folding ? 'all' : index < closed ? 'unclosed' : 'none';
		const rendered = renderHtml(blocks[index] ?? '', { ...definitions, outline, begunOpen });
		this.#outlines[index + 1] = rendered.outline;
		return rendered.html;
	}

	#close(index: number, closed: number) {
		const shown = this.#shown[index];
		if (!shown || shown.closed || index >= closed) return;
		shown.closed = true;
		highlightWithin(shown.element);
	}
}
