import { expect, test } from 'vitest';
import type { Pin } from '#core/log/pin.ts';
import { trunk } from '#core/session/session.ts';
import { blankTurns } from '#db/forgetting/log.ts';
import { appendStep, appendTurn, completeStep, putWaiting, removeMark } from '#db/log/append.ts';
import { addBranch, enterBranch } from '#db/log/forks.ts';
import { decideInAll, pinTurn, putPin, removePin, unpinTurn } from '#db/log/marked.ts';
import { endSession, reopenSession } from '#db/log/resets.ts';
import { changeSession, changeSessions } from '#db/log/sessions.ts';
import { turnsOf } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { changeSettings, readSettings } from '#db/settings.ts';
import type { Stored } from '#db/storing.ts';
import { atOnce } from '../../support/breaking/at-once.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aBranch, someExchanges, storeSession } from '../../support/builders/stored-session.ts';

/** A session, and what is set, changed by two tabs at once. */

const exchanges = someExchanges(3);
const stored = (db: Truth) => storeSession(db, aSession(), exchanges);
const [last] = exchanges.slice(-1);
const [first, second] = last!.steps;

test('its title and its pin are both there', () =>
	atOnce({
		before: stored,
		first: (db) => changeSession(db, 's1', () => ({ title: 'Beds' })),
		second: (db) => changeSessions(db, ['s1'], () => ({ pinned: true })),
		holds: async (db) => {
			expect(await db.sessions.get('s1')).toMatchObject({ title: 'Beds', pinned: true });
		}
	}));

test('whichever of them changes several sessions', () =>
	atOnce({
		before: stored,
		first: (db) => changeSessions(db, ['s1'], () => ({ pinned: true })),
		second: (db) => changeSession(db, 's1', () => ({ title: 'Beds' })),
		holds: async (db) => {
			expect(await db.sessions.get('s1')).toMatchObject({ title: 'Beds', pinned: true });
		}
	}));

const place = { sessionId: 's1', turnId: last!.turn.turnId };
const pin: Pin = { id: 'pin', ...place, text: 'beds', at: 1 };
const leftOut = { sessionId: 's1', turnIds: [place.turnId], kind: 'left-out' } as const;
const mark = { ...place, kind: 'pinned', at: 1 } as const;
const fork = aBranch({ branch: 'other', parent: trunk, forkSeq: 1, headSeq: 0 });

test.each<[string, (db: Truth) => Promise<Stored<unknown>>]>([
	['words are pinned', (db) => putPin(db, pin)],
	['words are pinned no more', (db) => removePin(db, pin)],
	['a message is pinned', (db) => pinTurn(db, { mark, pin })],
	['a message is pinned no more', (db) => unpinTurn(db, place, 'pin')],
	['a message is left out', (db) => decideInAll(db, { ...leftOut, at: 1 })],
	['a message waits', (db) => putWaiting(db, last!.turn, { at: 1 })],
	['a mark goes', (db) => removeMark(db, mark)],
	['another way is begun', (db) => addBranch(db, fork)],
	['another branch comes on screen', (db) => enterBranch(db, { ...place, branch: trunk })]
])('a title that is given as %s is there', async (_, act) => {
	await atOnce({
		before: stored,
		first: act,
		second: (db) => changeSession(db, 's1', () => ({ title: 'Beds' })),
		holds: async (db, { status }) => {
			expect([status, (await db.sessions.get('s1'))?.title]).toEqual(['stored', 'Beds']);
		}
	});
});

test('a message that is asked in the new session while the reset is undone is not lost', () => {
	const [asked] = someExchanges(1, { sessionId: 's2' });
	return atOnce({
		before: async (db) => {
			await storeSession(db, aSession({ endedAt: 5 }), exchanges);
			await storeSession(db, aSession({ id: 's2', continuedFrom: 's1' }), []);
		},
		first: (db) => reopenSession(db, { id: 's1', at: 9, next: 's2' }, () => []),
		second: (db) => appendTurn(db, asked!.turn),
		holds: async (db, _, { status }) => {
			const isThere = [await db.sessions.get('s2'), await db.branches.get(['s2', trunk])].every(
				(row) => row !== undefined
			);
			expect([await turnsOf(db, 's2').count(), isThere]).toEqual(
				status === 'stored' ? [1, true] : [0, false]
			);
		}
	});
});

test('a message that is asked as its session ends does not begin it again', () => {
	const [asked] = someExchanges(1, { from: 3 });
	return atOnce({
		before: stored,
		first: (db) => appendTurn(db, asked!.turn),
		second: (db) => endSession(db, { id: 's1', at: 9, next: null }),
		holds: async (db) => {
			expect(await db.sessions.get('s1')).toMatchObject({ endedAt: 9 });
		}
	});
});

test('results of a call that was forgotten while it ran are not stored', () =>
	atOnce({
		before: async (db) => {
			await stored(db);
			await db.steps.put({ ...first!, results: null, resultsHash: null });
		},
		first: (db) => completeStep(db, first!, first!.results!, first!.resultsHash!),
		second: (db) => blankTurns(db, 's1', { turnIds: new Set([last!.turn.turnId]), at: 9 }),
		holds: async (db) => {
			const row = await db.steps.get(['s1', trunk, 2, 0]);
			expect(row?.forgottenAt).toBe(9);
			expect(JSON.stringify(row)).not.toContain('found 2');
		}
	}));

test('an answer to what was forgotten while it was written is not stored', () =>
	atOnce({
		before: async (db) => {
			await stored(db);
			await db.steps.delete(['s1', trunk, 2, 1]);
		},
		first: (db) => appendStep(db, second!, first!.resultsHash!),
		second: (db) => blankTurns(db, 's1', { turnIds: new Set([last!.turn.turnId]), at: 9 }),
		holds: async (db) => {
			expect(JSON.stringify(await db.steps.toArray())).not.toContain('Number 2 is fine');
		}
	}));

test('what two tabs set of the same is both there', () => {
	const add = (id: string) => (db: Truth) =>
		changeSettings(db, ({ models }) => ({ models: { ...models, [id]: aCard({ id }) } }));
	return atOnce({
		before: (db) => db.open(),
		first: add('one'),
		second: add('two'),
		holds: async (db) => {
			expect(Object.keys((await readSettings(db)).models).toSorted()).toEqual(['one', 'two']);
		}
	});
});
