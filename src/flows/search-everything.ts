import {
	createIndex,
	addDocument,
	removeDocument,
	type SearchIndex
} from '#core/search/search-index.ts';
import type { Hit, SearchDocument } from '#core/search/document.ts';
import { search } from '#core/search/search.ts';
import { snippet } from '#core/search/snippet.ts';
import { restore, serialise } from '#core/search/stored-index.ts';
import { curatedPath } from '#core/memory.ts';
import {
	documentOfSummary,
	documentsOf,
	documentsOfFile,
	idOf,
	memorySession,
	openToGuests,
	originOf
} from '#core/searchable.ts';
import type { Session } from '#core/session.ts';
import type { IndexStore, Truth } from '#db/schema.ts';
import { branchesOf, everySession } from '#db/sessions.ts';
import { forgottenSoFar } from '#db/tombstones.ts';
import { readExchange, readExchanges } from '#db/turns.ts';
import type { SearchAsk, SearchHit } from '#flows/ports.ts';

/** Search over live and archived turns, summaries and memory: an index kept up to date by what has changed since. */

/** How far the index has read. Stored beside it; lost together, they are made again from the truth. */
interface Cursor {
	readonly sessions: Record<string, { rev: number; branches: Record<string, number> }>;
	readonly summaries: Record<string, string>;
	readonly files: Record<string, { rev: number; ids: string[] }>;
	/** How much had been forgotten: an index that is older knows words that are to be found nowhere. */
	readonly forgotten: number | null;
}

export interface SearchPorts {
	readonly db: Truth;
	/** Where the index is kept between starts. */
	readonly store: IndexStore;
	now(): number;
}

export interface Searcher {
	search(ask: SearchAsk): Promise<readonly SearchHit[]>;
	/** Write the index down, if it has changed since. */
	save(): Promise<void>;
}

const noCursor = (forgotten: number | null): Cursor => ({
	sessions: {},
	summaries: {},
	files: {},
	forgotten
});

/** One searcher a worker. Searches wait for each other, so that the index is never read half-made. */
export function createSearcher(ports: SearchPorts): Searcher {
	let loaded: Promise<{ index: SearchIndex; cursor: Cursor }> | null = null;
	let turn: Promise<unknown> = Promise.resolve();
	let changed = false;

	const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
		const next = turn.then(work, work);
		turn = next.catch(() => undefined);
		return next;
	};
	const load = async () => {
		const forgotten = await forgottenSoFar(ports.db);
		const before = await loaded;
		if (before?.cursor.forgotten !== forgotten) loaded = null;
		return (loaded ??= loadIndex(ports.store, forgotten));
	};

	return {
		search: (ask) =>
			inTurn(async () => {
				const { index, cursor } = await load();
				if (await refresh(ports.db, index, cursor)) changed = true;
				return find(ports.db, index, ask);
			}),
		save: () =>
			inTurn(async () => {
				const now = await loaded;
				if (!changed || !now) return;
				changed = false;
				const { index, cursor } = now;
				const isCurrent = async () =>
					cursor.forgotten !== null && cursor.forgotten === (await forgottenSoFar(ports.db));
				if (!(await isCurrent())) return;
				const at = ports.now();
				const bytes = serialise(index);
				const cursorBytes = new TextEncoder().encode(JSON.stringify(cursor));
				await ports.store.parts.bulkPut([
					{ key: 'index', bytes, at },
					{ key: 'cursor', bytes: cursorBytes, at }
				]);
				// Something may have been forgotten while this was written.
				if (!(await isCurrent())) await ports.store.parts.clear();
			})
	};
}

async function loadIndex(
	store: IndexStore,
	forgotten: number | null
): Promise<{ index: SearchIndex; cursor: Cursor }> {
	const anew = { index: createIndex(), cursor: noCursor(forgotten) };
	const [index, cursor] = await store.parts.bulkGet(['index', 'cursor']);
	const read = index && cursor && index.at === cursor.at ? restore(index.bytes) : undefined;
	if (!read || !cursor) return anew;
	const known = JSON.parse(new TextDecoder().decode(cursor.bytes)) as Cursor;
	return known.forgotten === forgotten ? { index: read, cursor: known } : anew;
}

