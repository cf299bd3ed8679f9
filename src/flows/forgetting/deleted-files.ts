import { saidLines } from '#core/memory/file.ts';
import { normaliseLine } from '#core/memory/line.ts';
import type { MemoryFile } from '#core/memory/memory.ts';
import { memoryFiles, revisionsOf } from '#db/memory/files.ts';
import type { Truth } from '#db/schema.ts';

/** Memory files that were deleted: what of them still lies here, and which are the user's to bring back. */

export interface DeletedFile {
	readonly path: string;
	readonly deletedAt: number;
	/** It went because its lines went elsewhere (a rename, a move): not a thing to bring back. */
	readonly isMoved: boolean;
}

/** Deleted files of which words are left, in the row or in a revision. */
export async function deletedFiles(db: Truth): Promise<readonly DeletedFile[]> {
	const rows = await db.memoryFiles.filter(({ deletedAt }) => deletedAt !== null).toArray();
	const found = await Promise.all(rows.map((file) => deletedFile(db, file)));
	return found.filter((file) => file !== null);
}

async function deletedFile(db: Truth, file: MemoryFile): Promise<DeletedFile | null> {
	const { path, text, deletedAt } = file;
	const writes = await revisionsOf(db, path);
	const isLeft = text !== '' || writes.some((write) => write.text !== '');
	if (deletedAt === null || !isLeft) return null;
	const act = writes[0]?.act;
	return { path, deletedAt, isMoved: act !== undefined && (await isMovedBy(db, act, path)) };
}

/**
 * Whether every line went where the act that deleted the file has put it, or stands elsewhere by now. A clean-up may
 * have dropped or reworded the last line of a file: that is a deletion.
 */
async function isMovedBy(db: Truth, act: string, path: string): Promise<boolean> {
	const lines = await lastLines(db, path);
	const standing = linesOfAll(await memoryFiles(db));
	if (lines.every((line) => standing.has(line))) return true;
	const writes = await db.memoryRevisions
		.filter((write) => write.act === act && write.path !== path)
		.toArray();
	const went = linesOfAll(writes);
	return lines.every((line) => standing.has(line) || went.has(line));
}

/** The lines (normalised) of the last version that held any words: what a move or a clean-up has emptied counts as it was. */
async function lastLines(db: Truth, path: string): Promise<readonly string[]> {
	const [file, writes] = await Promise.all([db.memoryFiles.get(path), revisionsOf(db, path)]);
	const last = file?.text ? file : writes.find(({ text }) => text !== '');
	return last
		? linesIn(last)
				.map(normaliseLine)
				.filter((line) => line !== '')
		: [];
}

/** The lines (normalised) of all other files, deleted ones as they last were. */
async function linesBeside(db: Truth, path: string): Promise<ReadonlySet<string>> {
	const files = await db.memoryFiles.filter((file) => file.path !== path).toArray();
	const deleted = files.filter(({ deletedAt }) => deletedAt !== null);
	const left = await Promise.all(deleted.map((file) => lastLines(db, file.path)));
	return new Set([...linesOfAll(files), ...left.flat()]);
}

/**
 * Lines of a deleted file, in any of its versions, that stand in no other file; what was deleted after it and can be
 * brought back counts as standing. Headings say nothing.
 */
export async function linesOnlyIn(db: Truth, path: string): Promise<readonly string[]> {
	const [file, standing, writes] = await Promise.all([
		db.memoryFiles.get(path),
		linesBeside(db, path),
		revisionsOf(db, path)
	]);
	const lines = [...writes.toReversed(), ...(file ? [file] : [])].flatMap(linesIn);
	return [...new Set(lines)].filter((line) => {
		const key = normaliseLine(line);
		return key !== '' && !standing.has(key);
	});
}

/** Whether a line of the file, as it last was, stands in another one, or in one that can be brought back. */
export async function standsElsewhere(db: Truth, path: string): Promise<boolean> {
	const lines = await lastLines(db, path);
	const standing = linesOfAll(await memoryFiles(db));
	if (lines.some((line) => standing.has(line))) return true;
	// One whose lines moved on as well is no place where they stand: two of them would hold each other for ever.
	const others = (await deletedFiles(db)).filter((file) => file.path !== path && !file.isMoved);
	const left = await Promise.all(others.map((file) => lastLines(db, file.path)));
	return left.flat().some((line) => lines.includes(line));
}

const linesOfAll = (texts: readonly { readonly text: string }[]): ReadonlySet<string> =>
	new Set(texts.flatMap(linesIn).map(normaliseLine));

const linesIn = ({ text }: { readonly text: string }): readonly string[] => saidLines(text);
