import type { ImportedMemory } from '#core/import/chat.ts';
import { cleanLine } from '#core/lines/line.ts';
import { isNoted, lineIdentity } from '#core/lines/same-line.ts';
import { isGoneLine, type Gone } from '#flows/import/foreign/forgotten-lines.ts';
import type { KnownLines } from '#flows/import/known-lines.ts';

/** Which of the memories in a file are news here. The preview counts them and the import proposes them; both ask here. */

interface FreshMemory {
	readonly memory: ImportedMemory;
	/** The line that is proposed. */
	readonly text: string;
}

/** Each once, in order. */
export function freshMemories(
	memories: readonly ImportedMemory[],
	here: KnownLines,
	gone: Gone
): readonly FreshMemory[] {
	const known = new Set(here.lines);
	return memories.flatMap((memory) => {
		const text = cleanLine(memory.text);
		const line = lineIdentity(text);
		if (line === '' || known.has(line)) return [];
		if (isNoted(here.refused, text) || isGoneLine(gone, text)) return [];
		known.add(line);
		return [{ memory, text }];
	});
}
