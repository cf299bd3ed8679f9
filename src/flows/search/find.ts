import { asker } from '#flows/search/asker.ts';
import type { Archive } from '#core/archive/stored.ts';
import { leftOutTurns } from '#core/log/marks.ts';
import type { Mark } from '#core/log/turn.ts';
import { startOfText } from '#core/text/excerpt.ts';
import { curatedPath } from '#core/memory/memory.ts';
import { tellingPart } from '#core/search/snippet.ts';
import { namesakesBehind } from '#core/search/namesakes.ts';
import { search, searchAndCount } from '#core/search/search.ts';
import type { Counts, Filters, Hit } from '#core/search/document.ts';
import type { SearchIndex } from '#core/search/search-index.ts';
import { documentsOf, documentsOfFile, memorySession, originOf } from '#core/search/searchable.ts';
import { hiddenTurns, isElsewhere, isOpenTo } from '#core/search/visible.ts';
import { trunk, type Session } from '#core/session/session.ts';
import type { Truth } from '#db/schema.ts';
import { archives } from '#db/archives/archives.ts';
import { readFound } from '#db/log/found-turns.ts';
import { memoryFile } from '#db/memory/files.ts';
import { marksOf, readExchange } from '#db/log/turns.ts';
import type { SearchAsk, SearchCounts, SearchHit, Searched } from '#core/search/found.ts';
import { showHit, type FoundFile, type Showing } from '#flows/search/show-hit.ts';

/** Answers one question from the index, and shows what it found as it stands in the truth. */

type Sessions = ReadonlyMap<string, Session>;

/** Of the text of a hit, characters. */
const longestText = 4_000;

export async function find(
	db: Truth,
	{
		index,
		all,
		ask,
		zone
	}: {
		readonly index: SearchIndex;
		readonly all: readonly Session[];
		readonly ask: SearchAsk;
		readonly zone: string;
	}
): Promise<Searched> {
	const sessions: Sessions = new Map(all.map((session) => [session.id, session]));
	const filters = await filtersOf(db, sessions, ask);
	const asking = ask.except && (await readExchange(db, ask.except));
	const options = {
		// Whether a model may see a hit is known only when it is read: a few more are asked for, so that enough are
		// left.
		k: ask.askedIn === undefined ? ask.limit : ask.limit * 2 + 10,
		now: ask.now,
		...asker(),
		prefix: ask.prefix,
		// Search as you type shows only texts that hold a typed word; a model also gets what is related.
		holding: ask.prefix,
		browse: ask.inFull === true && isNarrowed(ask),
		notesFirst: true,
		filters,
		except: asking ? documentsOf(asking).map(({ id }) => id) : []
	};
	const found = ask.inFull ? searchAndCount(index, ask.query, options) : null;
	const hits = found?.hits ?? search(index, ask.query, options);
	const shown = await show(db, { sessions, ask, hits, zone });
	return {
		hits: shown,
		...(found ? { counts: countsOf(found.counts, sessions) } : {})
	};
}

/** Whether anything but words narrows the search. */
const isNarrowed = ({ sessionId, fromAt, throughAt, roles, places }: SearchAsk): boolean =>
	sessionId !== null ||
	fromAt !== null ||
	throughAt !== null ||
	[roles, places].some((chosen) => chosen !== undefined && chosen.length > 0);

async function filtersOf(db: Truth, sessions: Sessions, ask: SearchAsk): Promise<Filters> {
	const paths = await db.memoryFiles.toCollection().primaryKeys();
	const here = [...sessions.values()].filter((session) => isOpenTo(ask, session));
	const files = paths.filter(
		(path) => (ask.files?.includes(path) ?? true) && !(ask.guest && path === curatedPath)
	);
	return {
		// Never an empty list: that would mean everywhere.
		within: [...here.map(({ id }) => id), ...files.map(memorySession), 'nowhere'],
		ended: here.flatMap(({ id, endedAt }) => (endedAt === null ? [] : [id])),
		...(ask.sessionId === null ? {} : { sessions: [ask.sessionId] }),
		...(ask.roles ? { roles: ask.roles } : {}),
		...(ask.places ? { places: ask.places } : {}),
		...(ask.fromAt === null ? {} : { from: ask.fromAt }),
		...(ask.throughAt === null ? {} : { to: ask.throughAt })
	};
}

