import { exchangesOf, rowOf, type ArchiveLine } from '#core/archive/archive.ts';
import { tellsThrough } from '#core/forgetting/covered.ts';
import type { ToForget } from '#core/forgetting/quotes.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Session } from '#core/session/session.ts';
import type { Summary } from '#core/summary/summary.ts';

/** What files to be imported hold of turns that are forgotten here, and what in them may tell of these. */

export interface Gone {
	has(id: unknown): boolean;
}

/** What a file holds of a session: which turns are forgotten here and not there, and what may tell of them. */
interface Told {
	/** The first of them; Infinity where there is none. */
	seq: number;
	askedAt: number;
	/** As the file and each archive of it name it: it may have been named since. */
	sessions: Session[];
	exchanges: Exchange[];
	others: Exchange[];
	summaries: Summary[];
}

/** By the id of the session. */
export type Telling = Map<unknown, Told>;

const isToldOf = (told: Told | undefined): boolean => told !== undefined && told.seq < Infinity;

function noteTelling(telling: Telling, lines: readonly ArchiveLine[], gone: Gone): void {
	const toldOf = (id: unknown): Told => {
		const told = telling.get(id) ?? {
			...{ seq: Infinity, askedAt: Infinity, sessions: [] },
			...{ exchanges: [], others: [], summaries: [] }
		};
		telling.set(id, told);
		return told;
	};
	for (const line of lines) {
		if (line.type === 'session') toldOf(line.id).sessions.push(rowOf(line));
		if (line.type === 'summary') toldOf(line.sessionId).summaries.push(rowOf(line));
		if (line.type !== 'turn' || line.forgottenAt !== undefined || !gone.has(line.turnId)) continue;
		const told = toldOf(line.sessionId);
		if (line.seq >= told.seq) continue;
		told.seq = line.seq;
		told.askedAt = line.askedAt;
	}
}

/** Once all are told of: what is forgotten may lie in an archive, and what stands beside it elsewhere. */
function noteExchanges(telling: Telling, lines: readonly ArchiveLine[], gone: Gone): void {
	for (const exchange of exchangesOf(lines).exchanges) {
		const told = telling.get(exchange.turn.sessionId);
		if (told && isToldOf(told))
			(gone.has(exchange.turn.turnId) ? told.exchanges : told.others).push(exchange);
	}
}

export function tellingOf(lines: readonly ArchiveLine[], gone: Gone): Telling {
	const telling: Telling = new Map();
	for (const note of [noteTelling, noteExchanges]) note(telling, lines, gone);
	return telling;
}

/** The same of many, each read when it is looked at. Null where it was stopped. */
export async function tellingIn(
	all: readonly (() => Promise<readonly ArchiveLine[]>)[],
	gone: Gone,
	signal: AbortSignal
): Promise<Telling | null> {
	const telling: Telling = new Map();
	for (const note of [noteTelling, noteExchanges])
		for (const lines of all) {
			if (signal.aborted) return null;
			if (note === noteTelling || [...telling.values()].some(isToldOf))
				note(telling, await lines(), gone);
		}
	return telling;
}

/** The same as it is looked for in what was quoted and handed on. */
export const soughtIn = (telling: Telling): readonly ToForget[] =>
	[...telling].flatMap(([id, { seq, sessions, exchanges, others, summaries }]): ToForget | [] => {
		if (seq === Infinity || typeof id !== 'string') return [];
		return {
			...{ sessionId: id, isWhole: false, exchanges, others, lines: [], isLine: () => false },
			turnIds: new Set(exchanges.map(({ turn }) => turn.turnId)),
			title: sessions.find((one) => one.title !== '' && isNamedAfter(one, telling))?.title ?? '',
			retold: summaries
				.filter((summary) => tellsThrough(summary, summaries) >= seq)
				.flatMap(({ text, originalText, anchors }) => [text, originalText, anchors])
				.filter((text) => text.trim() !== '')
		};
	});

/** A title that came with a file may be words of any message; where its session is here, that keeps its own. */
export const isNamedAfter = (
	{ id, titleFrom }: Pick<Session, 'id' | 'titleFrom'>,
	telling: Telling
): boolean =>
	titleFrom === 'import'
		? isToldOf(telling.get(id))
		: titleFrom === 'first-message' && telling.get(id)?.seq === 0;
