import { comparedIn, revisionsUpTo, type Deletion } from '#core/memory/deletions.ts';
import { saidLines } from '#core/memory/file.ts';
import { lineIdentity } from '#core/lines/same-line.ts';
import { deletionsAt, everyDeletion } from '#db/memory/deletions.ts';
import { memoryFiles, revisionsOf } from '#db/memory/files.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import type { Truth } from '#db/schema.ts';

/** Memory files that were deleted: what of them still lies here, and which are the user's to bring back. */

interface DeletedFile extends Deletion {
	/** It went because its lines went elsewhere (a rename, a move): not a thing to bring back. */
	readonly isMoved: boolean;
}

/** Deletions of which words are left; of what only moved on, where its file has not been written again. */
export async function deletedFiles(db: Truth): Promise<readonly DeletedFile[]> {
	const found = await Promise.all(
		(await everyDeletion(db)).map(async (deletion): Promise<DeletedFile | null> => {
			const isMoved = await isMovedOn(db, deletion);
			const file = isMoved ? await db.memoryFiles.get(deletion.path) : undefined;
			return isMoved && file?.deletedAt !== deletion.deletedAt ? null : { ...deletion, isMoved };
		})
	);
	return found.filter((file) => file !== null);
}

/**
 * Whether every line went where the act that deleted the file has put it, or stands elsewhere by now. A clean-up may
 * have dropped or reworded the last line of a file: that is a deletion. So is one by hand, whatever else holds its lines;
 * where a rename was undone they are back where they came from.
 */
async function isMovedOn(db: Truth, { act, by, path, words }: Deletion): Promise<boolean> {
	if (act === undefined && by !== 'undo') return false;
	const lines = comparedIn(words);
	const standing = linesOfAll(await memoryFiles(db));
	if (lines.every((line) => standing.has(line))) return true;
	if (act === undefined) return false;
	const writes = await db.memoryRevisions
		.filter((write) => write.act === act && write.path !== path)
		.toArray();
	const went = linesOfAll(writes);
	return lines.every((line) => standing.has(line) || went.has(line));
}

/**
 * Lines that went with a deletion, in any version up to it, and that stand in no file; what was deleted elsewhere or
 * later and can be brought back counts as standing, and so does what waits to be written. Headings say nothing.
 */
export async function linesOnlyIn(
	db: Truth,
	{ path, deletedAt }: Pick<Deletion, 'path' | 'deletedAt'>
): Promise<readonly string[]> {
	const [file, files, writes, own, others, waiting] = await Promise.all([
		db.memoryFiles.get(path),
		memoryFiles(db),
		revisionsOf(db, path),
		deletionsAt(db, path),
		deletedFiles(db),
		waitingProposals(db)
	]);
	const later = own.slice(
		0,
		own.findIndex((one) => one.deletedAt === deletedAt)
	);
	const left = [...others.filter((one) => one.path !== path), ...later];
	const standing = linesOfAll([...files, ...left.map(({ words: text }) => ({ text })), ...waiting]);
	const isLast = file?.deletedAt === deletedAt;
	const gone = isLast ? [file, ...writes] : revisionsUpTo(writes, deletedAt);
	const lines = gone.toReversed().flatMap(({ text }) => saidLines(text));
	return [...new Set(lines)].filter((line) => {
		const key = lineIdentity(line);
		return key !== '' && !standing.has(key);
	});
}

/** Whether a line of the file, as it last was, stands in another one, or in one that can be brought back. */
export async function standsElsewhere(db: Truth, { path, words }: Deletion): Promise<boolean> {
	const lines = comparedIn(words);
	const standing = linesOfAll(await memoryFiles(db));
	if (lines.some((line) => standing.has(line))) return true;
	// One whose lines moved on as well is no place where they stand: two of them would hold each other for ever.
	const others = (await deletedFiles(db)).filter((file) => file.path !== path && !file.isMoved);
	return others.flatMap((other) => comparedIn(other.words)).some((line) => lines.includes(line));
}

const linesOfAll = (texts: readonly { readonly text: string }[]): ReadonlySet<string> =>
	new Set(texts.flatMap(({ text }) => comparedIn(text)));
