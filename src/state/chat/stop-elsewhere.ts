/** Stopping a reply that another tab of this origin is writing. */

const name = 'keepsake-stop';

/** Ask whichever tab is writing the reply to this turn to stop it. Turns have ids of their own in all sessions. */
export function askToStop(turnId: string): void {
	const channel = new BroadcastChannel(name);
	channel.postMessage(turnId);
	channel.close();
}

/** Tells of which turn another tab wants the reply stopped, until what it gives back is called. */
export function onStopAsked(stop: (turnId: unknown) => void): () => void {
	const channel = new BroadcastChannel(name);
	channel.onmessage = ({ data }) => {
		stop(data);
	};
	return () => {
		channel.close();
	};
}
