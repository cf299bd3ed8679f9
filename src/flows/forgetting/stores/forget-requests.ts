import { lookAtRequest, lookerFor, type PartLook } from '#core/forgetting/requests.ts';
import type { BlobRow, LedgerEntry } from '#core/ledger/ledger-entry.ts';
import { textOfResult, type Message } from '#core/log/blocks.ts';
import type { Exchange, Step } from '#core/log/turn.ts';
import { sha256 } from '#core/sha256.ts';
import { hashesOf } from '#core/ledger/filed-body.ts';
import { questionOf, stepFormOf } from '#core/wire/wire-rows.ts';
import { wellFormed } from '#core/wire/well-formed.ts';
import {
	dropRequests,
	emptyBlobs,
	emptyUnusedBlobs,
	forgetFailures
} from '#db/forgetting/requests.ts';
import { handedOn, withoutHandedOn } from '#flows/forgetting/stores/own-results.ts';
import type { Walk } from '#flows/forgetting/walk.ts';
import { promptWords } from '#prompts/prompt-words.ts';

/**
 * The ledger and the parts of its requests. A part goes where a request shows that it is the forgotten turn, or hands
 * it on; one that also stands elsewhere stays, for there it is somebody else's words.
 */

/** Of a session that goes, every request; of a turn, what its own requests said beside their content. */
export async function forgetInLedger(walk: Walk): Promise<void> {
	const { db, clock, sessionId, isWhole, turnIds } = walk;
	if (isWhole && sessionId !== null) await dropRequests(db, sessionId, clock.now());
	else await forgetFailures(db, turnIds);
}

/** What goes of the parts, by hash. */
interface Going {
	/** Emptied whatever else points at them: they say themselves what they hold. */
	readonly held: ReadonlySet<string>;
	/** Emptied where nothing else points at them. */
	readonly placed: ReadonlySet<string>;
	/** What stands elsewhere too. */
	readonly kept: ReadonlySet<string>;
}

export async function forgetInBlobs(walk: Walk): Promise<void> {
	const { db } = walk;
	const looks = new Map<string, PartLook>();
	const look = await lookerAt(walk, looks);
	const empty = new Set<string>();
	await db.blobs.each((part) => {
		if (part.bytes.length === 0) empty.add(part.sha256);
		look(part);
	});
	const stays = standing(walk);
	const goingOf = (entries: readonly LedgerEntry[]): Iterable<string> => {
		const { held, placed, kept } = walk.isWhole
			? goingOfSession(walk, entries, looks)
			: goingOfTurn(walk, entries, { looks, stays });
		const gone = new Set([...held, ...[...placed].filter((hash) => !kept.has(hash))]);
		walk.changed.requests += entries.filter((entry) =>
			hashesOf(entry).some((hash) => gone.has(hash) && !empty.has(hash))
		).length;
		return gone;
	};
	await emptyBlobs(db, { looks, look, goingOf });
	// Parts that work which was cut short has left without a request.
	if (walk.isWhole) await emptyUnusedBlobs(db);
}

type Looks = ReadonlyMap<string, PartLook>;

/** Looks at parts, and keeps what each of them tells. */
async function lookerAt(
	walk: Walk,
	looks: Map<string, PartLook>
): Promise<(part: BlobRow) => void> {
	const { db, turnIds, lineKeys } = walk;
	const ofTurn = ({ turnId }: { readonly turnId: string | null }): boolean =>
		turnId !== null && turnIds.has(turnId);
	const [pins, marks] = await Promise.all([
		db.pins.filter(ofTurn).toArray(),
		db.marks.filter(ofTurn).toArray()
	]);
	const look = lookerFor(walk, {
		words: promptWords,
		pinned: [...pins, ...marks].map(({ text }) => text ?? ''),
		hasLines: lineKeys.size > 0,
		handedOn: await everythingHandedOn(walk)
	});
	const decoder = new TextDecoder();
	return ({ sha256: hash, bytes, mediaType }) => {
		if (mediaType !== 'application/json') return;
		// One that is empty already keeps its place in what is read one behind the other.
		const part: unknown = bytes.length === 0 ? null : JSON.parse(decoder.decode(bytes));
		looks.set(hash, look(part));
	};
}

/** Results that hand it on, in whatever conversation; those of its own may lie in archives. */
async function everythingHandedOn(walk: Walk): Promise<readonly string[]> {
	const found = new Set<string>();
	const note = (step: Step): void => {
		for (const text of handedOn(walk, step)) found.add(text);
	};
	await walk.db.steps.each(note);
	for (const { steps } of walk.others) steps.forEach(note);
	// Of its own calls everything goes.
	for (const { results } of walk.exchanges.flatMap(({ steps }) => steps))
		for (const result of results ?? []) found.add(textOfResult(result));
	return [...found];
}

