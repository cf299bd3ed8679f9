import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bulletsOf } from '#core/memory/file.ts';
import { normaliseLine } from '#core/lines/line.ts';
import {
	applyTidy,
	asManyAsFit,
	linesToTidy,
	readTidyAnswer,
	tidyByRules,
	withinScopes
} from '#core/memory/tidy.ts';
import { tidyRequest } from '#prompts/tidy.ts';

const files = [
	{ path: 'memory/2026-11-19.md', text: '- Prefers oolong tea.\n- Ana visits\n' },
	{ path: 'MEMORY.md', text: '\ufeff# Me\r\n- prefers **oolong** tea\r\n- Bakes bread' },
	{ path: 'memory/2026-11-20.md', text: '```\n- code\n```\n- Ana visits\n' }
];
const lines = linesToTidy(files);
const texts = new Map(files.map(({ path, text }) => [path, text]));

test('lines come from MEMORY.md first, then from the newest note', () => {
	expect(lines.map(({ path, text }) => [path, text])).toEqual([
		['MEMORY.md', 'prefers **oolong** tea'],
		['MEMORY.md', 'Bakes bread'],
		['memory/2026-11-20.md', 'Ana visits'],
		['memory/2026-11-19.md', 'Prefers oolong tea.'],
		['memory/2026-11-19.md', 'Ana visits']
	]);
});

test('rules find what stands there twice, and nothing else', () => {
	expect(tidyByRules(lines).map(({ act, text, path }) => [act, text, path])).toEqual([
		['merge', 'prefers **oolong** tea', 'MEMORY.md'],
		['merge', 'Ana visits', 'memory/2026-11-20.md']
	]);
});

test('a clean-up changes the lines it names and no other byte of any file', () => {
	const [tea, ana] = tidyByRules(lines);
	const after = applyTidy(texts, tea!, tea!.text);
	expect(after?.get('MEMORY.md')).toBe(files[1]!.text);
	expect(after?.get('memory/2026-11-19.md')).toBe('- Ana visits\n');
	expect(applyTidy(texts, ana!, 'Ana visits')?.get('memory/2026-11-20.md')).toBe(files[2]!.text);
	const changes = readTidyAnswer(
		'<tidy>\nmove 3, 5: Ana visits in May\ndrop 2: stale\n</tidy>',
		lines
	)!;
	expect(applyTidy(texts, changes[0]!, changes[0]!.text)?.get('MEMORY.md')).toBe(
		`${files[1]!.text}\r\n- Ana visits in May\r\n`
	);
	expect(applyTidy(texts, changes[1]!, null)?.get('MEMORY.md')).toBe(
		'\ufeff# Me\r\n- prefers **oolong** tea\r\n'
	);
	expect(applyTidy(new Map([...texts, ['MEMORY.md', '']]), tea!, tea!.text)).toBeNull();
});

test('an answer is read line by line; what it does not say in that form changes nothing', () => {
	const read = (rows: string) => readTidyAnswer(`Sure!\n<tidy>\n${rows}\n</tidy>`, lines);
	expect(readTidyAnswer('merge 1, 4: tea', lines)).toBeNull();
	expect(read('none')).toEqual([]);
	expect(read('merge 1 and 4: Prefers oolong tea\n- move #3\nDROP 5: said in 3')).toMatchObject([
		{
			act: 'merge',
			path: 'MEMORY.md',
			text: 'Prefers oolong tea',
			takes: [{ path: 'MEMORY.md' }, { path: 'memory/2026-11-19.md' }]
		},
		{ act: 'move', path: 'MEMORY.md', text: 'Ana visits' },
		{ act: 'drop', path: 'memory/2026-11-19.md', why: 'said in 3' }
	]);
	for (const bad of [
		'merge 1: alone',
		'merge 1, 99: x',
		'merge 1, 4:',
		'move 1',
		'move 3, 4',
		'drop 1, 2: x',
		'rewrite 2: Bakes bread',
		'save 3',
		'drop all'
	])
		expect([bad, read(bad)]).toEqual([bad, []]);
	expect(read('move 3\ndrop 3: twice')).toHaveLength(1);
	// What a model writes is one clean line, whatever it holds.
	expect(read('rewrite 2: ## Bakes\u200b \u{e0041}bread daily')?.[0]?.text).toBe(
		'Bakes bread daily'
	);
});

