import type { KeyKeeping, KeyStatus, KeyUnlocking, NewKey } from '#core/key.ts';
import type { CountOutcome, ModelEvent, ModelsOutcome, Posted } from '#flows/ports/model.ts';
import type { EndpointAccess } from '#flows/ports/telephone.ts';

/** What travels between the page and its workers; both ends import it. Every start is answered exactly once. */

/** Page to worker. */
export type ToWorker =
	| {
			readonly type: 'start';
			readonly job: number;
			readonly kind: string;
			readonly ask: unknown;
	  }
	| { readonly type: 'stop'; readonly job: number }
	/** The other worker's port. Again when the other worker was restarted. */
	| { readonly type: 'connect'; readonly port: MessagePort };

/** Worker to page. */
export type FromWorker =
	/** It holds the lock of its name, which the browser lets go of when it is no more. */
	| { readonly type: 'alive' }
	| { readonly type: 'progress'; readonly job: number; readonly progress: readonly unknown[] }
	| { readonly type: 'done'; readonly job: number; readonly outcome: unknown };

/** One end of what joins them: a Worker, a MessagePort or a test double will do. */
export interface Channel<Out, In> {
	postMessage(message: Out, transfer?: Transferable[]): void;
	addEventListener(type: 'message', listener: (event: MessageEvent<In>) => void): void;
	/** A MessagePort is silent until it is started; a Worker has no such method. */
	start?(): void;
}

/** A worker that was started. */
export interface Started {
	readonly channel: Channel<ToWorker, FromWorker>;
	/** Called when the worker meets a bug that nobody caught, or cannot be loaded. */
	onCrash(tell: (detail: string) => void): void;
	/** Called when it runs no more, though nobody ended it: it met an end of its own, or the browser needed its memory. */
	onGone(tell: () => void): void;
	end(): void;
}

/** What one kind of job is asked and what comes out; with `progress` what it says meanwhile. */
export interface JobShape {
	readonly ask: unknown;
	readonly outcome: unknown;
}

/** Jobs of the telephone. The workshop's port is served `stream` and `count` only. */
export interface TelephoneJobs {
	stream: { ask: Posted; progress: ModelEvent; outcome: { readonly status: 'ended' } };
	count: { ask: Posted; outcome: CountOutcome };
	/** `ask`: whether it is a test. */
	models: { ask: boolean; outcome: ModelsOutcome };
	'try-now': { ask: number; outcome: { readonly status: 'ended' } };
	'without-keys': { ask: readonly string[]; outcome: { readonly runs: readonly string[] } };
	configure: { ask: EndpointAccess; outcome: KeyStatus };
	'key-status': { ask: null; outcome: KeyStatus };
	'set-key': { ask: NewKey; outcome: KeyStatus };
	'keep-key': { ask: KeyKeeping; outcome: KeyStatus };
	'forget-key': { ask: null; outcome: KeyStatus };
	lock: { ask: null; outcome: KeyStatus };
	unlock: { ask: { readonly passphrase: string }; outcome: KeyUnlocking };
}
