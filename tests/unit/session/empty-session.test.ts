import { expect, test } from 'vitest';
import { emptySession, continuationOf } from '#core/session/empty-session.ts';
import { noCounters } from '#core/wire/usage.ts';

const chosen = {
	kind: 'guest',
	model: 'claude-sonnet-5-5',
	policy: { preset: 'gsv', automatic: false, review: 'auto', overrides: { keep: 3 } },
	resetPolicy: { kind: 'idle', minutes: 30 },
	pinned: true,
	folder: 'Travel',
	offRecord: true,
	switchedOff: ['Tools'],
	calibration: { 'claude-sonnet-5-5': { ratio: 1.1 } }
} as const;

const before = {
	...emptySession('old', 1),
	...chosen,
	title: 'Florence',
	titleFrom: 'user',
	branch: 'b2',
	epoch: 7,
	epochKey: 'k',
	rev: 9,
	counters: { ...noCounters, input: 5 },
	noPlanKey: 'no',
	wearTold: 'summary-3',
	reminded: 'threshold',
	learntThrough: 'turn-8',
	deletedAt: 2
} as const;

test('after a reset what was chosen stays chosen, and nothing else of the old session goes along', () => {
	expect(continuationOf(before, { id: 'new', at: 10 })).toEqual({
		...emptySession('new', 10),
		...chosen,
		continuedFrom: 'old'
	});
});
