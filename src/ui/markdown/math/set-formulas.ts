/** Sets formulas as MathML: KaTeX comes when the first one is met, and until then, and where it fails, what was typed stands. */
import type katex from 'katex';
import { late } from '#state/late.ts';
import { cleanText } from '#core/text/clean-text.ts';
import { formulaIn } from './formulas.ts';
import { copyAsTyped, keepTyped } from './copy-typed.ts';
import { mendMath } from './mend-math.ts';
import { toFragment } from '../sanitize.ts';
import { beginWork, endWork } from '../at-work.ts';
import { whenIdle } from '../when-idle.ts';

/** Setting goes on for so long at a time, ms. */
const slice = 8;

/** Elements within elements: beyond it a formula is made to exhaust. */
const deepest = 100;

/** Formulas kept as they were set, so that text that grows does not set them anew each frame. */
const most = 2000;

/** What KaTeX refuses to do it writes in this colour, without what it was to be done to: then the source says more. */
const refused = '#010203';

// With definitions a short formula can be made as long as one likes.
const defines =
	/\\(?:[gex]?def|global|long|let|futurelet|(?:re)?newcommand|providecommand)(?![a-z])/i;

let setter: typeof katex | undefined;
/** By what was typed; null: it cannot be set. */
const known = new Map<string, Element | null>();
let waiting: Element[] = [];

const fetched = late(async () => {
	setter = (await import('katex')).default;
	document.addEventListener('copy', copyAsTyped);
});

/** Asks for KaTeX. Where it does not arrive formulas stay as they were typed, and it may be asked for again. */
const load = (): Promise<void> => fetched().catch(() => undefined);

/** Sets the formulas inside `root`: until time `until` (ms) at once, the rest some moments later, if they are in the page by then. */
export function setFormulas(root: ParentNode, until: number): void {
	const left = set(unset(root), until);
	if (left.length === 0) return;
	waiting.push(...left);
	if (waiting.length > left.length) return;
	beginWork(known);
	void load().then(() => whenIdle(goOn));
}

/** Sets all formulas inside `root`; `pause` lets others have their turn. */
export async function setAllFormulas(root: ParentNode, pause: () => Promise<void>): Promise<void> {
	let left = unset(root);
	if (left.length > 0) await load();
	while (setter && left.length > 0) {
		left = set(left, performance.now() + slice);
		await pause();
	}
}

const unset = (root: ParentNode): Element[] =>
	[...root.querySelectorAll('.formula')].filter((element) => !element.firstElementChild);

function goOn() {
	const present = waiting.filter((element) => element.isConnected);
	waiting = setter ? set(present, performance.now() + slice) : [];
	if (waiting.length > 0) whenIdle(goOn);
	else endWork(known);
}

/** Answers the elements there was no time for. */
function set(elements: readonly Element[], until: number): Element[] {
	learn(elements, until);
	return elements.filter((element) => {
		const made = known.get(element.textContent);
		if (made) element.replaceChildren(made.cloneNode(true));
		return made === undefined;
	});
}

/** Has KaTeX set what it has not set before; the sanitizer is asked once for all, because each call makes a document. */
function learn(elements: readonly Element[], until: number) {
	if (known.size > most) known.clear();
	const made: { readonly typed: string; readonly html: string }[] = [];
	const fresh = new Set(
		elements.map(({ textContent }) => textContent).filter((typed) => !known.has(typed))
	);
	for (const typed of fresh) {
		if (!setter) return;
		known.set(typed, null);
		const html = htmlOf(typed, setter);
		if (html !== null) made.push({ typed, html });
		if (performance.now() > until) break;
	}
	if (made.length === 0) return;
	const clean = toFragment(made.map(({ html }) => `<div>${html}</div>`).join(''));
	for (const [index, { typed }] of made.entries()) {
		const math = clean.children[index]?.querySelector('math');
		if (!math) continue;
		mendMath(math);
		keepTyped(math, typed);
		known.set(typed, math);
	}
}

function htmlOf(typed: string, { renderToString }: typeof katex): string | null {
	const formula = formulaIn(typed);
	if (!formula || defines.test(formula.tex)) return null;
	const html = tried(() =>
		renderToString(formula.tex, {
			output: 'mathml',
			displayMode: formula.display,
			trust: false,
			strict: 'ignore',
			maxExpand: 500,
			maxSize: 20,
			errorColor: refused
		})
	);
	if (html === null || html.includes(refused) || depthOf(html) > deepest) return null;
	// Signs nobody sees, which a number can stand for; but for those that mathematics is written with.
	return cleanText(html.replace(/[\u2061-\u2064]/g, '')).removed > 0 ? null : html;
}

/** A formula may be broken in any way, and nested so deeply that KaTeX runs out of stack: then it is shown as it was typed. */
function tried(work: () => string): string | null {
	try {
		return work();
	} catch {
		return null;
	}
}

function depthOf(html: string): number {
	let depth = 0;
	let deep = 0;
	for (const [tag] of html.matchAll(/<[^<>]*>/g)) {
		if (tag.startsWith('</')) depth -= 1;
		else if (!tag.endsWith('/>')) depth += 1;
		deep = Math.max(deep, depth);
	}
	return deep;
}
