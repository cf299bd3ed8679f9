import { partialOf } from '#db/scratch/unsent.ts';
import { spared } from '#db/scratch/spared.ts';
import { storing } from '#db/storing.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import type { App } from '#flows/ports.ts';
import { sessionLock } from '#flows/ports/lock-names.ts';

/**
 * Be the only writer of a session in all tabs. A reply takes long, so whoever comes second is told and keeps their
 * text, instead of waiting for minutes.
 */
export async function holdSession(
	app: App,
	sessionId: string,
	turnId: string | null,
	work: () => Promise<SendOutcome>
): Promise<SendOutcome> {
	const held = await app.locks.hold(
		sessionLock(sessionId),
		async () => {
			await settleSession(app, sessionId);
			// What cannot be read just now is told where it was asked for.
			const done = await storing(work);
			return done.status === 'failed' ? { ...done, turnId } : done.value;
		},
		{ wait: false }
	);
	return held.status === 'done'
		? held.value
		: { status: 'failed', turnId, failure: { kind: 'busy-elsewhere' } };
}

/**
 * Store what a crashed tab has left of a reply. This comes before any other write in the session, because the
 * checkpoint has room for one reply only. Whoever calls holds the lock. Where nobody can look for it the session goes on.
 */
export async function settleSession(app: App, sessionId: string): Promise<void> {
	const look = () => partialOf(app.scratch, sessionId);
	if (!(await spared(app.scratch, look, undefined))) return;
	await storing(async () => {
		const { recoverReply } = await import('#flows/answer/reply/recover-replies.ts');
		await recoverReply(app, sessionId);
	});
}
