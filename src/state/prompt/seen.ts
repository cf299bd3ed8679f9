import { compareParts, partsOfBody, type PartChange } from '#core/ledger/compare-requests.ts';
import { textOf } from '#core/log/blocks.ts';
import type { LedgerEntry } from '#core/ledger/ledger-entry.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { bodyOf } from '#flows/prompt/keep-ledger.ts';
import type { App } from '#flows/ports.ts';
import { Live } from '#state/live.svelte.ts';

/** A request with what it said; `body` is null where a part of it was forgotten. */
interface SeenRequest {
	readonly entry: LedgerEntry;
	readonly body: RequestBody | null;
}

interface Place {
	readonly sessionId: string;
	readonly turnId: string;
}

interface Found {
	readonly requests: readonly SeenRequest[];
	readonly others: readonly LedgerEntry[];
	/** Another one where what the others said may be gone. */
	readonly forgotten: number;
}

/**
 * What the model saw for one turn: its requests as they were sent, and those it may be compared with. Followed, for what is
 * forgotten stands on no screen; the same as before where nothing of it is another.
 */
export class Seen {
	readonly #found: Live<Found>;
	readonly #app: Pick<App, 'db'>;

	constructor(app: Pick<App, 'db'>, place: Place) {
		this.#app = app;
		this.#found = new Live(
			() => this.#read(place),
			(before, read) => (before && JSON.stringify(before) === JSON.stringify(read) ? before : read)
		);
	}

	/** Calls of the turn in their order; null while they are being read, empty when none is kept. */
	get requests(): readonly SeenRequest[] | null {
		return this.#found.current?.requests ?? null;
	}

	/** Requests of other turns of the conversation, newest first: the first call of each. */
	get others(): readonly LedgerEntry[] {
		return this.#found.current?.others ?? [];
	}

	/** The last thing the user said in a request. */
	async wordsOf(entry: LedgerEntry): Promise<string> {
		const body = await bodyOf(this.#app, { ...entry, messages: entry.messages.slice(-1) });
		const last = body?.messages.at(-1);
		// The date stands behind the words.
		return last?.role === 'user' ? textOf(last.content.slice(-2, -1)).slice(0, 60) : '';
	}

	/** What changed from an earlier or later request to one of this turn; null where one of them is not whole. */
	async compare(seen: SeenRequest, other: LedgerEntry): Promise<readonly PartChange[] | null> {
		const body = await bodyOf(this.#app, other);
		if (!body || !seen.body) return null;
		const [before, after] = other.at <= seen.entry.at ? [other, seen.entry] : [seen.entry, other];
		const bodyAt = (entry: LedgerEntry) => (entry === other ? body : (seen.body ?? body));
		return compareParts(
			partsOfBody(bodyAt(before), before.segments),
			partsOfBody(bodyAt(after), after.segments)
		);
	}

	async #read(place: Place): Promise<Found> {
		const { db } = this.#app;
		const entries = (await ledgerOf(db, place.sessionId)).filter(({ kind }) => kind === 'chat');
		const own = entries.filter(({ turnId }) => turnId === place.turnId);
		const firsts = entries.filter(
			(entry, at) =>
				entry.turnId !== place.turnId &&
				entries.findIndex(({ turnId }) => turnId === entry.turnId) === at
		);
		const requests = await Promise.all(
			own.map(async (entry) => ({ entry, body: await bodyOf(this.#app, entry) }))
		);
		return { requests, others: firsts.reverse(), forgotten: await forgettingNow(db) };
	}
}
