import type { Summary } from '#core/summary/summary.ts';

/** In the id of a prompt: the summary was written inside the conversation, by a model that saw all of it. */
export const insideMark = '-inside';

export const wasInside = (promptId: string): boolean => promptId.includes(insideMark);

/**
 * What whoever wrote a summary has not seen (checklist 203): pieces of which only head and tail went to it, and
 * images and documents, which a transcript names and does not show. Inside the conversation everything is seen.
 */
export const notRead = ({
	lossy,
	imageCount,
	promptId
}: Pick<Summary, 'lossy' | 'imageCount' | 'promptId'>): {
	readonly pieces: number;
	readonly media: number;
} => ({
	pieces: lossy.length,
	media: wasInside(promptId) ? 0 : imageCount
});
