import type { MemoryFile, MemoryRevision } from '#core/memory/memory.ts';

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
export function deletionsOf(
	file: MemoryFile | undefined,
	revisions: readonly MemoryRevision[]
): readonly Deletion[] {
	const last = file?.deletedAt ?? null;
	// What came with a backup may have no version that says so.
	const isTold = last === null || revisions.some((row) => row.deleted && row.at === last);
	const rows = file && !isTold ? [{ ...file, at: last, ...untold }, ...revisions] : revisions;
	return rows.flatMap((made, at): Deletion[] => {
		if (!made.deleted) return [];
		const words = rows.slice(at).find(({ text }) => text !== '')?.text ?? '';
		const isBack = rows.slice(0, at).some(({ by, text }) => by === 'undo' && text.includes(words));
		const { path, at: deletedAt, act } = made;
		return isBack || words === '' ? [] : [{ path, deletedAt, act, words }];
	});
}

const untold = { deleted: true, by: 'user', act: undefined } as const;

/** Versions that go with a deletion: its own and all before it. */
export function revisionsUpTo(
	revisions: readonly MemoryRevision[],
	deletedAt: number
): readonly MemoryRevision[] {
	const at = revisions.findIndex((made) => made.deleted && made.at === deletedAt);
	return at < 0 ? [] : revisions.slice(at);
}

/** What was deleted, with what stands at its path by now: neither is lost. */
export const joined = (words: string, now: string | undefined): string => {
	if (now === undefined) return words;
	const more = now.replace(/^\ufeff/, '');
	return words + (words.endsWith('\n') || more === '' ? '' : '\n') + more;
};