test('no answer whatsoever takes out a line that it does not name', () => {
	const row = fc.oneof(
		fc
			.tuple(
				fc.constantFrom('merge', 'move', 'drop', 'rewrite'),
				fc.array(fc.nat(6), { minLength: 1, maxLength: 3 }),
				fc.string()
			)
			.map(([verb, numbers, words]) => `${verb} ${numbers.join(', ')}: ${words}`),
		fc.string()
	);
	fc.assert(
		fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
			let now: ReadonlyMap<string, string> = texts;
			const gone: string[] = [];
			for (const change of readTidyAnswer(`<tidy>\n${rows.join('\n')}\n</tidy>`, lines) ?? []) {
				gone.push(...change.takes.map(({ path, line }) => `${path} ${normaliseLine(line)}`));
				now = new Map([
					...now,
					...(applyTidy(now, change, change.act === 'drop' ? null : change.text) ?? [])
				]);
			}
			for (const { path, text } of lines)
				if (!gone.includes(`${path} ${normaliseLine(text)}`))
					expect(bulletsOf(now.get(path) ?? '').map((bullet) => bullet.text)).toContain(text);
			expect(now.get('memory/2026-11-20.md')).toContain('```\n- code\n```\n');
		})
	);
});

test('the request shows the lines as numbered data, and the goal only where one is needed', () => {
	const asked = tidyRequest({ nonce: 'n1', lines, goal: null }, {});
	expect(asked.parts[0]?.text).toContain('\n3. [memory/2026-11-20.md] Ana visits\n');
	expect(asked.parts[0]?.text).toContain('begin lines n1');
	expect(JSON.stringify(asked)).not.toContain('tokens should be left');
	expect(tidyRequest({ nonce: 'n', lines, goal: 3200 }, {}).parts[1]?.text).toContain(
		'3200 tokens'
	);
	expect(tidyRequest({ nonce: 'n', lines, goal: null }, { 'tidy-1': 'Mine' }).system).toBe('Mine');
});

test('no change carries a line between files that go to different places', () => {
	const move = (from: string, to: string) => ({
		act: 'move' as const,
		text: 'Bakes bread',
		path: to,
		takes: [{ path: from, line: 'Bakes bread' }],
		why: ''
	});
	const scoped = [
		{ path: 'MEMORY.md', scope: 'everywhere' },
		{ path: 'memory/2026-11-19.md', scope: 'local' },
		{ path: 'memory/2026-11-20.md', scope: 'everywhere' }
	] as const;
	const kept = move('memory/2026-11-20.md', 'MEMORY.md');
	// A file that is not there yet goes everywhere, as a new one does.
	const fresh = move('MEMORY.md', 'memory/2026-11-21.md');
	expect(
		withinScopes(
			[
				kept,
				fresh,
				move('memory/2026-11-19.md', 'MEMORY.md'),
				move('MEMORY.md', 'memory/2026-11-19.md')
			],
			scoped
		)
	).toEqual([kept, fresh]);
});

test('one request takes lines from the front while there is room, and one at the least', () => {
	const fitting = (room: number) => asManyAsFit(lines, room, () => 10).length;
	expect(fitting(28)).toBe(2);
	expect(fitting(27)).toBe(1);
	expect(fitting(0)).toBe(1);
	expect(fitting(1000)).toBe(lines.length);
});

test('lines that become a longer or a shorter one go, and nothing that stands between or behind them', () => {
	const text = '- Likes tea\n- Has a cat\n- Likes green tea\n- Lives in Porto\n';
	const path = 'MEMORY.md';
	const takes = [
		{ path, line: 'Likes tea' },
		{ path, line: 'Likes green tea' }
	];
	for (const written of ['Likes tea, green above all', 'Tea'])
		expect(applyTidy(new Map([[path, text]]), { path, takes }, written)?.get(path)).toBe(
			`- ${written}\n- Has a cat\n- Lives in Porto\n`
		);
});

test('a line that moves to where it stands already stands there once', () => {
	const from = 'memory/2026-11-20.md';
	const before = new Map([
		['MEMORY.md', '- Has a cat\n'],
		[from, '- Has a cat\n- Likes tea\n']
	]);
	const takes = [{ path: from, line: 'Has a cat' }];
	expect([...(applyTidy(before, { path: 'MEMORY.md', takes }, 'Has a cat') ?? [])].sort()).toEqual([
		['MEMORY.md', '- Has a cat\n'],
		[from, '- Likes tea\n']
	]);
});
