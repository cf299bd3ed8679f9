import { expect, test } from 'vitest';
import { editMemory } from '#tools/edit-memory.ts';
import type { ToolPorts } from '#tools/ports.ts';
import { readMemory } from '#tools/read-memory.ts';
import { saveMemory } from '#tools/save-memory.ts';
import { toolPorts } from '../../support/builders/tool-ports.ts';

/** What a tool does with memory files beside what its ports keep from it. */

type Line = Parameters<ToolPorts['desk']['propose']>[0];

function reaching(text: string, kind: 'main' | 'guest' = 'main') {
	const proposed: Line[] = [];
	const ports = toolPorts({
		session: { id: 's1', kind, offRecord: false },
		longest: 40,
		memoryText: () => Promise.resolve(text),
		desk: {
			propose: (line) => {
				proposed.push(line);
				return Promise.resolve('waiting');
			}
		}
	});
	return { ports, proposed };
}

test('a guest reads nothing of MEMORY.md and proposes nothing for it, whatever the ports reach', async () => {
	const { ports, proposed } = reaching('- Likes tea\n', 'guest');
	const path = 'MEMORY.md';
	const answers = [
		await readMemory({ path }, ports),
		await saveMemory({ text: 'Likes tea', file: path }, ports),
		await editMemory({ path, find: 'tea', replace: 'coffee' }, ports)
	];
	for (const { text, failed } of answers) {
		expect(failed).toBe(true);
		expect(text).toBe('MEMORY.md is not available in a guest session.');
	}
	expect(proposed).toEqual([]);
});

test('of a file that is longer than an answer the beginning is read, and how much is missing', async () => {
	const { ports } = reaching('- Likes tea\n'.repeat(10));
	const { text } = await readMemory({ path: 'MEMORY.md' }, ports);
	expect(text).toBe(
		`${'- Likes tea\n'.repeat(10).slice(0, 40)}\n[80 characters more; use recall to search them]`
	);
});

test('words that stand in one line alone are changed within it, as they were given', async () => {
	const { ports, proposed } = reaching('- Pays 5 for tea\n- Pays 9 for coffee\n');
	await editMemory({ path: 'MEMORY.md', find: 'for tea', replace: "for $& and $'tea" }, ports);
	expect(proposed).toMatchObject([
		{ text: "Pays 5 for $& and $'tea", replaces: 'Pays 5 for tea', source: 'edit-memory' }
	]);
	const both = await editMemory({ path: 'MEMORY.md', find: 'Pays', replace: 'Owes' }, ports);
	expect(both).toMatchObject({ failed: true });
	expect(proposed).toHaveLength(1);
});

test('a line that is named whole is changed, though others hold its words too', async () => {
	const { ports, proposed } = reaching('- Likes tea\n- Likes tea with milk\n');
	await editMemory({ path: 'MEMORY.md', find: '- Likes tea', replace: 'Likes coffee' }, ports);
	expect(proposed).toMatchObject([{ text: 'Likes coffee', replaces: 'Likes tea' }]);
});

test('a change that makes a line too long is refused by the whole line that it makes', async () => {
	const { ports, proposed } = reaching(`- Likes tea ${'and cake '.repeat(50)}\n`);
	const change = { path: 'MEMORY.md', find: 'tea', replace: 'coffee '.repeat(20) };
	expect(await editMemory(change, ports)).toMatchObject({ failed: true });
	expect(proposed).toEqual([]);
});
