import { isDay, shiftDay } from '#core/time/calendar.ts';
import { asker } from '#flows/search/asker.ts';
import { onlyDate, readDates } from '#core/search/dates.ts';
import { places, type HitPlace } from '#core/search/document.ts';
import { localDayOf } from '#core/time/stamp.ts';
import type { SearchAsk, SearchHit } from '#core/search/found.ts';

/** What a search is narrowed to, as it stands in the address: `kind`, `role`, `session`, `from`, `to`. */

export type RoleChoice = 'you' | 'assistant' | 'tool' | 'memory';

export interface SearchFilters {
	readonly places: readonly HitPlace[];
	readonly roles: readonly RoleChoice[];
	readonly sessionId: string | null;
	/** Local days, both included. */
	readonly from: string | null;
	readonly to: string | null;
}

export const noFilters: SearchFilters = {
	places: [],
	roles: [],
	sessionId: null,
	from: null,
	to: null
};

export const placeChoices = places;
export const roleChoices: readonly RoleChoice[] = ['you', 'assistant', 'tool', 'memory'];

/** The role of a document that a choice stands for. */
export const roleOf: Readonly<Record<RoleChoice, SearchHit['role']>> = {
	you: 'user',
	assistant: 'assistant',
	tool: 'tool',
	memory: 'note'
};

/** How many of them are on; a stretch of days counts once. */
export const countFilters = ({ places, roles, sessionId, from, to }: SearchFilters): number =>
	places.length + roles.length + (sessionId === null ? 0 : 1) + ((from ?? to) ? 1 : 0);

const among = <T extends string>(known: readonly T[], text: string | null): readonly T[] => {
	const wanted = new Set((text ?? '').split(','));
	return known.filter((value) => wanted.has(value));
};

const dayIn = (text: string | null): string | null => (text !== null && isDay(text) ? text : null);

/** Filters of an address; what is unknown there is left out. */
export const readFilters = (params: URLSearchParams): SearchFilters => ({
	places: among(placeChoices, params.get('kind')),
	roles: among(roleChoices, params.get('role')),
	sessionId: params.get('session') === '' ? null : params.get('session'),
	from: dayIn(params.get('from')),
	to: dayIn(params.get('to'))
});

/** Put filters into an address, and take out those that are off. */
export function writeFilters(params: URLSearchParams, filters: SearchFilters): void {
	const values: Readonly<Record<string, string | null>> = {
		kind: filters.places.join(','),
		role: filters.roles.join(','),
		session: filters.sessionId,
		from: filters.from,
		to: filters.to
	};
	for (const [name, value] of Object.entries(values)) {
		if (value === null || value === '') params.delete(name);
		else params.set(name, value);
	}
}

/** The first moment of a local day, ms. A day without a zone is read as a local one. */
const beginOf = (day: string): number => Date.parse(`${day}T00:00:00`);

/** Filters as the search is asked. */
export const askOf = ({
	places,
	roles,
	sessionId,
	from,
	to
}: SearchFilters): Pick<SearchAsk, 'sessionId' | 'fromAt' | 'throughAt' | 'roles' | 'places'> => ({
	sessionId,
	fromAt: from === null ? null : beginOf(from),
	throughAt: to === null ? null : beginOf(shiftDay(to, 1)) - 1,
	roles: roles.map((role) => roleOf[role]),
	places
});

/** The days that the words of a query speak of ("last May"), or null; also where nobody knows which they are. */
export function spokenDays(
	query: string,
	{ now, zone }: { readonly now: number; readonly zone: string }
): { readonly from: string; readonly to: string } | null {
	const stretch = onlyDate(readDates(query, now, asker()));
	if (!stretch) return null;
	return { from: localDayOf(stretch.from, zone), to: localDayOf(stretch.to - 1, zone) };
}
