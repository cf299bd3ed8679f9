import { curatedPath, isMemoryPath } from '#core/memory/memory.ts';
import { sha256 } from '#core/sha256.ts';
import { startOfText } from '#core/text/excerpt.ts';

/** Where a Markdown file of any folder goes among the memory files. Names are data: no part of one is followed. */

const isDaily = (file: string): boolean => /^\d{4}-\d{2}-\d{2}\.md$/.test(file);

/** Paths of the memory that is here. */
type Here = ReadonlySet<string>;

/**
 * A valid file name made of the letters of the old one. What came when a path had room for English letters alone stays
 * where it is (2026-11-27).
 */
function slugOf(name: string, here: Here): string {
	const bare = name.normalize('NFKD').replace(/\p{M}+/gu, '');
	const earlier = markedSlug(bare.replace(/[^\w.-]+/g, '-'), name);
	if (here.has(`memory/${earlier}.md`)) return earlier;
	const called = name.normalize('NFC');
	const plain = called.replace(/\p{DI}+/gu, '').normalize('NFKC');
	return markedSlug(plain.replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '-'), called);
}

/** A suffix tells names apart that differ only in signs that were dropped. */
function markedSlug(plain: string, name: string): string {
	const slug = headOf(plain.replace(/^[\p{M}.-]+/u, '')).replace(/(?<![-.])[-.]+$/, '');
	if (slug !== '' && slug === name.replace(/\s+/g, '-')) return slug;
	return `${slug === '' ? 'note' : slug}-${sha256(name).slice(0, 6)}`;
}

const headOf = (name: string): string => startOfText(name, 60);

export interface NotePlace {
	readonly path: string;
	/** `MEMORY.md`, daily notes, files of a memory folder, and what lies beside a `MEMORY.md`. */
	readonly isMemory: boolean;
}

/**
 * Where files go, by their names. If several would go to one place, the outermost does, whatever their order; the
 * others get their folder into the name, so that the same files always go to the same places.
 */
export function notePlaces(
	names: readonly string[],
	here: Here = new Set()
): ReadonlyMap<string, NotePlace> {
	const curated = curatedFolders(names);
	const places = new Map<string, NotePlace>();
	const taken = new Set<string>();
	const inOrder = [...new Set(names)]
		.map((name) => ({ name, parts: partsOf(name) }))
		.sort(
			(one, other) => one.parts.length - other.parts.length || (one.name < other.name ? -1 : 1)
		);
	for (const { name, parts } of inOrder) {
		const { path, isMemory } = notePlaceOf(name, parts, { curated, here });
		let free = path;
		// There may be very many: what tells a name apart is made only where it is wanted.
		if (taken.has(free)) {
			const folder = parts.findLast((part, at) => at < parts.length - 1 && part !== 'memory');
			free = `memory/${slugOf(`${folder ?? ''}-${stemOf(path)}`, here)}.md`;
		}
		if (taken.has(free)) free = markedPath(path, name);
		taken.add(free);
		places.set(name, { path: free, isMemory });
	}
	return places;
}

const partsOf = (name: string): readonly string[] =>
	name.split(/[\\/]/).filter((part) => part !== '' && part !== '.' && part !== '..');

const stemOf = (path: string): string => path.replace(/^memory\//, '').replace(/\.md$/, '');

/** A path beside one that is taken; `by` tells the two apart. */
export const markedPath = (path: string, by: string): string =>
	`memory/${headOf(stemOf(path))}-${sha256(by).slice(0, 6)}.md`;

/** `curated`: folders (with their last slash) in which a `MEMORY.md` lies. */
function notePlaceOf(
	name: string,
	parts: readonly string[],
	{ curated, here }: { readonly curated: ReadonlySet<string>; readonly here: Here }
): NotePlace {
	const last = (parts.at(-1) ?? '').replace(/\.(markdown|txt)$/i, '.md').replace(/\.MD$/, '.md');
	const folder = parts.at(-2) ?? '';
	if (last === curatedPath) return { path: last, isMemory: true };
	const direct = `memory/${last}`;
	const isInMemory = folder === 'memory' || isDaily(last);
	if (isInMemory && isMemoryPath(direct)) return { path: direct, isMemory: true };
	const isBeside = curated.has(
		name.slice(0, name.length - (/[^\\/]*$/.exec(name)?.[0].length ?? 0))
	);
	const stem = slugOf(last.replace(/\.md$/, ''), here);
	return { path: `memory/${stem}.md`, isMemory: isBeside || isInMemory };
}

/** Folders in which a `MEMORY.md` lies. */
const curatedFolders = (names: readonly string[]): ReadonlySet<string> =>
	new Set(
		names.flatMap((name) => (/^(.*[\\/])?MEMORY\.md$/.test(name) ? [name.slice(0, -9)] : []))
	);

/** The path of a note that was no file: whatever its name is, it never stands for `MEMORY.md` or for a day. */
export const pathOfNote = (name: string, here: Here): string =>
	`memory/${slugOf(name.replace(/[\\/]/g, '-'), here)}.md`;
