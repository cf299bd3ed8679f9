import { expect, test } from 'vitest';
import { inputText } from '../../../src/ui/chat/message/reply/folded-text.ts';
import { toolLabel } from '../../../src/ui/chat/message/reply/tool-label.ts';

test('a call of ours is named by what it does and with what, any other by its name and the first words it was made with', () => {
	const labels = (
		[
			['recall', { query: 'the  blue\nboats' }],
			['save_memory', { text: 'Has a sister.' }],
			['read_memory', { path: 'MEMORY.md' }],
			['edit_memory', { path: 'memory/2026-11-20.md' }],
			['open_turns', { from: 3, to: 5 }],
			['open_turns', { from: 3, to: 3 }],
			['list_files', {}],
			['Bash', { timeout: 5, command: 'npm  test\n--quick', description: 'Runs the tests' }],
			['web_search', { query: '  ', site: 'example.org' }]
		] as const
	).map(([name, input]) => toolLabel({ name, input }));
	expect(labels).toEqual([
		'Recall: “the blue boats”',
		'Save memory: “Has a sister.”',
		'Read memory: MEMORY.md',
		'Edit memory: memory/2026-11-20.md',
		'Open turns 3–5',
		'Open turn 3',
		'Tool: list_files',
		'Tool: Bash “npm test --quick”',
		'Tool: web_search “example.org”'
	]);
});

test('a call that is still being written, or says something else than it may, has a name as well', () => {
	for (const input of [{}, { query: 5, text: null, path: ['a'], from: '1', to: 2 }])
		expect(
			['recall', 'save_memory', 'read_memory', 'edit_memory', 'open_turns'].map((name) =>
				toolLabel({ name, input })
			)
		).toEqual(['Recall', 'Save memory', 'Read memory', 'Edit memory', 'Open turns']);
});

test('long words of a call are cut at a word', () => {
	const label = toolLabel({ name: 'recall', input: { query: 'lantern '.repeat(40) } });
	expect(label).toMatch(/^Recall: “lantern (?:lantern )+…”$/);
	expect(label.length).toBeLessThan(80);
});

test('no sign that nobody sees turns round what a tool was called with', () => {
	const turned = 'photo\u202egnp.exe\u202c\u{e0041}';
	expect(toolLabel({ name: `look\u202e`, input: { path: turned } })).toBe(
		'Tool: look “photognp.exe”'
	);
	expect(toolLabel({ name: 'read_memory', input: { path: turned } })).toBe(
		'Read memory: photognp.exe'
	);
	expect(JSON.parse(inputText({ input: { path: turned } }))).toEqual({ path: 'photognp.exe' });
});
