import type { MemoryRevision } from '#core/memory/memory.ts';

/** Deletions of a memory file that stand: their words can be brought back, and are forgotten when it is time. */

export interface Deletion {
	readonly path: string;
	readonly deletedAt: number;
	/** The act that deleted it, where that was one. */
	readonly act: string | undefined;
	/** The file as it last was before; one that a move or a clean-up has emptied was deleted without any. */
	readonly words: string;
}

/**
 * The newest first, also of a file that has been written again since. One that was taken back has a later version by an
 * undo that holds its words. `revisions`: all of the file, the newest first.
 */
export function deletionsOf(revisions: readonly MemoryRevision[]): readonly Deletion[] {
	return revisions.flatMap((made, at): Deletion[] => {
		if (!made.deleted) return [];
		const words = revisions.slice(at).find(({ text }) => text !== '')?.text ?? '';
		const isBack = revisions
			.slice(0, at)
			.some(({ by, text }) => by === 'undo' && text.includes(words));
		const { path, at: deletedAt, act } = made;
		return isBack || words === '' ? [] : [{ path, deletedAt, act, words }];
	});
}

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
