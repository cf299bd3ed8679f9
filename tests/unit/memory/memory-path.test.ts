import { expect, test } from 'vitest';
import { placeOf } from '#core/backup/backup.ts';
import { isMemoryPath } from '#core/memory/memory.ts';

/** What may name a memory file: one place asks for all who write, read, pack and open one. */

test.each([
	'MEMORY.md',
	'memory/2026-11-27.md',
	'memory/Рецепты.md',
	'memory/日記.md',
	'memory/عائلة.md',
	'memory/हिन्दी.md',
	'memory/R\u00e9unions-2026.md',
	`memory/${'記'.repeat(80)}.md`
])('%s is one, in a backup too', (path) => {
	expect(isMemoryPath(path)).toBe(true);
	expect(placeOf(path)).toBe('memory');
});

test.each([
	['in another spelling', 'memory/Re\u0301unions.md'],
	['in letters of another width', 'memory/２０２６.md'],
	['with what nobody sees', 'memory/a\u200bb.md'],
	['with a letter that nobody sees', 'memory/a\u3164b.md'],
	['turned around', 'memory/\u202egnp.md'],
	['beginning with what belongs to the slash', 'memory/\u0301a.md'],
	['with a space', 'memory/a b.md'],
	['with a folder', 'memory/a/b.md'],
	['leading out', 'memory/../a.md'],
	['with a sign of addresses', 'memory/a?b.md'],
	['without a name', 'memory/.md'],
	['too long for a file system', `memory/${'記'.repeat(81)}.md`],
	['with half a letter', 'memory/\ud83da.md'],
	['of another kind', 'memory/a.txt']
])('%s a path names none', (_, path) => {
	expect(isMemoryPath(path)).toBe(false);
	expect(placeOf(path)).toBeNull();
});
