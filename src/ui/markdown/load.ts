/** Brings the renderer when text is first shown: it is heavier than the rest of the page and nobody types with it. */
import { late } from '#state/late.ts';
import type { MarkdownView } from './view.ts';

type ViewClass = typeof MarkdownView;

let arrived: ViewClass | undefined;

/** The renderer if it is here already: then text is drawn in the same frame, without a flash of plain text. */
export const rendererNow = (): ViewClass | undefined => arrived;

/** Asks for the renderer; pages may do so when idle, before there is anything to show. */
export const loadRenderer = late(async () => {
	arrived = (await import('./view.ts')).MarkdownView;
	return arrived;
});
