import { serve, type Serving } from '../../../src/worker/channel/serve.ts';
import type { Started } from '../../../src/worker/channel/protocol.ts';

/** A worker without a worker: the same serving at the other end of a channel. */

export interface Staged extends Started {
	/** As if the worker had met an error nobody caught. */
	crash(detail: string): void;
	readonly ended: boolean;
	close(): void;
}

export function staged(serving: Serving): Staged {
	const { port1, port2 } = new MessageChannel();
	serve(port2, serving);
	const listeners: ((detail: string) => void)[] = [];
	let ended = false;
	const close = () => {
		port1.close();
		port2.close();
	};
	return {
		channel: port1,
		onCrash: (tell) => void listeners.push(tell),
		end: () => {
			ended = true;
			close();
		},
		crash: (detail) => {
			for (const tell of listeners) tell(detail);
		},
		get ended() {
			return ended;
		},
		close
	};
}
