import { closest } from '#core/lines/relation.ts';
import { bulletsOf } from '#core/memory/file.ts';
import { curatedPath, type MemoryFile, type Proposal } from '#core/memory/memory.ts';

/** Where a waiting line goes, and the line it takes the place of. */
type Aim = Pick<Proposal, 'path' | 'replaces'>;

/**
 * Which line a waiting one would replace by now. Where the line it was to replace is gone, that is the closest one of its
 * file or the curated one; null: there is none. `known`: a line says the same already. An edit keeps the line it names.
 */
export function aimNow(
	{ text, path, replaces, source, tidy }: Proposal,
	files: readonly Pick<MemoryFile, 'path' | 'text'>[]
): Aim | 'known' {
	if (replaces === null || source === 'edit-memory' || tidy) return { path, replaces };
	const lines = files
		.filter((file) => file.path === path || file.path === curatedPath)
		.flatMap((file) =>
			bulletsOf(file.text).map((bullet) => ({ path: file.path, text: bullet.text }))
		);
	if (lines.some((line) => line.path === path && line.text === replaces.trim()))
		return { path, replaces };
	const met = closest(text, lines);
	if (met?.relation === 'same') return 'known';
	return { path: met?.row.path ?? path, replaces: met?.row.text ?? null };
}
