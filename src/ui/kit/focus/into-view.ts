import { untilAct } from './until-act.ts';

/**
 * Goes onto what a button opens: it comes into view, as far as there is room, and once more when it has grown, or `around`
 * it something has, until the person does something else. What has the focus stays in view.
 */
export function intoView(element: HTMLElement, around: Element = element): () => void {
	const observer = new ResizeObserver(() => {
		for (const one of [element, document.activeElement]) one?.scrollIntoView({ block: 'nearest' });
	});
	observer.observe(around);
	const forget = untilAct(() => observer.disconnect());
	return () => {
		observer.disconnect();
		forget();
	};
}
