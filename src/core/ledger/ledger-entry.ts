import type { Failure } from '#core/failure.ts';
import type { LostCall } from '#core/wire/broken-usage.ts';

/** The ledger as it is stored: an entry a request, and its content by hash. */

export type RequestKind =
	'chat' | 'summary' | 'flush' | 'extraction' | 'count' | 'tidy' | 'opinion';

/** What the model saw: every request of whatever kind, as it was sent. Content lies in `blobs`, by hash. */
export interface LedgerEntry {
	readonly id: string;
	readonly at: number;
	/** When it was seen that this time had not come yet (ms): the clock had run ahead, and its age counts from here. */
	readonly aheadAt?: number;
	readonly kind: RequestKind;
	readonly sessionId: string | null;
	readonly turnId: string | null;
	readonly step: number | null;
	readonly model: string;
	/** Host of the endpoint, or `this device`. */
	readonly host: string;
	readonly segments: readonly LedgerSegment[];
	/** The body without `system`, `tools` and `messages`, as JSON. */
	readonly rest: string;
	/** Hashes of the JSON of each system block, of all tools, of each message. */
	readonly system: readonly string[];
	readonly tools: string | null;
	readonly messages: readonly string[];
	readonly tokens: number;
	readonly cost: number | null;
	readonly outcome: 'sent' | 'answered' | 'failed' | 'stopped';
	readonly failure: Failure | null;
	/** What the endpoint says it did to the request before the model read it; not there where it says nothing. */
	readonly transformations?: readonly InputTransformation[];
	/** What another tab has added to its session when it took the tab of this call for gone; not there once that tells its end. */
	readonly lost?: LostCall;
	/** Its price (US dollars; null: unknown) stands in its session, though its end could not be noted; not there once that is. */
	readonly paid?: number | null;
}

/** A part that was taken out, or let pass although it should not have been, in the API's own names (INV-25). */
export interface InputTransformation {
	/** `thinking_dropped`, `thinking_mismatch_allowed`, or what comes later. */
	readonly type: string;
	/** `messages.3.content.0` */
	readonly path: string;
	readonly reason: string;
}

export interface LedgerSegment {
	readonly source: string;
	readonly tokens: number;
	readonly on: boolean;
}

/** Content by hash. */
export interface BlobRow {
	readonly sha256: string;
	readonly bytes: Uint8Array;
	readonly mediaType: string;
	readonly at: number;
}
