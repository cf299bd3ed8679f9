import { curatedPath, dayOf, type MemoryFile, type MemoryScope } from '#core/memory/memory.ts';
import { onDevice } from '#core/models/model-card.ts';
import type { NoteKinds, Settings } from '#core/settings.ts';
import { dayMs } from '#core/time/day-ms.ts';
import { isLocalEndpoint } from '#core/wire/endpoint.ts';

/** Who may see which memory file: one rule for the prompt, the tools and the summariser, and the reason for each no. */

/** The session that asks, and where its requests go. */
export interface Reader {
	readonly kind: 'main' | 'guest';
	/** The endpoint is on this device or in its network. */
	readonly local: boolean;
	readonly noteKinds: NoteKinds;
}

/** Who reads memory for a session of this kind when this model answers. */
export const readerOf = (
	{ endpoint, noteKinds }: Pick<Settings, 'endpoint' | 'noteKinds'>,
	{ kind, answerer }: { readonly kind: Reader['kind']; readonly answerer: string }
): Reader => ({ kind, local: answerer === onDevice || isLocalEndpoint(endpoint), noteKinds });

/** For how many days after its own a note goes along with the user's sessions; null: it does not at all. */
export const noteReach = ({
	noteDays,
	noteKinds
}: Pick<Settings, 'noteDays' | 'noteKinds'>): number | null =>
	noteKinds === 'all' || noteKinds === 'main' ? noteDays : null;

/**
 * For how many days more after today a file goes along with the user's sessions; null: it does not by itself, now or any
 * more. `today`: a local day, YYYY-MM-DD.
 */
export function goesAlongFor(
	path: string,
	{ noteDays, noteKinds, today }: Pick<Settings, 'noteDays' | 'noteKinds'> & { today: string }
): number | 'always' | null {
	if (path === curatedPath) return 'always';
	const day = dayOf(path);
	const reach = noteReach({ noteDays, noteKinds });
	if (day === null || reach === null) return null;
	const left = reach - (Date.parse(today) - Date.parse(day)) / dayMs;
	return left < 0 ? null : left;
}

const reach: readonly MemoryScope[] = ['never', 'local', 'everywhere'];

/** The one of two scopes that lets fewer read. */
export const narrower = (one: MemoryScope, other: MemoryScope): MemoryScope =>
	reach.indexOf(one) < reach.indexOf(other) ? one : other;

type Place = Pick<MemoryFile, 'path' | 'scope'>;

/** Why a file is kept from a session altogether, its tools included; null when it may be read. */
export type Barred =
	/** The curated file and a guest session. */
	| 'guest'
	/** Only for endpoints on this device or network. */
	| 'scope'
	/** For no endpoint. */
	| 'never'
	/** Notes are for sessions of the other kind. */
	| 'kind';

/** Hard limits: nothing of a barred file reaches a request, whatever the model calls. */
export function barredFrom(
	{ path, scope }: Place,
	{ kind, local, noteKinds }: Reader
): Barred | null {
	if (kind === 'guest' && path === curatedPath) return 'guest';
	if (scope === 'never') return 'never';
	if (scope === 'local' && !local) return 'scope';
	// What the user keeps for conversations of their own is no guest's to look up.
	if (kind === 'guest' && noteKinds === 'main') return 'kind';
	return null;
}

/** The files among these that a reader may not see, with the reason. */
export const barredFiles = (
	places: readonly Place[],
	reader: Reader
): ReadonlyMap<string, Barred> =>
	new Map(
		places.flatMap((place) => {
			const why = barredFrom(place, reader);
			return why === null ? [] : [[place.path, why] as const];
		})
	);

/** Why a file does not go with every message; null when it does. Beside the limits: */
export type Absence =
	| Barred
	/** Older than the days that are loaded. */
	| 'older'
	/** Neither the curated file nor a daily note: read by tools only. */
	| 'on-demand';

/** `days`: local days whose notes are loaded. */
export function absenceOf(
	file: Place,
	reader: Reader & { readonly days: readonly string[] }
): Absence | null {
	const barred = barredFrom(file, reader);
	if (barred !== null || file.path === curatedPath) return barred;
	const day = dayOf(file.path);
	if (day === null) return 'on-demand';
	if (!reader.days.includes(day)) return 'older';
	return reader.noteKinds === 'all' || reader.noteKinds === reader.kind ? null : 'kind';
}
