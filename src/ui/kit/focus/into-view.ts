/** What acts of a person end what the page does by itself. */
const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Goes onto what a button opens: it comes into view, as far as there is room, and once more when it has grown, until the
 * person does something else.
 */
export function intoView(element: HTMLElement): () => void {
	const observer = new ResizeObserver(() => {
		element.scrollIntoView({ block: 'nearest' });
	});
	observer.observe(element);
	const stop = () => {
		observer.disconnect();
		for (const act of acts) removeEventListener(act, stop, true);
	};
	for (const act of acts) addEventListener(act, stop, { capture: true, passive: true });
	return stop;
}
