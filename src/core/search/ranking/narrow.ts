/** Narrows a search to what was asked for, and counts what every other choice would leave. */
import { roles, type Counts, type Filters, type HitPlace } from '#core/search/document.ts';
import { kindNumber, roleNumber } from '#core/search/index/numbers.ts';
import type { Test } from '#core/search/ranking/spread.ts';
import type { SearchIndex } from '#core/search/search-index.ts';

const among = <T, Key>(
	wanted: readonly T[] | undefined,
	keyOf: (value: T) => Key
): Set<Key> | undefined =>
	wanted === undefined || wanted.length === 0 ? undefined : new Set(wanted.map(keyOf));

const any: Test = () => true;

interface Narrowing {
	/** What no choice brings back: other sessions than are looked into, and other times. */
	readonly within: Test;
	readonly session: Test;
	readonly role: Test;
	readonly place: Test;
	readonly placeOf: (document: number) => HitPlace;
}

const summaryKind = kindNumber('summary');
const memoryKind = kindNumber('memory');

/** Where a document is found. Turns of sessions that have ended are archives. */
function createPlaceOf(index: SearchIndex, ended: readonly string[]) {
	const { documents } = index;
	const isEnded = new Set(ended.map((id) => index.sessionById.get(id) ?? -1));
	return (document: number): HitPlace => {
		const kind = documents.kind[document];
		if (kind === summaryKind) return 'summary';
		if (kind === memoryKind) return 'memory';
		return isEnded.has(documents.session[document] ?? -1) ? 'archive' : 'message';
	};
}

function createNarrowing(index: SearchIndex, filters: Filters): Narrowing {
	const { documents } = index;
	const sessionNumber = (id: string): number => index.sessionById.get(id) ?? -1;
	const within = among(filters.within, sessionNumber);
	const sessions = among(filters.sessions, sessionNumber);
	const wantedRoles = among(filters.roles, roleNumber);
	const wantedPlaces = among(filters.places, (place) => place);
	const placeOf = createPlaceOf(index, filters.ended ?? []);
	const holds =
		(wanted: ReadonlySet<number> | undefined, column: readonly number[]): Test =>
		(document) =>
			!wanted || wanted.has(column[document] ?? 0);
	const from = filters.from ?? -Infinity;
	const to = filters.to ?? Infinity;
	const inScope = holds(within, documents.session);
	return {
		within: (document) => {
			const time = documents.time[document] ?? 0;
			return time >= from && time <= to && inScope(document);
		},
		session: sessions ? holds(sessions, documents.session) : any,
		role: wantedRoles ? holds(wantedRoles, documents.role) : any,
		place: wantedPlaces ? (document) => wantedPlaces.has(placeOf(document)) : any,
		placeOf
	};
}

/** Whether a document is among what was asked for. */
export function passes(index: SearchIndex, filters: Filters): Test {
	const { within, session, role, place } = createNarrowing(index, filters);
	return (document) => within(document) && session(document) && role(document) && place(document);
}

/**
 * How many documents there are by session, role and place: each count is of what that choice would leave, were it
 * the only one of its sort while the choices of the other sorts stay.
 */
export function countChoices(
	index: SearchIndex,
	documents: Iterable<number>,
	filters: Filters
): Counts {
	const narrowing = createNarrowing(index, filters);
	const bySession = new Map<string, number>();
	const byRole = new Map<(typeof roles)[number], number>();
	const byPlace = new Map<HitPlace, number>();
	const add = <T>(counts: Map<T, number>, value: T | undefined): void => {
		if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
	};
	let all = 0;
	for (const document of documents) {
		if (!narrowing.within(document)) continue;
		const session = narrowing.session(document);
		const role = narrowing.role(document);
		const place = narrowing.place(document);
		if (session && role && place) all++;
		if (role && place) add(bySession, index.sessions.ids[index.documents.session[document] ?? -1]);
		if (session && place) add(byRole, roles[(index.documents.role[document] ?? 0) - 1]);
		if (session && role) add(byPlace, narrowing.placeOf(document));
	}
	return { all, bySession, byRole, byPlace };
}
