import { expect, test } from 'vitest';
import { turnSaying } from '#core/lines/sayer.ts';
import { anExchange } from '../../support/builders/a-turn.ts';

const log = [
	anExchange(0, 'My locker code is 4471.', 'Noted: your locker code is 4471.'),
	anExchange(1, 'I live in Porto.', 'Try the harbour office of Gaia.'),
	anExchange(2, 'My locker is beside the pool.', 'Good to know, with code 4471.'),
	anExchange(3, 'Remember what I told you', 'Done.')
];

test.each([
	['The locker code of the user is 4471', 't0'],
	['The user lives in Porto', 't1'],
	['Keeps a locker beside the pool', 't2'],
	// Half of it is enough, and the rest may be put otherwise.
	['The combination of the locker reads 4471', 't0'],
	// Only the answer says it.
	['The harbour office of Gaia helps', 't1'],
	// One word of three is less than half.
	['Lost the locker on Wednesday', null],
	['Likes tea', null],
	['', null]
])('of %j the message is known that says most of it', (line, turnId) => {
	expect(turnSaying(line, log)).toBe(turnId);
});

test('of messages that say as much it is the newest', () => {
	expect(turnSaying('My locker code is 4471', [...log, anExchange(4, 'Locker code: 4471')])).toBe(
		't4'
	);
});
