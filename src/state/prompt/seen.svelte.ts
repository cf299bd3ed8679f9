import { compareParts, partsOfBody, type PartChange } from '#core/ledger/compare-requests.ts';
import { textOf } from '#core/log/blocks.ts';
import type { LedgerEntry } from '#core/ledger/ledger-entry.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { bodyOf } from '#flows/prompt/keep-ledger.ts';
import type { App } from '#flows/ports.ts';

/** A request with what it said; `body` is null where a part of it was forgotten. */
interface SeenRequest {
	readonly entry: LedgerEntry;
	readonly body: RequestBody | null;
}

/** What the model saw for one turn: its requests as they were sent, and those it may be compared with. */
export class Seen {
	#requests = $state.raw<readonly SeenRequest[] | null>(null);
	#others = $state.raw<readonly LedgerEntry[]>([]);
	readonly #app: Pick<App, 'db'>;

	constructor(
		app: Pick<App, 'db'>,
		place: { readonly sessionId: string; readonly turnId: string }
	) {
		this.#app = app;
		void this.#read(place);
	}

	/** Calls of the turn in their order; null while they are being read, empty when none is kept. */
	get requests(): readonly SeenRequest[] | null {
		return this.#requests;
	}

	/** Requests of other turns of the conversation, newest first: the first call of each. */
	get others(): readonly LedgerEntry[] {
		return this.#others;
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

	async #read(place: { readonly sessionId: string; readonly turnId: string }): Promise<void> {
		const entries = (await ledgerOf(this.#app.db, place.sessionId)).filter(
			({ kind }) => kind === 'chat'
		);
		const own = entries.filter(({ turnId }) => turnId === place.turnId);
		const firsts = entries.filter(
			(entry, at) =>
				entry.turnId !== place.turnId &&
				entries.findIndex(({ turnId }) => turnId === entry.turnId) === at
		);
		const requests = await Promise.all(
			own.map(async (entry) => ({ entry, body: await bodyOf(this.#app, entry) }))
		);
		this.#others = firsts.reverse();
		this.#requests = requests;
	}
}
