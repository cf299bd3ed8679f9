import { expect, test } from 'vitest';
import {
	importItem,
	isNoneChosen,
	leftAloneItem,
	readingOrder,
	unreadableItem
} from '#core/backup/import-preview.ts';

test('however many conversations a file holds, what is to be read before it is written stands above them', () => {
	const chats = Array.from({ length: 500 }, (_, at) =>
		importItem({ name: `c${String(at)}`, what: 'session', state: at % 2 === 0 ? 'new' : 'there' })
	);
	const order = readingOrder([
		...chats,
		importItem({ name: 'MEMORY.md', what: 'memory-file', state: 'changed' }),
		importItem({ name: 'old.md', what: 'memory-file', state: 'there' }),
		importItem({ name: 'settings.json', what: 'decisions', state: 'new' }),
		leftAloneItem('users.json', 'account', 1),
		unreadableItem('x.bin', 'unknown')
	]).map(({ name }) => name);
	expect(order.slice(0, 6)).toEqual([
		'x.bin',
		'users.json',
		'MEMORY.md',
		'settings.json',
		'c0',
		'c2'
	]);
	expect(order.slice(-2)).toEqual(['c499', 'old.md']);
});

test('none is chosen where all that would change something is left out; what is there already never counts', () => {
	const items = [
		importItem({ name: 'a', what: 'session', state: 'new' }),
		importItem({ name: 'b', what: 'session', state: 'changed' }),
		importItem({ name: 'c', what: 'session', state: 'there' }),
		unreadableItem('d', 'unknown')
	];
	expect(isNoneChosen(items, ['a', 'b'])).toBe(true);
	expect(isNoneChosen(items, ['a'])).toBe(false);
	expect(isNoneChosen(items, [])).toBe(false);
	expect(isNoneChosen(items.slice(2), ['c'])).toBe(false);
});
