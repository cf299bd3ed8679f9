/** What acts of a person end what the page does by itself. */
const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/** Stops what the page does by itself as soon as the person does something; the answer takes that back. */
export function untilAct(stop: () => void): () => void {
	for (const act of acts) addEventListener(act, stop, { capture: true, once: true, passive: true });
	return () => {
		for (const act of acts) removeEventListener(act, stop, true);
	};
}
