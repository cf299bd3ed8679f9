import { describe, expect, test } from 'vitest';
import type { Mark } from '#core/log/turn.ts';
import { hiddenTurns, isOpenTo } from '#core/search/visible.ts';
import { aSession } from '../../support/builders/a-session.ts';

/** What a search may show, by who asks. */

const main = aSession({ id: 'mine' });
const guest = aSession({ id: 'theirs', kind: 'guest' });
const secret = aSession({ id: 'secret', offRecord: true });

describe('a session', () => {
	test('is open to its user at the screen, off the record too, until it is deleted', () => {
		const atScreen = { guest: false };
		for (const session of [main, guest, secret]) expect(isOpenTo(atScreen, session)).toBe(true);
		expect(isOpenTo(atScreen, { ...main, deletedAt: 5 })).toBe(false);
	});

	test('is open to a guest only if guests said it', () => {
		expect(isOpenTo({ guest: true }, guest)).toBe(true);
		expect(isOpenTo({ guest: true }, main)).toBe(false);
		expect(isOpenTo({ guest: true, askedIn: guest.id }, main)).toBe(false);
	});

	test('off the record is open to no model but the one that is in it', () => {
		const ask = (askedIn: string) => ({ guest: false, askedIn });
		expect(isOpenTo(ask(secret.id), secret)).toBe(true);
		expect(isOpenTo(ask(main.id), secret)).toBe(false);
		expect(isOpenTo(ask(secret.id), main)).toBe(true);
	});
});

test('a turn is hidden by its marks: from the screen what was deleted, from a model what the user keeps from it', () => {
	const mark = (turnId: string, kind: Mark['kind']): Mark => ({
		sessionId: main.id,
		turnId,
		kind,
		at: 1
	});
	const marks = [
		mark('out', 'left-out'),
		mark('gone', 'deleted'),
		mark('whisper', 'off-record'),
		mark('kept', 'pinned')
	];
	const hidden = (askedIn?: string) => [...hiddenTurns(marks, main.id, askedIn)].sort();
	expect(hidden()).toEqual(['gone']);
	expect(hidden(main.id)).toEqual(['gone', 'out']);
	expect(hidden('elsewhere')).toEqual(['gone', 'out', 'whisper']);
});
