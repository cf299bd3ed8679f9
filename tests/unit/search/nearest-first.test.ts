import { expect, test } from 'vitest';
import { nearestFirst, type Named } from '#core/search/nearest-first.ts';

const offered: readonly Named[] = [
	{ label: 'Undo the last compaction, reset or memory write', also: '/undo' },
	{ label: 'Memory rules' },
	{ label: 'Memory' },
	{ label: 'Archive and begin anew', also: '/reset' },
	{ label: 'Café notes' }
];
const first = (words: string, count = 1) =>
	nearestFirst(words, offered)
		.slice(0, count)
		.map(({ label }) => label);

test('what is called as was typed comes first, then what begins so, then what only mentions it', () => {
	expect(first('memory', 3)).toEqual([
		'Memory',
		'Memory rules',
		'Undo the last compaction, reset or memory write'
	]);
});

test.each(['reset', '/reset', 'RES'])('a command is known by its other name: %s', (words) => {
	expect(first(words)).toEqual(['Archive and begin anew']);
});

test('who types the whole other name means what is called so, not what begins so', () => {
	const both: readonly Named[] = [
		{ label: 'Reset rules' },
		{ label: 'Begin anew', also: '/reset' }
	];
	expect(nearestFirst('reset', both)[0]?.label).toBe('Begin anew');
});

test('signs above letters and their case tell no names apart', () => {
	expect(first('CAFE')).toEqual(['Café notes']);
});

test('what is equally near keeps its order', () => {
	expect(nearestFirst('', offered)).toEqual(offered);
	expect(nearestFirst('nothing like it', offered)).toEqual(offered);
});
