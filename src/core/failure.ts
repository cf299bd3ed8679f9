import type { PartWeight } from '#core/prompt/weight/part-weight.ts';

/** Everything that is expected to go wrong, as plain data: it can be stored, shown and posted to a worker. */
export type Failure =
	/** No key for this endpoint, and the model needs one. */
	| { readonly kind: 'no-key' }
	/** The key is stored under a passphrase and has not been unlocked in this tab. */
	| { readonly kind: 'key-locked' }
	/** 401: the endpoint does not accept the key. */
	| { readonly kind: 'key-refused' }
	/** 403, or an organisation that forbids calls from browsers. */
	| { readonly kind: 'forbidden'; readonly detail: string }
	| { readonly kind: 'offline' }
	/** DNS, refused connection or CORS: the browser does not tell which. */
	| { readonly kind: 'unreachable'; readonly host: string }
	| { readonly kind: 'rate-limited'; readonly retryAfterMs: number | null }
	| { readonly kind: 'spend-limit' }
	/** What the user allows a day is spent, perhaps amid an answer; nothing more is sent. Both in US dollars. */
	| { readonly kind: 'day-limit'; readonly spent: number; readonly limit: number }
	/** `retryAfterMs`: how long it wants to be left alone, where it says so. */
	| { readonly kind: 'overloaded'; readonly retryAfterMs?: number }
	| { readonly kind: 'server-error'; readonly status: number; readonly retryAfterMs?: number }
	/** An answer, but none of this API: a captive portal, a wrong address, a server of another API. */
	| { readonly kind: 'not-an-api'; readonly host: string }
	/** The answer ended before its last event. */
	| { readonly kind: 'interrupted' }
	/** Nothing was heard for `afterMs` milliseconds in the middle of an answer. */
	| { readonly kind: 'silent'; readonly afterMs: number }
	/** The prompt is larger than the window of the model (tokens, where known). */
	| { readonly kind: 'overflow'; readonly tokens: number | null; readonly window: number | null }
	/** 413: the body is larger than the endpoint takes. `about`: what makes it so, where that is pictures and files. `by`: as below. */
	| { readonly kind: 'too-large'; readonly about?: readonly RefusedPart[]; readonly by?: string }
	| { readonly kind: 'model-not-found'; readonly model: string }
	/** The model declined; `category` as the API names it. */
	| { readonly kind: 'refused'; readonly category: string | null }
	| { readonly kind: 'empty-answer' }
	/** Any other 4xx: a sentence of the endpoint's own words where a person can read it, never the key. */
	| {
			readonly kind: 'rejected';
			readonly status: number;
			readonly detail: string;
			/** What of the conversation it is about, where that can be told. */
			readonly about?: readonly RefusedPart[];
			/** Base URL of the endpoint that does not take that; left out: it was not noted, and counts for every one. */
			readonly by?: string;
	  }
	/** The prompt cannot fit whatever is compacted; nothing was sent. */
	| {
			readonly kind: 'does-not-fit';
			readonly tokens: number;
			readonly usable: number;
			/** That is the threshold of the preset, and the window holds more. */
			readonly isThreshold?: boolean;
			readonly largest: readonly PartWeight[];
	  }
	| { readonly kind: 'tool-limit'; readonly limit: number }
	| { readonly kind: 'storage-full' }
	| { readonly kind: 'storage-closed' }
	/** The browser took a write back, or could not do it, and does not say why. */
	| { readonly kind: 'storage-failed' }
	/** Another tab is writing to this session. */
	| { readonly kind: 'busy-elsewhere' }
	/**
	 * What was read has changed meanwhile, so nothing was written. `why`: the reason why it may not go on at all.
	 */
	| { readonly kind: 'changed-meanwhile'; readonly why?: ChangedWhy }
	/** What was asked for was forgotten for good; nothing can bring it back. */
	| { readonly kind: 'forgotten' }
	| { readonly kind: 'summary-rejected'; readonly reason: string }
	/** The archive holds turns that are stored nowhere else, so it is not deleted. */
	| { readonly kind: 'only-copy' }
	| { readonly kind: 'damaged'; readonly what: string }
	| { readonly kind: 'unreadable'; readonly what: string }
	/** More words than a line of memory may have (UTF-16 units). */
	| { readonly kind: 'line-too-long'; readonly most: number }
	/** A part of the app that is fetched when it is needed could not be: offline, or the server has a newer version. */
	| { readonly kind: 'not-loaded' }
	/** A bug, caught at the edge of a worker so that whoever waits is answered. */
	| { readonly kind: 'crashed'; readonly detail: string };

/** A message that an endpoint does not take, or a file of it. The next request to it goes without the file. */
export interface RefusedPart {
	readonly turnId: string;
	/** Unix ms. */
	readonly askedAt: number;
	/** Which of its pictures and documents, counted from 0 in the order of the wire; null: it is about its words. */
	readonly file: number | null;
}

/**
 * What the user changed while a job was at work, so that it may send nothing more. `summary-before`: the summary that
 * this one was written on was taken out of use or edited, so it is not kept either, or cannot come back alone.
 * `left-out`: turns that are told, or that a draft covers, were left out, put off the record, deleted or brought back
 * behind it. `replaced`: something else stands in the place of everything.
 */
export type ChangedWhy =
	| 'endpoint'
	| 'session-deleted'
	| 'session-ended'
	| 'left-out'
	| 'switched-off'
	| 'summary-before'
	| 'replaced';

export type FailureKind = Failure['kind'];

/** The browser could not store it: no way on but to make room, to try again or to reload. */
export const isNotStored = ({ kind }: Failure): boolean =>
	kind === 'storage-full' || kind === 'storage-closed' || kind === 'storage-failed';

/** The failed outcome that nearly every action shares. */
export interface Failed {
	readonly status: 'failed';
	readonly failure: Failure;
}

/** No step or mark of a message tells of it: it is remembered until somebody tries again. */
export const leavesNoTrace = ({ kind }: Failure): boolean =>
	kind === 'does-not-fit' || kind === 'overflow';
