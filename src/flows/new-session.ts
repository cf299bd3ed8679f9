import { trunk, type Branch, type Session, type SessionKind } from '#core/session.ts';
import { noCounters } from '#core/usage.ts';
import type { App } from '#flows/ports.ts';

/** A session that nobody has said anything in yet: not stored before its first message is. */
export function newSession(
	{ clock }: Pick<App, 'clock'>,
	{ kind, offRecord }: { readonly kind: SessionKind; readonly offRecord: boolean }
): Session {
	const at = clock.now();
	return {
		id: clock.newId(),
		kind,
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
		offRecord,
		switchedOff: [],
		noPlanKey: null,
		createdAt: at,
		activeAt: at,
		endedAt: null,
		continuedFrom: null,
		deletedAt: null
	};
}

/** The first branch of a session, empty. */
export const firstBranch = (session: Pick<Session, 'id' | 'createdAt'>): Branch => ({
	sessionId: session.id,
	branch: trunk,
	parent: null,
	forkSeq: 0,
	headSeq: -1,
	createdAt: session.createdAt
});
