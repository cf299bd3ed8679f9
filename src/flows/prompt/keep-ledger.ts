import { hostOf } from '#core/wire/endpoint.ts';
import type { Failure } from '#core/failure.ts';
import type { LedgerEntry, LedgerSegment, RequestKind } from '#core/ledger/ledger-entry.ts';
import { fileBody, hashesOf, unfileBody, type PostedBody } from '#core/ledger/filed-body.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { LostCall } from '#core/wire/broken-usage.ts';
import { utf8 } from '#core/bytes.ts';
import {
	addLedgerEntry,
	blobsOf,
	endLedgerEntry,
	lastFiled,
	type FiledContent
} from '#db/ledger/ledger.ts';
import type { Truth } from '#db/schema.ts';
import type { Stored } from '#db/storing.ts';
import type { App } from '#flows/ports.ts';
import type { ModelAnswer } from '#flows/ports/model.ts';
import { tellTransformed } from '#flows/prompt/tell-transformed.ts';
import { wellFormed } from '#core/wire/well-formed.ts';

/**
 * The ledger: every request is stored before it is sent, and its end is noted afterwards. The body that is sent is the
 * one that was stored, so it is also made sendable here.
 */

type LedgerPorts = Pick<App, 'db' | 'clock'>;

export interface OutgoingRequest<Body extends PostedBody = PostedBody> {
	readonly kind: RequestKind;
	readonly body: Body;
	readonly sessionId: string | null;
	readonly turnId: string | null;
	readonly step: number | null;
	readonly segments: readonly LedgerSegment[];
	/** Base URL the request goes to, there or nowhere; null: it is answered on this device, whatever its model is called. */
	readonly endpoint: string | null;
	/** Weight as known before sending, tokens. */
	readonly tokens: number;
	/** How much was forgotten, or being forgotten, before any of it was read: see `forgettingNow`. */
	readonly forgotten: number;
}

/** The request this tab stored last, so that of a long session only what is new is looked up. */
const filedLast = new WeakMap<Truth, NonNullable<FiledContent['known']>>();

/** Before a request of a session is filed: learn which of its parts are on file, where this tab does not know it yet. */
export async function learnFiled(db: Truth, sessionId: string): Promise<void> {
	const before = filedLast.get(db);
	const found = await lastFiled(db, sessionId);
	// A request that was filed meanwhile knows more.
	if (found && filedLast.get(db) === before) filedLast.set(db, found);
}

/** A request on file. */
interface Filed<Body> {
	/** Id of its entry. */
	readonly id: string;
	/** What is to be sent, and nothing else: the body with half characters mended. */
	readonly body: Body;
}

/** File a request that is about to be sent. Refused as `changed-meanwhile` where it may hold what was forgotten since it was read. */
export async function fileRequest<Body extends PostedBody>(
	{ db, clock }: LedgerPorts,
	sending: OutgoingRequest<Body>
): Promise<Stored<Filed<Body>>> {
	const body = wellFormed(sending.body);
	const { parts, ...filed } = fileBody(body);
	const hashes = [...parts.keys()];
	const at = clock.now();
	const last = filedLast.get(db);
	const entry: LedgerEntry = {
		...filed,
		id: clock.newId(),
		at,
		kind: sending.kind,
		sessionId: sending.sessionId,
		turnId: sending.turnId,
		step: sending.step,
		model: sending.body.model,
		host: sending.endpoint === null ? 'this device' : hostOf(sending.endpoint),
		segments: sending.segments.map(({ source, tokens, on }) => ({ source, tokens, on })),
		tokens: sending.tokens,
		cost: null,
		outcome: 'sent',
		failure: null
	};
	const file = () =>
		addLedgerEntry(db, entry, {
			hashes,
			forgotten: sending.forgotten,
			known: last ?? null,
			rowOf: (sha256) => ({
				sha256,
				bytes: utf8(parts.get(sha256)?.() ?? ''),
				mediaType: 'application/json',
				at
			})
		});
	const first = await file();
	// A browser that failed for no reason of its own may do it the next moment; a summary would else be made without a model.
	const mayPass = first.status === 'failed' && first.failure.kind === 'storage-failed';
	const stored = mayPass ? await file() : first;
	if (stored.status !== 'stored') return stored;
	filedLast.set(db, { id: entry.id, hashes: new Set(hashes), forgotten: stored.value });
	return { status: 'stored', value: { id: entry.id, body } };
}

/** Note how a filed request ended. Gives what was counted of it by whoever had given it up. */
export async function closeRequest(
	{ db, clock }: LedgerPorts,
	id: string,
	end: {
		readonly outcome: LedgerEntry['outcome'];
		readonly cost?: number | null;
		readonly failure?: Failure | null;
		readonly answer?: ModelAnswer;
	}
): Promise<Stored<LostCall | null>> {
	const transformations = end.answer?.transformations ?? [];
	const closed = await endLedgerEntry(
		db,
		id,
		{
			outcome: end.outcome,
			cost: end.cost ?? null,
			failure: end.failure ?? null,
			...(transformations.length > 0 && { transformations })
		},
		clock.now()
	);
	if (transformations.length > 0) await tellTransformed(db, id, transformations);
	return closed;
}

/** The body of an entry, byte for byte as it was posted; null when content of it was forgotten. */
export async function bodyOf(
	{ db }: Pick<App, 'db'>,
	entry: LedgerEntry
): Promise<RequestBody | null> {
	const hashes = hashesOf(entry);
	const decoder = new TextDecoder();
	const rows = await blobsOf(db, hashes);
	const texts = new Map(
		// Forgotten content has left an empty row.
		rows.flatMap((row) =>
			row && row.bytes.length > 0 ? [[row.sha256, decoder.decode(row.bytes)] as const] : []
		)
	);
	return unfileBody(entry, (hash) => texts.get(hash));
}
