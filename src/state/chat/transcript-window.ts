import type { Failure } from '#core/failure.ts';
import { isSameExchange, isSameTurn } from '#core/log/same-exchange.ts';
import type { Branch, Session } from '#core/session/session.ts';
import { branchAt, headOf, pathOf, type Path } from '#core/log/path.ts';
import type { Exchange, Turn } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf, sessionOf } from '#db/log/sessions.ts';
import { readExchanges, readHotExchanges } from '#db/log/turns.ts';
import { storing } from '#db/storing.ts';
import { LiveAnswer } from '#state/live.svelte.ts';

/** Turns read beyond what is visible, on either side. */
const margin = 12;
/** Ranges begin and end at multiples of this, so that small scrolling asks nothing new. */
const block = 16;

/** Which turns are wanted; `tail` alone while it is not known how many there are. */
type Range = { readonly tail: number } | { readonly fromSeq: number; readonly throughSeq: number };

/** A session as the transcript needs it: where its turns stand, and those of them that are near the screen. */
interface Excerpt {
	readonly session: Session | undefined;
	/** Unix ms; null when it was not. */
	readonly forgottenAt: number | null;
	readonly branches: readonly Branch[];
	readonly path: Path;
	readonly exchanges: ReadonlyMap<number, Exchange>;
	/** Why those that lie in archives are not among them; null: they are, where they are whole. */
	readonly unread: Failure | null;
	/** What was looked for: a turn of it that is not there is nowhere. */
	readonly looked: { readonly fromSeq: number; readonly throughSeq: number };
}

async function readExcerpt(db: Truth, sessionId: string, range: Range): Promise<Excerpt> {
	const [session, branches] = await Promise.all([
		sessionOf(db, sessionId),
		branchesOf(db, sessionId)
	]);
	const tombstone = session ? undefined : await db.tombstones.get(sessionId);
	const path = session && branches.length > 0 ? pathOf(branches, session.branch) : [];
	const wanted =
		'tail' in range
			? { fromSeq: Math.max(0, headOf(path) - range.tail + 1), throughSeq: Infinity }
			: range;
	const head = headOf(path);
	const isBeyond = head >= 0 && head > wanted.throughSeq;
	const read = (from: typeof readExchanges) =>
		Promise.all([
			from(db, sessionId, path, wanted),
			// The newest turn stays in the page wherever it is scrolled, and may wait for the network.
			isBeyond ? from(db, sessionId, path, { fromSeq: head, throughSeq: head }) : []
		]);
	const all = await storing(() => read(readExchanges));
	const isAll = all.status === 'stored';
	const exchanges = (isAll ? all.value : await read(readHotExchanges)).flat();
	return {
		session,
		forgottenAt: tombstone?.at ?? null,
		branches,
		path,
		looked: wanted,
		unread: isAll ? null : all.failure,
		exchanges: new Map(exchanges.map((exchange) => [exchange.turn.seq, exchange]))
	};
}

const isOn = (path: Path, { seq, branch }: Turn): boolean => branchAt(path, seq) === branch;

/**
 * Rows that did not change stay the very same objects, so that nothing of them is drawn again; nor is a question when a
 * step of its answer is stored, under the hands of who presses something in it.
 *
 * @param held a turn that stays when what is read has moved on, as long as it is on the path
 */
function keepSame(before: Excerpt | undefined, read: Excerpt, held: number | null): Excerpt {
	if (!before) return read;
	const exchanges = [...read.exchanges].map(([seq, exchange]) => {
		const old = before.exchanges.get(seq);
		if (!old || !isSameTurn(old.turn, exchange.turn)) return [seq, exchange] as const;
		return [seq, isSameExchange(old, exchange) ? old : { ...exchange, turn: old.turn }] as const;
	});
	const last = held === null ? undefined : before.exchanges.get(held);
	if (last && !read.exchanges.has(last.turn.seq) && isOn(read.path, last.turn))
		exchanges.push([last.turn.seq, last]);
	return { ...read, exchanges: new Map(exchanges) };
}

/** The turns of a session that are on or near the screen; a session of any length costs the same. */
export class TranscriptWindow {
	readonly #excerpt: LiveAnswer<Range, Excerpt>;
	#held: number | null = null;

	constructor(db: Truth, sessionId: string) {
		this.#excerpt = new LiveAnswer<Range, Excerpt>(
			{ tail: 2 * block },
			(range) => readExcerpt(db, sessionId, range),
			(before, read) => keepSame(before, read, this.#held)
		);
	}

	/** A turn stays here wherever it is scrolled to: its question is under the pen. */
	hold(seq: number | null): void {
		this.#held = seq;
	}

	/** False until the database has answered once. */
	get isRead(): boolean {
		return this.#excerpt.current !== undefined;
	}

	/** Undefined while it is not read, and for a session that is not stored yet. */
	get session(): Session | undefined {
		return this.#excerpt.current?.session;
	}

	/** When it was forgotten for good, Unix ms; null for one that was not. */
	get forgottenAt(): number | null {
		return this.#excerpt.current?.forgottenAt ?? null;
	}

	get branches(): readonly Branch[] {
		return this.#excerpt.current?.branches ?? [];
	}

	get path(): Path {
		return this.#excerpt.current?.path ?? [];
	}

	/** Newest seq, -1 when there is none. */
	get head(): number {
		return headOf(this.path);
	}

	/** Undefined while it is being read. */
	exchange(seq: number): Exchange | undefined {
		return this.#excerpt.current?.exchanges.get(seq);
	}

	/** It was looked for and is not there: the archive that holds it is damaged, here and in its copy, or `unread`. */
	isMissing(seq: number): boolean {
		const read = this.#excerpt.current;
		if (!read || read.exchanges.has(seq) || seq > headOf(read.path)) return false;
		return seq >= read.looked.fromSeq && seq <= read.looked.throughSeq;
	}

	/** Why archives could not be read just now; null: they were. */
	get unread(): Failure | null {
		return this.#excerpt.current?.unread ?? null;
	}

	/** Look once more for what could not be read. */
	readonly readAgain = (): void => this.#excerpt.ask(this.#excerpt.question);

	/** Tell which turns are visible, and have the ones around them read. */
	show(visible: { readonly fromSeq: number; readonly throughSeq: number }): void {
		const through = visible.throughSeq + margin;
		const fromSeq = Math.max(0, Math.floor((visible.fromSeq - margin) / block) * block);
		const throughSeq =
			through >= this.head ? Infinity : (Math.floor(through / block) + 1) * block - 1;
		const now = this.#excerpt.question;
		if ('fromSeq' in now && now.fromSeq === fromSeq && now.throughSeq === throughSeq) return;
		// The tail that was read first is enough as long as nothing before it is wanted.
		if ('tail' in now && throughSeq === Infinity && fromSeq > this.head - now.tail) return;
		this.#excerpt.ask({ fromSeq, throughSeq });
	}
}