/** Put what is new or changed into the index. Returns whether anything was. */
async function refresh(db: Truth, index: SearchIndex, cursor: Cursor): Promise<boolean> {
	let changed = false;
	const put = (document: SearchDocument) => {
		removeDocument(index, document.id);
		addDocument(index, document);
		changed = true;
	};
	for (const session of (await everySession(db)).reverse()) {
		const seen = cursor.sessions[session.id];
		if (seen?.rev === session.rev) continue;
		const through = { ...seen?.branches };
		for (const branch of await branchesOf(db, session.id)) {
			// The last turn may have got more steps since it was read.
			const fromSeq = Math.max(branch.forkSeq, through[branch.branch] ?? 0);
			if (branch.headSeq < fromSeq) continue;
			const part = { branch: branch.branch, fromSeq, throughSeq: branch.headSeq };
			for (const exchange of await readExchanges(db, session.id, [part]))
				for (const document of documentsOf(exchange))
					if (!index.byId.has(document.id)) put(document);
			through[branch.branch] = branch.headSeq;
		}
		for (const summary of await db.summaries.where('sessionId').equals(session.id).toArray()) {
			const version = `${summary.status} ${String(summary.editedAt)}`;
			if (cursor.summaries[summary.id] === version) continue;
			cursor.summaries[summary.id] = version;
			const spoken = summary.status === 'active' || summary.status === 'superseded';
			if (spoken && summary.text !== '') put(documentOfSummary(summary));
			else if (removeDocument(index, idOf({ of: 'summary', summaryId: summary.id })))
				changed = true;
		}
		cursor.sessions[session.id] = { rev: session.rev, branches: through };
	}
	for (const file of await db.memoryFiles.toArray()) {
		const seen = cursor.files[file.path];
		if (seen?.rev === file.rev) continue;
		for (const id of seen?.ids ?? []) removeDocument(index, id);
		const documents = file.deletedAt === null ? documentsOfFile(file) : [];
		for (const document of documents) put(document);
		cursor.files[file.path] = { rev: file.rev, ids: documents.map((document) => document.id) };
		changed = true;
	}
	return changed;
}

async function find(db: Truth, index: SearchIndex, ask: SearchAsk): Promise<readonly SearchHit[]> {
	const sessions = new Map((await everySession(db)).map((session) => [session.id, session]));
	const filters = {
		...(ask.sessionId === null ? {} : { sessions: [ask.sessionId] }),
		...(ask.guest ? { sessions: openPlaces(sessions, await memoryPaths(db)) } : {}),
		...(ask.fromAt === null ? {} : { from: ask.fromAt }),
		...(ask.throughAt === null ? {} : { to: ask.throughAt })
	};
	const hits = search(index, ask.query, {
		k: ask.limit,
		now: ask.now,
		zone: -new Date(ask.now).getTimezoneOffset(),
		prefix: ask.prefix,
		// Somebody who types sees only what holds a word of theirs; a model also gets what stands beside it.
		holding: ask.prefix,
		notesFirst: true,
		filters
	});
	const shown = await Promise.all(hits.map((hit) => show(db, sessions, hit, ask)));
	return shown.filter((hit) => hit !== null);
}

const memoryPaths = async (db: Truth): Promise<string[]> =>
	(await db.memoryFiles.toCollection().primaryKeys()).filter((path) => path !== curatedPath);

/** What a guest session may search: guest sessions and the daily notes. */
const openPlaces = (
	sessions: ReadonlyMap<string, Session>,
	paths: readonly string[]
): readonly string[] => [
	...[...sessions.values()].filter(openToGuests).map((session) => session.id),
	...paths.map(memorySession),
	// Never empty: an empty filter would mean anywhere.
	'nowhere'
];

const longestText = 4_000;

/** A hit with its text, read from the truth now: what has been deleted or left since is not shown. */
async function show(
	db: Truth,
	sessions: ReadonlyMap<string, Session>,
	hit: Hit,
	ask: Pick<SearchAsk, 'query' | 'prefix'>
): Promise<SearchHit | null> {
	const origin = originOf(hit.id);
	const made = (
		text: string,
		rest: Omit<SearchHit, 'id' | 'score' | 'snippet' | 'text' | 'sessionTitle'>
	): SearchHit => ({
		id: hit.id,
		score: hit.score,
		sessionTitle: rest.sessionId === null ? '' : (sessions.get(rest.sessionId)?.title ?? ''),
		snippet: snippet(text, ask.query, { prefix: ask.prefix }).map((piece) => ({
			text: piece.text,
			hit: piece.marked
		})),
		text: text.slice(0, longestText),
		...rest
	});
	if (origin.of === 'memory') {
		const file = await db.memoryFiles.get(origin.path);
		const document = file && documentsOfFile(file).find((row) => row.id === hit.id);
		if (!file || file.deletedAt !== null || !document) return null;
		return made(document.text, {
			kind: 'memory',
			sessionId: null,
			turnId: null,
			branch: null,
			seq: null,
			place: origin.path,
			role: 'note',
			at: file.updatedAt
		});
	}
	if (origin.of === 'summary') {
		const summary = await db.summaries.get(origin.summaryId);
		const session = summary && sessions.get(summary.sessionId);
		if (!session || session.deletedAt !== null) return null;
		return made(summary.text, {
			kind: 'summary',
			sessionId: session.id,
			turnId: null,
			branch: summary.branch,
			seq: summary.through.seq,
			place: summary.archiveId,
			role: 'summary',
			at: summary.createdAt
		});
	}
	const session = sessions.get(origin.sessionId);
	const exchange = await readExchange(db, origin);
	if (!session || session.deletedAt !== null || !exchange) return null;
	if (await db.marks.get([session.id, exchange.turn.turnId, 'deleted'])) return null;
	const document = documentsOf(exchange).find((row) => row.id === hit.id);
	if (!document) return null;
	return made(document.text, {
		kind: session.endedAt === null ? (document.kind ?? 'turn') : 'archive',
		sessionId: session.id,
		turnId: exchange.turn.turnId,
		branch: origin.branch,
		seq: origin.seq,
		place: null,
		role: document.role ?? 'user',
		at: document.ts
	});
}
