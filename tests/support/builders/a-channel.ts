import { serve, type Serving } from '../../../src/worker/channel/serve.ts';
import type { Started } from '../../../src/worker/channel/protocol.ts';

/** A worker without a worker: the same serving at the other end of a channel. */

export interface Staged extends Started {
	/** As if the worker had met an error nobody caught. */
	crash(detail: string): void;
	/** As if the browser had ended it. */
	vanish(): void;
	readonly ended: boolean;
	close(): void;
}

export function staged(serving: Serving): Staged {
	const { port1, port2 } = new MessageChannel();
	serve(port2, serving);
	const listeners: ((detail: string) => void)[] = [];
	const watching: (() => void)[] = [];
	let ended = false;
	const close = () => {
		port1.close();
		port2.close();
	};
	return {
		channel: port1,
		onCrash: (tell) => void listeners.push(tell),
		onGone: (tell) => void watching.push(tell),
		end: () => {
			ended = true;
			close();
		},
		crash: (detail) => {
			for (const tell of listeners) tell(detail);
		},
		vanish: () => {
			close();
			for (const tell of watching) tell();
		},
		get ended() {
			return ended;
		},
		close
	};
}
