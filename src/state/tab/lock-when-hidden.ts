import type { Clock } from '#flows/ports.ts';
import type { Telephone } from '#flows/ports/telephone.ts';

/**
 * A key under a passphrase is locked when nobody has looked at the app for a while. All tabs have it of one database,
 * and it is locked in all of them: so not because one of them lies behind another in which somebody works.
 */

/** After so long without any tab in sight, ms (security row 33). */
const hiddenFor = 5 * 60_000;

/** A tab in sight says so this often, ms. */
const beat = 60_000;

/** Where all tabs read when one of them was last in sight, Unix ms. */
const seenAt = 'keepsake-seen-at';

/** Follows what becomes of `tab` until the signal. */
export function lockWhenHidden(
	{
		telephone,
		clock
	}: { readonly telephone: Pick<Telephone, 'lock'>; readonly clock: Pick<Clock, 'now'> },
	tab: Pick<Document, 'visibilityState' | 'addEventListener'>,
	signal: AbortSignal
): void {
	let timer: ReturnType<typeof setTimeout> | undefined;
	let own = 0;
	const note = () => {
		own = clock.now();
		try {
			localStorage.setItem(seenAt, String(own));
		} catch {
			// Full or not allowed: what this tab knows counts.
		}
	};
	const lastSeen = () => {
		try {
			return Math.max(own, Number(localStorage.getItem(seenAt)));
		} catch {
			return own;
		}
	};
	const look = () => {
		const isSeen = tab.visibilityState === 'visible';
		if (isSeen) note();
		const left = lastSeen() + hiddenFor - clock.now();
		// More than that is left only by a clock that was set back.
		if (left > 0 && left <= hiddenFor) timer = setTimeout(look, isSeen ? beat : left);
		else telephone.lock().catch(whenItIsUsed);
	};
	const turn = () => {
		clearTimeout(timer);
		// Whether it comes into sight or goes: somebody has looked until now.
		note();
		look();
	};
	tab.addEventListener('visibilitychange', turn, { signal });
	signal.addEventListener('abort', () => {
		clearTimeout(timer);
	});
	look();
}

/** A telephone that cannot be started is told to whoever uses it next; nobody waits here. */
const whenItIsUsed = (): undefined => undefined;
