import { SvelteMap } from 'svelte/reactivity';
import type { UnsavedFile } from '#db/schema.ts';
import type { Written } from '#state/composer/written-text.svelte.ts';

/**
 * Words under the pen of an editor that was taken off the screen (another page, another filter): there again when it is
 * opened anew, until they are saved or given up. By id of the row. A reload ends it.
 */

/** What is being written of a summary, and what it was begun from. */
export interface SummaryWords {
	readonly text: string;
	readonly anchors: string;
}

/** Watched: a draft in which somebody writes stays on screen whatever other tabs do. */
export const summariesUnderPen = new SvelteMap<
	string,
	SummaryWords & {
		readonly before: SummaryWords;
		/** The draft was discarded here: nobody waits for the words, but they are there when that is undone. */
		readonly isAside?: true;
	}
>();

/** A draft is discarded here, with the words that were written in it. */
export function layAside(id: string): void {
	const written = summariesUnderPen.get(id);
	if (written) summariesUnderPen.set(id, { ...written, isAside: true });
}

/** Other wordings of messages, by turn. */
export const messagesUnderPen = new Map<string, Written>();

/** Parts of the prompt, by where they are stored, each with the text it was begun from. */
export const sourcesUnderPen = new Map<
	string,
	{ readonly text: string; readonly before: string }
>();

/** Waiting lines of memory, where what is written differs from what is stored. */
export const linesUnderPen = new Map<string, string>();

/** What was typed into a field that saves itself and is not stored, by what the field is of and its name; and why not. */
export const fieldsUnderPen = new Map<
	string,
	{ readonly text: string; readonly problem: string }
>();

/** Memory files as they were written and not saved, where there was no room to keep that; by path. */
export const filesUnderPen = new Map<string, UnsavedFile>();
