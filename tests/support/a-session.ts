import { trunk, type Session } from '#core/session.ts';
import { noCounters } from '#core/usage.ts';

/** A session of one's own, with nothing said in it yet. */
export const aSession = (over: Partial<Session> = {}): Session => ({
	id: 's1',
	kind: 'main',
	title: '',
	titleFrom: 'none',
	model: null,
	policy: { preset: null, automatic: null, review: null, overrides: {} },
	resetPolicy: null,
	branch: trunk,
	epoch: 0,
	epochKey: null,
	rev: 0,
	counters: noCounters,
	lastUsage: null,
	calibration: {},
	pinned: false,
	folder: null,
	offRecord: false,
	switchedOff: [],
	noPlanKey: null,
	createdAt: 1_795_000_000_000,
	activeAt: 1_795_000_000_000,
	endedAt: null,
	continuedFrom: null,
	deletedAt: null,
	...over
});
