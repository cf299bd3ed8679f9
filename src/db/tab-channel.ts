/** What tabs of this origin tell each other by a name; null in a browser without such channels, where each is alone. */
export const tabChannel = (name: string): BroadcastChannel | null =>
	typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(name);
