import { carrySpans, type Span } from '#core/asking/pasted.ts';
import { runsIn, withRuns } from '#core/asking/secrets.ts';
import { textOf, type UserBlock } from '#core/log/blocks.ts';
import { chainStart, linkTurn, chainEnd } from '#core/log/chain.ts';
import type { Path } from '#core/log/path.ts';
import { stampOf } from '#core/time/stamp.ts';
import type { Exchange, Turn } from '#core/log/turn.ts';
import { exchangeAt } from '#db/log/turns.ts';
import type { App } from '#flows/ports.ts';

/** What a turn asks. */
export interface NewWords {
	readonly blocks: readonly UserBlock[];
	/** Which of the words were pasted. */
	readonly pasted?: readonly Span[] | undefined;
}

export interface WhenStored {
	/** Called as soon as it is stored: it need not be kept anywhere else. */
	readonly onStored?: (() => void) | undefined;
}

/**
 * Takes keys out of a message before it is stored (security row 11). Stored once it would be in requests, the ledger,
 * archives, copies and backups, where links and checksums forbid to change it. Only the telephone knows the key, so it
 * is asked about what may hold one, and about nothing else of the message.
 */
export async function takeOutKeys(
	{ telephone }: Pick<App, 'telephone'>,
	asked: NewWords
): Promise<NewWords> {
	const { blocks: before, pasted = [] } = asked;
	const runs = runsIn(before);
	if (runs.length === 0) return asked;
	const bare = await telephone.withoutKeys(runs);
	// One after the other, for what lies between two of them was not changed.
	let blocks = before;
	let spans = pasted;
	for (const [at, run] of runs.entries()) {
		const next = withRuns(blocks, new Map([[run, bare[at] ?? run]]));
		spans = carrySpans(spans, { before: textOf(blocks), after: textOf(next) });
		blocks = next;
	}
	return { blocks, pasted: spans };
}

/** A turn as it will be stored: chained to what stands before it, with the time as the model is told. */
export async function makeTurn(
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	place: {
		readonly sessionId: string;
		readonly branch: string;
		readonly seq: number;
		/** The path whose exchange `seq - 1` it follows. */
		readonly path: Path;
	},
	asked: NewWords
): Promise<Turn> {
	const { path, ...at } = place;
	const last = await exchangeAt(db, at.sessionId, path, at.seq - 1);
	return turnAfter({ clock }, last, at, asked);
}

/** The same where the exchange before it has been read. */
export function turnAfter(
	{ clock }: Pick<App, 'clock'>,
	last: Exchange | undefined,
	at: Pick<Turn, 'sessionId' | 'branch' | 'seq'>,
	{ blocks: asked, pasted = [] }: NewWords
): Turn {
	const turnId = clock.newId();
	const askedAt = clock.now();
	return {
		...at,
		turnId,
		hash: linkTurn(last ? chainEnd(last) : chainStart(at.sessionId), turnId, asked),
		asked,
		askedAt,
		stamp: stampOf(askedAt, clock.zone()),
		source: 'typed',
		...(pasted.length > 0 && { pasted })
	};
}
