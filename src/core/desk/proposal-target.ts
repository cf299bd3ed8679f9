import { closest } from '#core/lines/relation.ts';
import { bulletsOf } from '#core/memory/file.ts';
import { curatedPath, type MemoryFile, type Proposal } from '#core/memory/memory.ts';

/** Where a waiting line goes, and the line it takes the place of. */
type Aim = Pick<Proposal, 'path' | 'replaces'>;

/**
 * Which line a waiting one would replace by now. Where that line stands in another file, it is followed there. Where it is
 * gone, it is the closest one of its file or the curated one; null: there is none, or the change of it was not the user's
 * word, which strikes out no other. `known`: a line says the same already.
 */
export function aimNow(
	{ text, path, replaces, source, origin, tidy }: Proposal,
	files: readonly Pick<MemoryFile, 'path' | 'text'>[]
): Aim | 'known' {
	if (replaces === null || tidy) return { path, replaces };
	const old = replaces.trim();
	const holds = (file: Pick<MemoryFile, 'text'>): boolean =>
		bulletsOf(file.text).some((bullet) => bullet.text === old);
	const home = files.find((file) => file.path === path && holds(file)) ?? files.find(holds);
	if (home) return { path: home.path, replaces };
	const lines = files
		.filter((file) => file.path === path || file.path === curatedPath)
		.flatMap((file) =>
			bulletsOf(file.text).map((bullet) => ({ path: file.path, text: bullet.text }))
		);
	const met = closest(text, lines);
	if (met?.relation === 'same') return 'known';
	if (!met || (source === 'edit-memory' && origin !== 'own')) return { path, replaces: null };
	return { path: met.row.path, replaces: met.row.text };
}