const looksOf = (hashes: readonly string[], looks: Looks): readonly PartLook[] =>
	hashes.flatMap((hash) => looks.get(hash) ?? []);

/** Of a session that goes, every part that no other conversation was sent; elsewhere, what hands it on. */
function goingOfSession(walk: Walk, entries: readonly LedgerEntry[], looks: Looks): Going {
	const own = entries.filter((entry) => entry.sessionId === walk.sessionId);
	const others = entries.filter((entry) => entry.sessionId !== walk.sessionId);
	const held = others.flatMap((entry) => heldIn(walk, entry, looks).held);
	return {
		held: new Set(held),
		placed: new Set(own.flatMap(hashesOf)),
		kept: new Set(others.flatMap(hashesOf))
	};
}

/** Of a turn, its place in each request of its session; and whatever hands it on. */
function goingOfTurn(
	walk: Walk,
	entries: readonly LedgerEntry[],
	{ looks, stays }: { readonly looks: Looks; readonly stays: ReadonlySet<string> }
): Going {
	const held = new Set<string>();
	const placed = new Set<string>();
	const kept = new Set(stays);
	/** The part of a job that first read it, by the last turn that is told there; by the mark of its requests. */
	const since = new Map<string, number>();
	const own = new Set([...answersOf(walk)].filter((hash) => !stays.has(hash)));
	for (const entry of entries) {
		const found = heldIn(walk, entry, looks, own);
		for (const hash of found.held) held.add(hash);
		for (const hash of found.placed) placed.add(hash);
		for (const hash of found.others) kept.add(hash);
		if (found.held.length === 0 && found.placed.length === 0) continue;
		for (const { part } of looksOf(entry.messages, looks))
			if (part) since.set(part.nonce, Math.min(part.through, since.get(part.nonce) ?? Infinity));
	}
	// The parts of one job go on from what the part before them had made of it: told by place, whatever the clock said.
	for (const entry of entries) {
		if (entry.sessionId !== walk.sessionId || entry.kind !== 'summary') continue;
		const isNext = ({ part }: PartLook): boolean =>
			part !== null && part.through >= (since.get(part.nonce) ?? Infinity);
		for (const hash of entry.messages) if (looksOf([hash], looks).some(isNext)) held.add(hash);
	}
	return { held, placed, kept };
}

/** `own`: parts that are the forgotten turn wherever they stand in its session. */
function heldIn(
	walk: Walk,
	entry: LedgerEntry,
	looks: Looks,
	own: ReadonlySet<string> = new Set()
) {
	const isHere = walk.sessionId !== null && entry.sessionId === walk.sessionId;
	const messages = entry.messages
		.map((hash) => looks.get(hash))
		.filter((look) => look !== undefined);
	const isWhole = messages.length === entry.messages.length;
	const { holding, places } = lookAtRequest(isWhole ? messages : [], {
		isHere: isHere && !walk.isWhole,
		isOwn: entry.turnId !== null && walk.turnIds.has(entry.turnId),
		closes: isHere && (entry.kind === 'summary' || entry.kind === 'flush')
	});
	const at = (wanted: ReadonlySet<number>) =>
		entry.messages.filter((_, index) => wanted.has(index));
	const isOwn = (hash: string): boolean => isHere && own.has(hash);
	const system = entry.system.filter((hash) => looks.get(hash)?.holds === true);
	return {
		held: [...system, ...at(holding)],
		placed: [...at(places), ...entry.messages.filter(isOwn)],
		others: entry.messages.filter(
			(hash, index) => !places.has(index) && !holding.has(index) && !isOwn(hash)
		)
	};
}

/** Messages of turns that stay, as they go out: they may be sent again tomorrow. */
const standing = (walk: Walk): ReadonlySet<string> =>
	partsOf(
		walk.others.filter(({ turn }) => turn.forgottenAt === undefined),
		(step) => withoutHandedOn(walk, step) === step
	);

/**
 * What answers the forgotten turns, as it went out. By its place it is not found where the question before it is empty
 * already: it had stood in one part with a pin of a turn that was forgotten earlier.
 */
const answersOf = ({ isWhole, exchanges }: Walk): ReadonlySet<string> =>
	isWhole ? new Set() : partsOf(exchanges, () => true);

/** Hashes of turns as they go out. `sent`: steps whose results go out as they are. */
function partsOf(
	exchanges: readonly Exchange[],
	sent: (step: Step) => boolean
): ReadonlySet<string> {
	const parts = new Set<string>();
	const add = (message: Message | null): void => {
		if (message) parts.add(sha256(JSON.stringify(wellFormed(message))));
	};
	for (const { turn, steps } of exchanges) {
		add(questionOf(turn));
		for (const step of steps) {
			const form = stepFormOf(step);
			if (!form) continue;
			add(form.bare);
			add(form.full);
			if (sent(step)) add(form.results);
		}
	}
	return parts;
}
