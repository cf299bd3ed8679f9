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
	/** The other worker's port, once, at the beginning. */
	| { readonly type: 'connect'; readonly port: MessagePort };

/** Worker to page. */
export type FromWorker =
	| { readonly type: 'progress'; readonly job: number; readonly progress: readonly unknown[] }
	| { readonly type: 'done'; readonly job: number; readonly outcome: unknown };

/** One end of the line: a Worker, a MessagePort or a test double will do. */
export interface Line<Out, In> {
	postMessage(message: Out, transfer?: Transferable[]): void;
	addEventListener(type: 'message', listener: (event: MessageEvent<In>) => void): void;
}
