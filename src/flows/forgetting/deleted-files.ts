import { normaliseLine } from '#core/memory/line.ts';
import type { MemoryFile, MemoryRevision } from '#core/memory/memory.ts';
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
	const found = await Promise.all(
		rows.map(async (file) => deletedFile(file, await writesOf(db, file)))
	);
	return found.filter((file) => file !== null);
}

const writesOf = (db: Truth, { path }: MemoryFile): Promise<MemoryRevision[]> =>
	db.memoryRevisions.where('path').equals(path).sortBy('at');

function deletedFile(
	{ path, text, deletedAt }: MemoryFile,
	writes: readonly MemoryRevision[]
): DeletedFile | null {
	const isLeft = text !== '' || writes.some((write) => write.text !== '');
	if (deletedAt === null || !isLeft) return null;
	return { path, deletedAt, isMoved: writes.at(-1)?.act !== undefined };
}

/**
 * Lines of a deleted file, in any of its versions, that stand in no other file; what was deleted after it and can be
 * brought back counts as standing. Headings say nothing.
 */
export async function linesOnlyIn(db: Truth, path: string): Promise<readonly string[]> {
	const [files, writes] = await Promise.all([
		db.memoryFiles.toArray(),
		db.memoryRevisions.where('path').equals(path).toArray()
	]);
	const standing = new Set(
		files
			.filter((file) => file.path !== path)
			.flatMap(linesIn)
			.map(normaliseLine)
	);
	const lines = [...writes, ...files.filter((file) => file.path === path)].flatMap(linesIn);
	return [...new Set(lines)].filter((line) => {
		const key = normaliseLine(line);
		return key !== '' && !standing.has(key);
	});
}

/** Whether a line of the file stands in another one. */
export async function standsElsewhere(db: Truth, path: string): Promise<boolean> {
	const [file, only] = await Promise.all([db.memoryFiles.get(path), linesOnlyIn(db, path)]);
	const lines = linesIn(file ?? { text: '' }).filter((line) => normaliseLine(line) !== '');
	return lines.some((line) => !only.includes(line));
}

const linesIn = ({ text }: { readonly text: string }): readonly string[] =>
	text
		.replace(/^\ufeff/, '')
		.split(/\r?\n/)
		.filter((line) => !/^\s*#/.test(line))
		.map((line) => line.replace(/^\s*(?:[-*+]|\d+[.)])\s+/, '').trim());