/** Reads the hits in their order until there are enough; what is gone or may not be seen is left out. */
async function show(
	db: Truth,
	{
		sessions,
		ask,
		hits,
		zone
	}: {
		readonly sessions: Sessions;
		readonly ask: SearchAsk;
		readonly hits: readonly Hit[];
		readonly zone: string;
	}
): Promise<readonly SearchHit[]> {
	const { turns, marks: known } = await readTurns(db, hits, ask);
	const marks = once(async (sessionId) => known.get(sessionId) ?? (await marksOf(db, sessionId)));
	const isGuarded = async (sessionId: string): Promise<boolean> =>
		isElsewhere(sessionId, ask.askedIn) &&
		(await marks(sessionId)).some(({ kind }) => kind === 'off-record');
	const showing: Showing = {
		db,
		sessions,
		ask,
		turns,
		fileAt: once((path) => readFile(db, path, zone)),
		hiddenIn: async (sessionId) => hiddenTurns(await marks(sessionId), sessionId, ask.askedIn),
		isGuarded,
		hidesTitle: once(
			async (sessionId) =>
				ask.askedIn !== undefined &&
				((await isGuarded(sessionId)) || isFirstOut(db, sessionId, await marks(sessionId)))
		),
		archiveOf: archivesBySession(db)
	};
	const shown = await Promise.all(hits.map((hit) => showHit(showing, hit)));
	const here = shown.filter((hit) => hit !== null);
	return namesakesBehind(here, ask.query)
		.slice(0, ask.limit)
		.map((hit) => ({ ...hit, text: partOf(hit, ask) }));
}

/** Whether no model is given the first message of a session, from which its title may be. */
async function isFirstOut(db: Truth, sessionId: string, marks: readonly Mark[]): Promise<boolean> {
	const out = leftOutTurns(marks);
	if (out.size === 0) return false;
	const first = await readExchange(db, { sessionId, branch: trunk, seq: 0 });
	return first !== undefined && out.has(first.turn.turnId);
}

/** Of a long text the part that was asked for; of a summary its beginning. */
const partOf = ({ role, text }: SearchHit, { query }: SearchAsk): string =>
	role === 'summary' ? startOfText(text, longestText) : tellingPart(text, query, longestText);

/** The turns of all hits at once. */
async function readTurns(db: Truth, hits: readonly Hit[], { inFull }: SearchAsk) {
	const said = hits.flatMap(({ id }) => {
		const origin = originOf(id);
		return 'branch' in origin ? [{ id, origin }] : [];
	});
	const places = said.map(({ origin }) => origin);
	const { exchanges, marks } = await readFound(db, places, { beside: inFull === true });
	return { turns: new Map(said.map(({ id }, at) => [id, exchanges[at] ?? []])), marks };
}

async function readFile(db: Truth, path: string, zone: string): Promise<FoundFile | undefined> {
	const file = await memoryFile(db, path);
	return file && { file, lines: new Map(documentsOfFile(file, zone).map((row) => [row.id, row])) };
}

/** A reading that is done once for each argument. */
function once<T>(read: (of: string) => Promise<T>): (of: string) => Promise<T> {
	const known = new Map<string, Promise<T>>();
	return (of) => {
		const answer = known.get(of) ?? read(of);
		known.set(of, answer);
		return answer;
	};
}

/** The archive that holds all of a session. All are read at the first question. */
function archivesBySession(db: Truth): Showing['archiveOf'] {
	let all: Promise<ReadonlyMap<string, Archive>> | null = null;
	return async ({ sessionId, seq }) => {
		all ??= archives(db).then(
			(rows) =>
				new Map(rows.filter(({ round }) => round === null).map((row) => [row.sessionId, row]))
		);
		const archive = (await all).get(sessionId);
		return archive && seq < archive.turns ? archive.id : null;
	};
}

const countsOf = (counts: Counts, sessions: Sessions): SearchCounts => ({
	all: counts.all,
	byRole: Object.fromEntries(counts.byRole),
	byPlace: Object.fromEntries(counts.byPlace),
	bySession: [...counts.bySession]
		.flatMap(([sessionId, count]) => {
			const session = sessions.get(sessionId);
			return session ? [{ sessionId, title: session.title, at: session.activeAt, count }] : [];
		})
		.sort((a, b) => b.count - a.count || b.at - a.at)
});
