import { choicesOf } from '#core/session/choices.ts';
import { trunk, type Branch, type Session } from '#core/session/session.ts';
import { noCounters } from '#core/wire/usage.ts';

/** A session in which nothing has been said yet and nothing chosen: it follows the settings. `at` in Unix ms. */
export const emptySession = (id: string, at: number): Session => ({
	id,
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
	createdAt: at,
	activeAt: at,
	endedAt: null,
	continuedFrom: null,
	deletedAt: null
});

/** The first branch of a session, empty. */
export const firstBranch = (session: Pick<Session, 'id' | 'createdAt'>): Branch => ({
	sessionId: session.id,
	branch: trunk,
	parent: null,
	forkSeq: 0,
	headSeq: -1,
	createdAt: session.createdAt
});

/**
 * The session that follows one that was reset: empty, with the same choices, and with what is known of how its models
 * count. Counters and what the user was told stay with the old one.
 */
export const continuationOf = (
	before: Session,
	{ id, at }: { readonly id: string; readonly at: number }
): Session => ({
	...emptySession(id, at),
	...choicesOf(before),
	kind: before.kind,
	offRecord: before.offRecord,
	calibration: before.calibration,
	continuedFrom: before.id
});
