import { heardBlocks } from '#core/reply/reply.ts';
import { onDevice } from '#core/models/model-card.ts';
import type { Usage } from '#core/wire/usage.ts';
import type { LiveReply } from '#flows/answer/reply/live-reply.ts';
import type { App } from '#flows/ports.ts';
import { retryIn } from '#core/reply/retry.ts';
import { makeCall, type CallEnd, type FiledCall } from '#flows/prompt/filed-call.ts';

/** One call to who answers a session, and what is shown of it while it runs. */

/** What is shown of a call while it runs. */
export type Heard = Pick<LiveReply, 'state' | 'content' | 'retry' | 'unstored'> & {
	/** What the endpoint has reported so far, kept for a tab that dies. */
	readonly usage?: Usage | null;
};

interface Listening {
	/** Called when the request goes out. */
	readonly onSent: () => void;
	readonly onHeard: (heard: Heard) => void;
}

export function callModel(
	app: App,
	call: FiledCall,
	{ onSent, onHeard }: Listening,
	signal: AbortSignal
): Promise<CallEnd> {
	onHeard({ state: 'calling', content: [], retry: null });
	let usage: Usage | null = null;
	const isHere = call.body.model === onDevice;
	return makeCall(
		{ db: app.db, clock: app.clock, model: isHere ? app.onDevice : app.telephone },
		isHere ? { ...call, endpoint: null } : call,
		{
			onSent,
			goesOn: () => !signal.aborted,
			onEvent: (event, heard) => {
				if (event.type === 'retrying') {
					usage = null;
					onHeard({ state: 'calling', content: [], retry: retryIn(event) });
					return;
				}
				if (event.type === 'usage') ({ usage } = event);
				else if (!('index' in event)) return;
				onHeard({ state: 'calling', content: heardBlocks(heard), retry: null, usage });
			}
		},
		signal
	);
}
