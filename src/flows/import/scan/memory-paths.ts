import type { ImportedNote } from '#core/import/chat.ts';
import { markedPath, notePlaces, pathOfNote, type NotePlace } from '#core/import/note-path.ts';
import { sha256 } from '#core/sha256.ts';

/**
 * Where what is found goes among the memory files: no two things to one place, and one thing that is met twice to one.
 * The same files lead to the same places, so that importing them again changes nothing.
 */
export interface MemoryPaths {
	ofFile(name: string, text: string): NotePlace;
	ofNote(note: ImportedNote): string;
}

/** `names`: of the files that may be notes. `here`: paths of the memory that is here. */
export function memoryPaths(names: readonly string[], here: ReadonlySet<string>): MemoryPaths {
	const places = notePlaces(names, here);
	/** By path: what came there. */
	const taken = new Map<string, string>();
	const freeFor = (what: string, plain: string, beside: readonly string[]): string => {
		const free = [plain, ...beside].find((path) => (taken.get(path) ?? what) === what);
		const path = free ?? markedPath(plain, what);
		taken.set(path, what);
		return path;
	};
	return {
		ofFile(name, text) {
			const place = places.get(name) ?? { path: markedPath(name, name), isMemory: false };
			return { ...place, path: freeFor(sha256(text), place.path, []) };
		},
		ofNote({ id, name, text }) {
			const beside = pathOfNote(`${name} ${id.slice(0, 8)}`, here);
			return freeFor(sha256(`${id} ${text}`), pathOfNote(name, here), [beside]);
		}
	};
}
