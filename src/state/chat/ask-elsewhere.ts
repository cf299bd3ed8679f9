/** Asking the tab of this origin that writes a reply for something: to stop it, or not to wait before a call is made again. */

import { tabChannel } from '#db/tab-channel.ts';

const name = 'keepsake-reply';

/** What may be asked; turns have ids of their own in all sessions. */
interface Asked {
	readonly what: 'stop' | 'tryNow';
	readonly turnId: string;
}

const ask = (asked: Asked): void => {
	const channel = tabChannel(name);
	channel?.postMessage(asked);
	channel?.close();
};

/** Ask whichever tab is writing the reply to this turn to stop it. */
export const askToStop = (turnId: string): void => ask({ what: 'stop', turnId });

/** Ask it not to wait any longer. */
export const askToTry = (turnId: string): void => ask({ what: 'tryNow', turnId });

/** Calls `stop` or `tryNow` as other tabs ask it of the reply to a turn, until what it gives back is called. */
export function onAsked(
	answers: Readonly<Record<Asked['what'], (turnId: string) => void>>
): () => void {
	const channel = tabChannel(name);
	channel?.addEventListener('message', ({ data }: MessageEvent<Asked>) =>
		answers[data.what](data.turnId)
	);
	return () => channel?.close();
}
