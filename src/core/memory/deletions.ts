import { saidLines } from '#core/memory/file.ts';
import type { MemoryRevision } from '#core/memory/memory.ts';
import { lineIdentity } from '#core/lines/same-line.ts';

/** Deletions of a memory file that stand: their words can be brought back, and are forgotten when it is time. */

export interface Deletion {
	readonly path: string;
	readonly deletedAt: number;
	/** The act that deleted it, where that was one. */
	readonly act: string | undefined;
	readonly by: MemoryRevision['by'];
	/** The file as it last was before; one that a move or a clean-up has emptied was deleted without any. */
	readonly words: string;
}

/**
 * The newest first, also of a file that has been written again since. One was taken back where a later version holds all
 * its lines, by an undo, a backup or a hand. `revisions`: all of the file, the newest first.
 */
export function deletionsOf(revisions: readonly MemoryRevision[]): readonly Deletion[] {
	return revisions.flatMap((made, at): Deletion[] => {
		if (!made.deleted) return [];
		const words = revisions.slice(at).find(({ text }) => text !== '')?.text ?? '';
		const { path, at: deletedAt, act, by } = made;
		const isBack = revisions.slice(0, at).some(({ text }) => holdsAll(text, words));
		return isBack || words === '' ? [] : [{ path, deletedAt, act, by, words }];
	});
}

/** Its lines, wherever they stand in the text; of words that are no lines, the words. */
function holdsAll(text: string, words: string): boolean {
	if (text.includes(words)) return true;
	const lines = comparedIn(words);
	const standing = new Set(comparedIn(text));
	return lines.length > 0 && lines.every((line) => standing.has(line));
}

/** What a text says, line by line, as `lineIdentity` tells them. */
export const comparedIn = (text: string): readonly string[] =>
	saidLines(text)
		.map(lineIdentity)
		.filter((line) => line !== '');

/** Versions that go with a deletion: its own and all before it. */
export function revisionsUpTo(
	revisions: readonly MemoryRevision[],
	deletedAt: number
): readonly MemoryRevision[] {
	const at = revisions.findIndex((made) => made.deleted && made.at === deletedAt);
	return at < 0 ? [] : revisions.slice(at);
}

/** What was deleted, with what stands at its path by now: neither is lost. */
export const joined = (words: string, now: string | undefined): string =>
	now === undefined
		? words
		: words + (words.endsWith('\n') ? '' : '\n') + now.replace(/^\ufeff/, '');
