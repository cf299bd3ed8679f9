import { emptySession } from '#core/session/empty-session.ts';
import type { Session } from '#core/session/session.ts';

/** A session of one's own, with nothing said in it yet; `storeSession` puts turns into it. */
export const aSession = (over: Partial<Session> = {}): Session => ({
	...emptySession('s1', 1_700_000_000_000),
	title: 'A walk in Rome',
	titleFrom: 'user',
	...over
});
