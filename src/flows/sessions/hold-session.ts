import type { SendOutcome } from '#flows/answer/live-reply.ts';
import type { App } from '#flows/ports.ts';

/**
 * Be the only writer of a session in all tabs. A reply takes long, so whoever comes second is told and keeps their
 * text, instead of waiting for minutes.
 */
export async function holdSession(
	app: Pick<App, 'locks'>,
	sessionId: string,
	turnId: string | null,
	work: () => Promise<SendOutcome>
): Promise<SendOutcome> {
	const held = await app.locks.hold(`session:${sessionId}`, work, { wait: false });
	return held.status === 'done'
		? held.value
		: { status: 'failed', turnId, failure: { kind: 'busy-elsewhere' } };
}
