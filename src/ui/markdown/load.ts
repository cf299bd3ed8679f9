/** Brings the renderer when text is first shown: it is heavier than the rest of the page and nobody types with it. */
import type { MarkdownView } from './view.ts';

type ViewClass = typeof MarkdownView;

let arrived: ViewClass | undefined;
let coming: Promise<ViewClass> | undefined;

/** The renderer if it is here already: then text is drawn in the same frame, without a flash of plain text. */
export const rendererNow = (): ViewClass | undefined => arrived;

/** Asks for the renderer; pages may do so when idle, before there is anything to show. */
export function loadRenderer(): Promise<ViewClass> {
	coming ??= import('./view.ts').then(
		(module) => {
			arrived = module.MarkdownView;
			return arrived;
		},
		(problem: unknown) => {
			coming = undefined;
			throw problem;
		}
	);
	return coming;
}
