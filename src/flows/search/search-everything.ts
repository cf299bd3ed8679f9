import { restore, serialise } from '#core/search/stored-index.ts';
import { createIndex, type SearchIndex } from '#core/search/search-index.ts';
import type { IndexStore, Truth } from '#db/schema.ts';
import { dropIndex, putIndex } from '#db/search-index.ts';
import { storing } from '#db/storing.ts';
import { everySession } from '#db/log/sessions.ts';
import { forgottenSoFar } from '#db/forgetting/tombstones.ts';
import type { SearchAsk, Searched } from '#core/search/found.ts';
import { noCursor, readCursor, writeCursor, type Cursor } from '#flows/search/cursor.ts';
import { find } from '#flows/search/find.ts';
import { inTurn } from '#core/in-turn.ts';
import { readIntoIndex } from '#flows/search/read-into-index.ts';

/** Search over live and archived turns, summaries and memory: an index kept up to date by what has changed since. */

interface SearchPorts {
	readonly db: Truth;
	/** Where the index is kept between starts. */
	readonly store: IndexStore;
	readonly now: () => number;
	/** Of the user, IANA. */
	readonly zone: () => string;
}

export interface Searcher {
	/** Load the index and begin to read what is new, so that the first search finds both done. */
	prepare(): Promise<void>;
	/** A search that is stopped while it waits for its turn costs nothing. */
	search(ask: SearchAsk, signal: AbortSignal): Promise<SearchOutcome>;
	/** Write the index down, if it has changed since. */
	save(): Promise<void>;
}

type SearchOutcome = ({ readonly status: 'found' } & Searched) | { readonly status: 'stopped' };

interface Loaded {
	readonly index: SearchIndex;
	readonly cursor: Cursor;
	/** See `beginIndexAnew`. */
	readonly era: number;
}

/**
 * While much is to be read, reading pauses after so long, ms: a search that comes meanwhile waits no longer than that.
 */
const slice = 200;

/** One searcher a worker. Searches wait for each other, so that the index is never read half-made. */
export function createSearcher({ db, store, now, zone }: SearchPorts): Searcher {
	let loaded: Loaded | null = null;
	const oneByOne = inTurn();
	let changed = false;
	let isReadingOn = false;

	const load = async () => {
		const [forgotten, era] = await Promise.all([forgottenSoFar(db), eraOf(store)]);
		if (loaded?.cursor.forgotten !== forgotten || loaded.era !== era)
			loaded = await loadIndex(store, forgotten, era);
		return loaded;
	};
	const readFor = async (
		{ index, cursor }: Loaded,
		{ patience, isStopped }: { readonly patience: number; readonly isStopped?: () => boolean }
	) => {
		const until = now() + patience;
		const isDue = () => isStopped?.() === true || now() >= until;
		const read = await readIntoIndex({ db, index, cursor, zone: zone(), isDue });
		if (read.changed) changed = true;
		return read;
	};
	/** Read on in slices, so that searches are answered in between. */
	const readOn = async (): Promise<void> => {
		if (isReadingOn) return;
		isReadingOn = true;
		try {
			while ((await oneByOne(async () => readFor(await load(), { patience: slice }))).unread > 0);
			await save();
		} finally {
			isReadingOn = false;
		}
	};
	/** Where that cannot be read it is not known to be. */
	const isCurrent = async ({ cursor, era }: Loaded) => {
		const read = await storing(() => forgottenSoFar(db));
		const forgotten = read.status === 'stored' ? read.value : null;
		return (
			cursor.forgotten !== null && cursor.forgotten === forgotten && era === (await eraOf(store))
		);
	};

	const save = () =>
		oneByOne(async () => {
			const current = loaded;
			if (!changed || !current) return;
			changed = false;
			if (!(await isCurrent(current))) return;
			const at = now();
			const bytes = serialise(current.index);
			const written = await storing(() =>
				putIndex(store, [
					{ key: 'index', bytes, at },
					{ key: 'cursor', bytes: writeCursor(current.cursor), at }
				])
			);
			// Something may have been forgotten while this was written.
			if (written.status === 'failed' || !(await isCurrent(current)))
				await storing(() => dropIndex(store));
		});

	return {
		prepare: () => readOn(),
		save,
		search: (ask, signal) =>
			oneByOne(async () => {
				const isStopped = () => signal.aborted;
				if (isStopped()) return { status: 'stopped' };
				const current = await load();
				const patience = ask.patience ?? Infinity;
				const read = await readFor(current, { patience, isStopped });
				const { unread } = read;
				if (unread > 0) void storing(readOn);
				if (isStopped()) return { status: 'stopped' };
				// Reading may have taken long, and a conversation may have been deleted meanwhile.
				const all = read.changed || unread > 0 ? await everySession(db) : read.sessions;
				const found = await find(db, { index: current.index, all, ask, zone: zone() });
				return { status: 'found', ...found, ...(unread > 0 ? { unread } : {}) };
			})
	};
}

/** A number that says which database the index is of: it changes when another database takes its place. */
async function eraOf(store: IndexStore): Promise<number> {
	const read = await storing(() => store.parts.get('era'));
	return read.status === 'stored' ? (read.value?.at ?? 0) : 0;
}

/** The stored index, or an empty one where that is lost, damaged, or holds words that were forgotten since. */
async function loadIndex(
	store: IndexStore,
	forgotten: number | null,
	era: number
): Promise<Loaded> {
	const anew = { index: createIndex(), cursor: noCursor(forgotten), era };
	const read = await storing(() => store.parts.bulkGet(['index', 'cursor']));
	const [index, cursor] = read.status === 'stored' ? read.value : [];
	if (!index || !cursor || index.at !== cursor.at) return anew;
	const known = readCursor(cursor.bytes);
	if (!known || known.forgotten !== forgotten) return anew;
	const restored = restore(index.bytes);
	return restored ? { index: restored, cursor: known, era } : anew;
}
