import { isFocusLost } from './focus.ts';

/**
 * Where the focus goes on when what had it leaves the page: to what stands where it stood. Screens that know a better
 * place give it there themselves; this is for all others, so that nobody at a keyboard begins the page anew.
 */

/** Where something stood that is no longer there. */
interface Gap {
	readonly parent: Node;
	readonly next: Node | null;
	readonly previous: Node | null;
}

/** What takes the focus by Tab; whether it can be seen is asked of each. */
const takesFocus =
	'a[href], :is(button, input, select, textarea):not(:disabled), summary, [tabindex="0"]';

/** What is beyond these is another matter. */
const bounds = 'dialog, main, aside';

/**
 * Watches the page until what it answers is called. What had the focus last counts until something else gets it, or
 * somebody presses beside it.
 */
export function keepFocus(): () => void {
	let held: HTMLElement | null = null;
	let screen = '';
	let gap: Gap | null = null;
	const listening = new AbortController();
	const { signal } = listening;

	document.addEventListener(
		'focusin',
		({ target }) => {
			held = target instanceof HTMLElement ? target : null;
			screen = location.pathname;
		},
		{ signal }
	);
	document.addEventListener(
		'pointerdown',
		({ target }) => {
			if (target instanceof Node && held?.contains(target) === false) held = null;
		},
		{ signal, capture: true }
	);

	/** Behind everything else that gives the focus away, and behind the picture with which a browser notices. */
	function goOn(): void {
		const had = held;
		const where = gap;
		gap = null;
		// Where a screen has left for another, the next one begins at its beginning.
		if (had === null || where === null || !isFocusLost() || screen !== location.pathname) return;
		const next = had.isConnected && had.matches(takesFocus) ? had : nearest(where);
		// A field would open the keyboard on the glass.
		if (next?.matches('input, textarea') && !window.matchMedia('(hover: hover)').matches) return;
		next?.focus({ preventScroll: true });
	}

	const watcher = new MutationObserver((changes) => {
		if (held === null) return;
		const isWaiting = gap !== null;
		gap = gapOf(held, changes, gap);
		if (gap !== null && !isWaiting) requestAnimationFrame(() => setTimeout(goOn));
	});
	watcher.observe(document, { childList: true, subtree: true });

	return () => {
		listening.abort();
		watcher.disconnect();
	};
}

/** Where an element went out of the page, by what changed before and now; null where it stayed. */
function gapOf(element: Node, changes: readonly MutationRecord[], before: Gap | null): Gap | null {
	let gap = before;
	for (const { target, removedNodes, nextSibling, previousSibling } of changes)
		for (const node of removedNodes)
			// What stood around it, or beside it, may go after it.
			if (node.contains(gap?.parent ?? element))
				gap = { parent: target, next: nextSibling, previous: previousSibling };
			else if (node === gap?.next) gap = { ...gap, next: nextSibling };
			else if (node === gap?.previous) gap = { ...gap, previous: previousSibling };
	return gap;
}

/** What takes the focus and stands nearest: behind the gap, else before it, in what lies close around it. */
function nearest({ parent, next, previous }: Gap): HTMLElement | undefined {
	const edge = next ?? previous;
	const isBehind = (element: Element): boolean =>
		edge !== null && isFollowing(edge, element) && (edge === next || !edge.contains(element));
	let around = parent instanceof Element ? parent : parent.parentElement;
	const limit = around?.closest(bounds);
	if (!limit) return undefined;
	let empty: Node | null = null;
	while (around && limit.contains(around)) {
		const all = [...around.querySelectorAll<HTMLElement>(takesFocus)].filter(canBeSeen);
		for (const one of all) if (empty ? isFollowing(empty, one) : isBehind(one)) return one;
		if (all.length > 0) return all.at(-1);
		empty = around;
		around = around.parentElement;
	}
	return undefined;
}

/** At a node or behind it. */
function isFollowing(node: Node, other: Node): boolean {
	return (
		node === other ||
		Boolean(node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING)
	);
}

/** Neither hidden nor in a part of the page that takes no part now. */
function canBeSeen(element: HTMLElement): boolean {
	return (
		element.closest('[inert]') === null &&
		(typeof element.checkVisibility !== 'function' ||
			element.checkVisibility({ visibilityProperty: true }))
	);
}
