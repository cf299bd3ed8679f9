/** Stopping a reply that another tab of this origin is writing. */

const name = 'keepsake-stop';

/** Ask whichever tab is writing a reply in the session to stop it. */
export function askToStop(sessionId: string): void {
	const channel = new BroadcastChannel(name);
	channel.postMessage(sessionId);
	channel.close();
}

/** Calls `stop` when another tab asks for it, until what it gives back is called. */
export function onStopAsked(sessionId: string, stop: () => void): () => void {
	const channel = new BroadcastChannel(name);
	channel.onmessage = ({ data }) => {
		if (data === sessionId) stop();
	};
	return () => {
		channel.close();
	};
}
