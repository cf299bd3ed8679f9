import type { Written } from '#state/chat/written-text.svelte.ts';

/**
 * Words under the pen of an editor that was taken off the screen (another page, another filter): there again when it is
 * opened anew, until they are saved or given up. By id of the row. A reload ends it.
 */

/** What is being written of a summary, and what it was begun from. */
export interface SummaryWords {
	readonly text: string;
	readonly anchors: string;
}

export const summariesUnderPen = new Map<
	string,
	SummaryWords & { readonly before: SummaryWords }
>();

/** Other wordings of messages, by turn. */
export const messagesUnderPen = new Map<string, Written>();

/** Parts of the prompt, by where they are stored, each with the text it was begun from. */
export const sourcesUnderPen = new Map<
	string,
	{ readonly text: string; readonly before: string }
>();

/** Waiting lines of memory, where what is written differs from what is stored. */
export const linesUnderPen = new Map<string, string>();
