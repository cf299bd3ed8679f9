import type { Attachment } from 'svelte/attachments';
import { findWords } from '#core/search/find-words.ts';
import type { Sought } from '#state/search/sought.svelte.ts';

/** Leads to words inside a row that is drawn: marks them, and scrolls to where most of them stand. */

/** Their names in the stylesheet: all of them, and the one that is led to by its number. */
const name = 'sought';
const chosenName = 'sought-here';
/** Rows are measured, Markdown is rendered: so long the place may still move, frames. */
const patience = 90;
/** What has been led to is not led to again when its row comes back into the page. */
const reached = new WeakSet<Sought>();

/** Words to be read, with the names of what is folded; not those of buttons. */
function textsOf(row: HTMLElement): Text[] {
	const texts: Text[] = [];
	for (const part of row.querySelectorAll('.prose, .inside, details > summary:not(.prose *)')) {
		const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node; node = walker.nextNode())
			if (node.parentElement?.closest('button') === null) texts.push(node as Text);
	}
	return texts;
}

interface FoundHere {
	readonly ranges: readonly Range[];
	/** The one to lead to. */
	readonly best: Range;
	readonly isChosen: boolean;
}

function find(row: HTMLElement, { words, beside, nth }: Sought): FoundHere | null {
	const texts = textsOf(row);
	const { places, best } = findWords(texts.map(({ data }) => data).join(''), words, beside);
	if (!best) return null;
	const ranges = places.map(() => document.createRange());
	let from = 0;
	for (const text of texts) {
		const to = from + text.length;
		places.forEach(({ start, end }, at) => {
			if (start >= from && start < to) ranges[at]?.setStart(text, start - from);
			if (end > from && end <= to) ranges[at]?.setEnd(text, end - from);
		});
		from = to;
	}
	// What is drawn may hold fewer places than what was written.
	const at = nth === undefined ? places.indexOf(best) : Math.min(nth, ranges.length - 1);
	const range = ranges[at];
	return range ? { ranges, best: range, isChosen: nth !== undefined } : null;
}

/** Open what a text folds away around a range, and scroll every box that hides it; a third of the box stands above it then. */
function reveal(range: Range): void {
	for (let box = range.startContainer.parentElement; box; box = box.parentElement) {
		if (box instanceof HTMLDetailsElement && box.matches('.prose details'))
			box.open ||= range.startContainer.parentElement?.closest('summary')?.parentElement !== box;
		if (box.scrollHeight <= box.clientHeight) continue;
		if (!/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
		const place = range.getBoundingClientRect();
		const frame = box.getBoundingClientRect();
		if (place.top >= frame.top && place.bottom <= frame.top + box.clientHeight) continue;
		box.scrollTop += place.top - frame.top - box.clientHeight / 3;
	}
}

/** The next key begins at what was found, where nothing else has the focus; a row that is not shown yet takes none. */
function goOnAt(row: HTMLElement): void {
	if (!document.activeElement?.contains(row)) return;
	row.tabIndex = -1;
	row.focus({ preventScroll: true });
}

function mark({ ranges, best, isChosen }: FoundHere): void {
	if (!('highlights' in CSS)) return;
	CSS.highlights.set(name, new Highlight(...ranges));
	if (!isChosen) return;
	const chosen = new Highlight(best);
	chosen.priority = 1;
	CSS.highlights.set(chosenName, chosen);
}

const isStale = ({ ranges }: FoundHere) =>
	ranges.some((range) => !range.startContainer.isConnected || range.collapsed);

/** On a row: lead to the words that are sought in it, once; null: there are none. */
export function leadTo(sought: Sought | null): Attachment<HTMLElement> {
	return (row) => {
		if (!sought) return;
		let left = patience;
		let isLed = !reached.has(sought);
		let found: FoundHere | null = null;
		let frame = requestAnimationFrame(look);
		const away = new AbortController();
		const { signal } = away;
		// What a fold holds is drawn when it opens, which is a frame later.
		let isOpened = false;
		row.addEventListener('toggle', () => (isOpened = true), { signal, capture: true });
		// Whoever scrolls on is not held back; the press that has brought this here is still on its way in the first frame.
		const rest = () => (isLed = false);
		const listen = () => {
			for (const kind of ['wheel', 'touchmove', 'pointerdown', 'keydown'])
				window.addEventListener(kind, rest, { signal, passive: true });
		};

		function look() {
			if (left === patience) listen();
			if (sought && (!found || isOpened || isStale(found))) {
				isOpened = false;
				found = find(row, sought) ?? found;
				if (found) mark(found);
			}
			if (found && sought && isLed) {
				reached.add(sought);
				reveal(found.best);
				goOnAt(row);
			}
			left -= 1;
			if (left > 0) frame = requestAnimationFrame(look);
		}
		return () => {
			cancelAnimationFrame(frame);
			away.abort();
			if (found && 'highlights' in CSS)
				for (const one of [name, chosenName]) CSS.highlights.delete(one);
		};
	};
}
