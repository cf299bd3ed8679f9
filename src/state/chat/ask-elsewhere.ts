/** Asking the tab of this origin that writes a reply for something: to stop it, or not to wait before a call is made again. */

const name = 'keepsake-stop';

const ask = (asked: unknown): void => {
	const channel = new BroadcastChannel(name);
	channel.postMessage(asked);
	channel.close();
};

/** Ask whichever tab is writing the reply to this turn to stop it. Turns have ids of their own in all sessions. */
export const askToStop = (turnId: string): void => {
	ask(turnId);
};

/** Ask it not to wait any longer. */
export const askToTry = (turnId: string): void => {
	ask([turnId]);
};

/** Calls `stop` or `tryNow` as other tabs ask it of the reply to a turn, until what it gives back is called. */
export function onAsked({
	stop,
	tryNow
}: Readonly<Record<'stop' | 'tryNow', (turnId: unknown) => void>>): () => void {
	const channel = new BroadcastChannel(name);
	channel.onmessage = ({ data }) => {
		if (Array.isArray(data)) tryNow(data[0]);
		else stop(data);
	};
	return () => {
		channel.close();
	};
}
