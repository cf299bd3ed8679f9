import { isNobodyThere } from '#core/asking/nobody-there.ts';
import { marksOf } from '#db/log/turns.ts';
import type { App } from '#flows/ports.ts';
import { waitFor } from '#flows/ports/waiting.ts';
import { sessionLock } from '#flows/ports/lock-names.ts';

/**
 * Tries a waiting message again by itself. The browser says when there is a network again, but nothing of an endpoint
 * that is back, of a way that is free, or of a network it never missed; and some never say that there is one.
 */

interface Waiting {
	readonly sessionId: string;
	readonly turnId: string;
	/** Have it answered; resolves when that has come to its end. */
	readonly send: () => Promise<void>;
}

/** The longest time between two tries, ms. */
const longest = 10 * 60_000;

/**
 * Now, after growing pauses and when somebody comes back to the page, in one tab, until the message went out or the
 * signal ends it. It goes out once: before, the endpoint is asked for its models, which costs nothing, and what is not
 * answered then may have been heard.
 * @param pause before the second try, ms
 */
export async function tryWaiting(
	app: App,
	{ sessionId, turnId, send }: Waiting,
	signal: AbortSignal,
	pause = 10_000
): Promise<void> {
	const { db, locks, telephone } = app;
	const tryOnce = async (): Promise<boolean> => {
		if (document.hidden) return false;
		const listed = await telephone.models(signal);
		const now = { online: app.online() };
		if (listed.status === 'failed' && isNobodyThere(listed.failure, now)) return false;
		const marks = await marksOf(db, sessionId);
		if (!marks.some((mark) => mark.turnId === turnId && mark.byItself)) return true;
		// It may have been sent by hand meanwhile, here or in another tab.
		if (signal.aborted || (await locks.isHeld(sessionLock(sessionId)))) return false;
		await send();
		return true;
	};
	for (let next = pause; !signal.aborted; next = Math.min(next * 2, longest)) {
		const held = await locks.hold(`waiting:${sessionId}`, tryOnce);
		if (held.status === 'done' && held.value) return;
		await waitFor(signal, (met) => {
			const timer = setTimeout(met, next);
			document.addEventListener('visibilitychange', met);
			return () => {
				clearTimeout(timer);
				document.removeEventListener('visibilitychange', met);
			};
		});
	}
}
