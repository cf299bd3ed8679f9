import type { Hit } from '#core/search/document.ts';
import { plainWords } from '#core/search/plain-words.ts';
import { snippet } from '#core/search/snippet.ts';
import {
	documentsOf,
	documentsOfFile,
	headingOf,
	originOf,
	type Origin
} from '#core/search/searchable.ts';
import type { SearchDocument } from '#core/search/document.ts';
import type { Path } from '#core/log/path.ts';
import { withoutNotice } from '#core/log/answer-text.ts';
import type { Session } from '#core/log/session.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { readPath } from '#db/sessions.ts';
import { readExchange, readExchanges } from '#db/turns.ts';
import type { SearchAsk, SearchHit, SearchNeighbour } from '#core/search/found.ts';

/** A hit with its whole text, read from the truth now: what has been deleted or left since is not shown. */

const longestNeighbour = 200;

export interface Showing {
	readonly db: Truth;
	readonly sessions: ReadonlyMap<string, Session>;
	readonly ask: SearchAsk;
	/** Deleted turns of a session, and those a model is not to see. */
	readonly hiddenIn: (sessionId: string) => Promise<ReadonlySet<string>>;
	/**
	 * A model of another conversation asks, and something in this one is off the record: what was made of the whole of
	 * it, a summary or a name that nobody chose, may tell it.
	 */
	readonly isGuarded: (sessionId: string) => Promise<boolean>;
	/** Archives of whole sessions, by session. */
	readonly archiveOf: (sessionId: string) => Promise<string | null>;
}

type Rest = Omit<SearchHit, 'id' | 'score' | 'snippet' | 'text' | 'sessionTitle'>;

export async function showHit(showing: Showing, hit: Hit): Promise<SearchHit | null> {
	const origin = originOf(hit.id);
	const shown =
		origin.of === 'memory'
			? await showLine(showing, hit, origin)
			: origin.of === 'summary'
				? await showSummary(showing, origin.summaryId)
				: await showTurn(showing, hit, origin);
	if (!shown) return null;
	const { text, ...rest } = shown;
	const { ask } = showing;
	return {
		id: hit.id,
		score: hit.score,
		sessionTitle: await titleOf(showing, rest.sessionId),
		snippet: snippet(readable(rest.role, text), ask.query, { prefix: ask.prefix }).map((piece) => ({
			text: piece.text,
			hit: piece.marked
		})),
		text,
		...rest
	};
}

async function titleOf({ sessions, isGuarded }: Showing, id: string | null): Promise<string> {
	const session = id === null ? undefined : sessions.get(id);
	if (!session) return '';
	return session.titleFrom !== 'user' && (await isGuarded(session.id)) ? '' : session.title;
}

type Shown = Rest & { readonly text: string };

async function showLine(
	{ db, ask }: Showing,
	hit: Hit,
	{ path, line }: Extract<Origin, { of: 'memory' }>
): Promise<Shown | null> {
	const file = await db.memoryFiles.get(path);
	const document = file && documentsOfFile(file).find((row) => row.id === hit.id);
	if (!file || file.deletedAt !== null || !document) return null;
	const heading = ask.inFull ? headingOf(file, line) : '';
	return {
		kind: 'memory',
		sessionId: null,
		turnId: null,
		branch: null,
		seq: null,
		place: path,
		line,
		role: 'note',
		at: document.ts,
		text: document.text,
		...(heading === '' ? {} : { before: { role: 'note', text: heading } })
	};
}

/** A summary stands where its turns end: a link to the last of them leads there. */
async function showSummary(showing: Showing, summaryId: string): Promise<Shown | null> {
	const { db, sessions } = showing;
	const summary = await db.summaries.get(summaryId);
	const session = summary && sessions.get(summary.sessionId);
	if (!session || session.deletedAt !== null) return null;
	if (await showing.isGuarded(session.id)) return null;
	const { branch, through } = summary;
	const path = await readPath(db, session.id, branch);
	const [last] = await readExchanges(db, session.id, path, {
		fromSeq: through.seq,
		throughSeq: through.seq
	});
	return {
		kind: 'summary',
		sessionId: session.id,
		turnId: last?.turn.turnId ?? null,
		branch,
		seq: through.seq,
		place: summary.archiveId,
		role: 'summary',
		at: summary.createdAt,
		text: summary.text
	};
}

async function showTurn(
	showing: Showing,
	hit: Hit,
	origin: Extract<Origin, { branch: string }>
): Promise<Shown | null> {
	const { db, sessions, ask } = showing;
	const session = sessions.get(origin.sessionId);
	const exchange = await readExchange(db, origin);
	if (!session || session.deletedAt !== null || !exchange) return null;
	const hidden = await showing.hiddenIn(session.id);
	if (hidden.has(exchange.turn.turnId)) return null;
	const documents = documentsOf(exchange);
	const document = documents.find((row) => row.id === hit.id);
	if (!document) return null;
	const isEnded = session.endedAt !== null;
	return {
		kind: isEnded ? 'archive' : (document.kind ?? 'turn'),
		sessionId: session.id,
		turnId: exchange.turn.turnId,
		branch: origin.branch,
		seq: origin.seq,
		place: isEnded ? await showing.archiveOf(session.id) : null,
		role: document.role ?? 'user',
		at: document.ts,
		text: document.text,
		...(ask.inFull ? await neighbours(showing, { exchange, document, hidden }) : {})
	};
}

/** What people said before and after; results of tools are passed over, they lead nowhere. */
async function neighbours(
	{ db }: Showing,
	{
		exchange,
		document,
		hidden
	}: {
		readonly exchange: Exchange;
		readonly document: SearchDocument;
		readonly hidden: ReadonlySet<string>;
	}
): Promise<Pick<SearchHit, 'before' | 'after'>> {
	const { sessionId, branch, seq } = exchange.turn;
	const path = await readPath(db, sessionId, branch);
	const at = async (wanted: number, of: Path) =>
		(await readExchanges(db, sessionId, of, { fromSeq: wanted, throughSeq: wanted }))
			.filter(({ turn }) => !hidden.has(turn.turnId))
			.flatMap(documentsOf);
	const own = documentsOf(exchange);
	const place = own.findIndex((row) => row.id === document.id);
	const isSaid = (row: SearchDocument) => row.role !== 'tool';
	const before = own.slice(0, place).findLast(isSaid) ?? (await at(seq - 1, path)).findLast(isSaid);
	const after = own.slice(place + 1).find(isSaid) ?? (await at(seq + 1, path)).find(isSaid);
	return {
		...(before ? { before: neighbour(before) } : {}),
		...(after ? { after: neighbour(after) } : {})
	};
}

/** The output of a tool is no prose: a star in it is a star. What an answer of this device says of itself tells nothing. */
const readable = (role: SearchDocument['role'], text: string): string =>
	role === 'tool' ? text : plainWords(withoutNotice(text));

const neighbour = ({ role, text }: SearchDocument): SearchNeighbour => {
	const line = readable(role, text).replace(/\s+/gu, ' ').trim();
	const cut = line.slice(0, longestNeighbour).replace(/[\ud800-\udbff]$/, '');
	return { role: role ?? 'user', text: cut.length < line.length ? `${cut} …` : line };
};
