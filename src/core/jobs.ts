import type { Failure } from '#core/failure.ts';
import type { Forgetting } from '#core/forgetting/what.ts';

/** Stored records: requests, archives, pins. */

export type RequestKind =
	'chat' | 'summary' | 'flush' | 'extraction' | 'count' | 'tidy' | 'opinion';

/** What the model saw: every request of whatever kind, as it was sent. Content lies in `blobs`, by hash. */
export interface LedgerEntry {
	readonly id: string;
	readonly at: number;
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

/** What was removed: keeps ids from coming back by a later import or synchronisation. */
export interface Tombstone {
	readonly id: string;
	readonly kind: 'turn' | 'session' | 'line' | 'memory-file' | 'archive' | 'summary';
	readonly at: number;
	/** What is still to be done; gone when nothing of the content is left anywhere. */
	readonly pending?: Forgetting;
}

/** Gzipped JSONL of turns, immutable. Its bytes lie in a row of their own, so that a list of archives stays light. */
export interface Archive {
	readonly id: string;
	/** `agents/main/sessions/<sessionId>[.<round>].jsonl.gz` */
	readonly path: string;
	readonly sessionId: string;
	readonly round: number | null;
	readonly title: string;
	/** Bytes as they lie there, gzipped. */
	readonly packedBytes: number;
	/** Of the gzipped bytes, hex. */
	readonly sha256: string;
	/** Bytes before gzip. */
	readonly rawBytes: number;
	readonly turns: number;
	readonly firstAt: number;
	readonly lastAt: number;
	readonly createdAt: number;
	readonly deletedAt: number | null;
}

/** The bytes of an archive. */
export interface ArchiveBytes {
	/** Id of the archive. */
	readonly id: string;
	readonly bytes: Uint8Array;
}

/** Turns whose rows are gone because an archive holds them: `fromSeq..throughSeq` of one branch. */
export interface ColdRange {
	/** Archive id and branch. */
	readonly id: string;
	readonly sessionId: string;
	readonly branch: string;
	readonly fromSeq: number;
	readonly throughSeq: number;
	readonly archiveId: string;
	/** Of the turns, in order of seq: links to them go on leading there. */
	readonly turnIds: readonly string[];
	readonly at: number;
}

/** A pin of the user that belongs to no turn, or a copy of one that does. Always goes verbatim. */
export interface Pin {
	readonly id: string;
	readonly sessionId: string;
	readonly text: string;
	readonly turnId: string | null;
	readonly at: number;
}
