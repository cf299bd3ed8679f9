import { SvelteMap } from 'svelte/reactivity';
import type { UnsavedFile } from '#db/schema.ts';
import type { PenWords } from '#db/scratch/pens.ts';
import type { Written } from '#state/composer/written-text.svelte.ts';

/**
 * Words under the pen of an editor that was taken off the screen (another page, another filter): there again when it is
 * opened anew, until they are saved or given up. By id of the row.
 */

export type { SummaryWords } from '#db/scratch/pens.ts';

/** Of one kind, by id. Whoever keeps them for a page that goes is told of each change (`keepPens`). */
export class UnderPen<Words> extends SvelteMap<string, Words> {
	/** Without words: they are saved, or given up. */
	onchange: ((id: string, words?: Words) => void) | null = null;

	override set(id: string, words: Words): this {
		super.set(id, words);
		this.onchange?.(id, words);
		return this;
	}

	override delete(id: string): boolean {
		const was = super.delete(id);
		if (was) this.onchange?.(id);
		return was;
	}
}

/** Watched: a draft in which somebody writes stays on screen whatever other tabs do. */
export const summariesUnderPen = new UnderPen<PenWords['summary']>();

/** A draft is discarded here, with the words that were written in it. */
export function layAside(id: string): void {
	const written = summariesUnderPen.get(id);
	if (written) summariesUnderPen.set(id, { ...written, isAside: true });
}

/** Other wordings of messages, by turn. */
export const messagesUnderPen = new Map<string, Written>();

/** Parts of the prompt, by where they are stored. */
export const sourcesUnderPen = new UnderPen<PenWords['source']>();

/** Waiting lines of memory. */
export const linesUnderPen = new UnderPen<PenWords['line']>();

/** What was typed into a field that saves itself and is not stored, by what the field is of and its name; and why not. */
export const fieldsUnderPen = new Map<
	string,
	{ readonly text: string; readonly problem: string }
>();

/**
 * Memory files as they were written and not saved, where there was no room to keep that, and what of another tab each
 * goes on from; by path.
 */
export const filesUnderPen = new Map<
	string,
	{ readonly row: UnsavedFile; readonly over: UnsavedFile | null }
>();

/** Whoever keeps words under the pen: keeps them once more, where the browser has thrown away what kept them. */
export const keptAnew = new Set<() => unknown>();

/** Be one of those; answers how to be one no more. */
export function keepAnew(keep: () => unknown): () => void {
	keptAnew.add(keep);
	return () => keptAnew.delete(keep);
}

/** Whoever leaves loses what this page alone has, on whatever page of the app that is. */
const holdBack = (event: Event) => {
	if (filesUnderPen.size + fieldsUnderPen.size > 0) event.preventDefault();
};

/** Words came that could not be kept: from now on it is looked whether there are such before the page goes. */
export const holdPage = (): void => addEventListener('beforeunload', holdBack);
