import type { Hit } from '#core/search/document.ts';
import { plainWords } from '#core/search/plain-words.ts';
import { snippet } from '#core/search/snippet.ts';
import { documentsOf, headingOf, originOf, type Origin } from '#core/search/searchable.ts';
import type { SearchDocument } from '#core/search/document.ts';
import { startOfText } from '#core/text/excerpt.ts';
import { withoutNotice } from '#core/reply/answer-text.ts';
import { spoken } from '#core/summary/summary.ts';
import type { MemoryFile } from '#core/memory/memory.ts';
import type { Session } from '#core/session/session.ts';
import type { Exchange, Turn } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';
import { readPath } from '#db/log/sessions.ts';
import { exchangeAt } from '#db/log/turns.ts';
import type { SearchAsk, SearchHit, SearchNeighbour } from '#core/search/found.ts';

/** Reads the whole text of a hit from the database as it is now: what was deleted or left out since is not shown. */

const longestNeighbour = 200;

export interface FoundFile {
	readonly file: MemoryFile;
	readonly lines: ReadonlyMap<string, SearchDocument>;
}

export interface Showing {
	readonly db: Truth;
	readonly sessions: ReadonlyMap<string, Session>;
	readonly ask: SearchAsk;
	/** By hit: its turn and, where neighbours are asked for, those beside it. */
	readonly turns: ReadonlyMap<string, readonly Exchange[]>;
	/** A memory file and its lines; undefined where it is gone. */
	readonly fileAt: (path: string) => Promise<FoundFile | undefined>;
	/** Deleted turns of a session, and those a model is not to see. */
	readonly hiddenIn: (sessionId: string) => Promise<ReadonlySet<string>>;
	/**
	 * Whether a model of another conversation asks while something in this one is off the record: its summaries may
	 * then give that away.
	 */
	readonly isGuarded: (sessionId: string) => Promise<boolean>;
	/** Whether its title, unless the user chose it, may tell whoever asks what is kept from them. */
	readonly hidesTitle: (sessionId: string) => Promise<boolean>;
	/** The archive of a whole session that holds a turn of it; null: there is none, or the session has grown since. */
	readonly archiveOf: (turn: Pick<Turn, 'sessionId' | 'seq'>) => Promise<string | null>;
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
		sessionTitle: await titleOf(showing, rest.sessionId),
		snippet: snippet(readable(rest.role, text), ask.query, {
			prefix: ask.prefix,
			terms: hit.terms
		}).map((piece) => ({ text: piece.text, hit: piece.marked })),
		text,
		...rest
	};
}

async function titleOf({ sessions, hidesTitle }: Showing, id: string | null): Promise<string> {
	const session = id === null ? undefined : sessions.get(id);
	if (!session) return '';
	return session.titleFrom !== 'user' && (await hidesTitle(session.id)) ? '' : session.title;
}

type Shown = Rest & { readonly text: string };

async function showLine(
	{ ask, fileAt }: Showing,
	hit: Hit,
	{ path, line }: Extract<Origin, { of: 'memory' }>
): Promise<Shown | null> {
	const found = await fileAt(path);
	const document = found?.lines.get(hit.id);
	if (!found || !document) return null;
	const heading = ask.inFull ? headingOf(found.file, line) : '';
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
	const summary = spoken(await db.summaries.get(summaryId));
	const session = summary && sessions.get(summary.sessionId);
	if (!session || session.deletedAt !== null) return null;
	if (await showing.isGuarded(session.id)) return null;
	const { branch, through } = summary;
	const path = await readPath(db, session.id, branch);
	const last = await exchangeAt(db, session.id, path, through.seq);
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
	const { sessions, ask } = showing;
	const session = sessions.get(origin.sessionId);
	const beside = showing.turns.get(hit.id) ?? [];
	const exchange = beside.find(({ turn }) => turn.seq === origin.seq);
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
		...(origin.of === 'result' ? { step: origin.index } : {}),
		place: isEnded ? await showing.archiveOf(exchange.turn) : null,
		role: document.role ?? 'user',
		at: document.ts,
		text: document.text,
		...(ask.inFull ? neighbours({ exchange, beside, document, hidden }) : {})
	};
}

/** What was said before and after, without results of tools. */
function neighbours({
	exchange,
	beside,
	document,
	hidden
}: {
	readonly exchange: Exchange;
	readonly beside: readonly Exchange[];
	readonly document: SearchDocument;
	readonly hidden: ReadonlySet<string>;
}): Pick<SearchHit, 'before' | 'after'> {
	const { seq } = exchange.turn;
	const at = (wanted: number) =>
		beside
			.filter(({ turn }) => turn.seq === wanted && !hidden.has(turn.turnId))
			.flatMap(documentsOf);
	const own = documentsOf(exchange);
	const place = own.findIndex((row) => row.id === document.id);
	const isSaid = (row: SearchDocument) => row.role !== 'tool';
	const before = own.slice(0, place).findLast(isSaid) ?? at(seq - 1).findLast(isSaid);
	const after = own.slice(place + 1).find(isSaid) ?? at(seq + 1).find(isSaid);
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
	const cut = startOfText(line, longestNeighbour);
	return { role: role ?? 'user', text: cut.length < line.length ? `${cut} …` : line };
};
