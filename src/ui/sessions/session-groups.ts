import { grouped } from '#core/grouped.ts';
import { matchesQuery, plainText } from '#core/text/matches-query.ts';
import type { SessionEntry } from '#state/session-list.ts';
import { monthName } from '../words/format.ts';
import { words } from '../words/words.ts';

/** The list of sessions as rows: pinned ones first, then folders, then by date. */
export type SessionRow =
	| { readonly kind: 'heading'; readonly title: string }
	| {
			readonly kind: 'folder';
			readonly name: string;
			readonly count: number;
			readonly open: boolean;
	  }
	| { readonly kind: 'session'; readonly entry: SessionEntry; readonly inFolder: boolean };

/** Start of the local day `daysAgo` days before `now`, ms. */
function dayStart(now: number, daysAgo: number): number {
	const day = new Date(now);
	day.setHours(0, 0, 0, 0);
	day.setDate(day.getDate() - daysAgo);
	return day.getTime();
}

export const beginOfToday = (): number => dayStart(Date.now(), 0);

/** Folders in use, in the order of their names. */
export const foldersOf = (entries: readonly SessionEntry[]): readonly string[] =>
	[...new Set(entries.flatMap(({ folder }) => (folder === null ? [] : [folder])))].toSorted(
		(a, b) => a.localeCompare(b)
	);

/**
 * Rows for `entries`, newest first. A pinned session stands under Pinned alone, a session in a folder under its
 * folder, everything else under its day, and what is older than thirty days under its month.
 */
export function sessionRows(
	entries: readonly SessionEntry[],
	{ now, openFolders }: { readonly now: number; readonly openFolders: ReadonlySet<string> }
): SessionRow[] {
	const rows: SessionRow[] = [];
	const pinned = entries.filter((entry) => entry.pinned);
	const loose = entries.filter((entry) => !entry.pinned);
	if (pinned.length > 0) rows.push({ kind: 'heading', title: words.sessions.pinned });
	for (const entry of pinned) rows.push({ kind: 'session', entry, inFolder: false });

	const byFolder = grouped(loose, ({ folder }) => folder);
	for (const name of foldersOf(loose)) {
		const inside = byFolder.get(name) ?? [];
		const open = openFolders.has(name);
		rows.push({ kind: 'folder', name, count: inside.length, open });
		if (open) for (const entry of inside) rows.push({ kind: 'session', entry, inFolder: true });
	}

	const recent = [
		{ title: words.sessions.groups.today, since: dayStart(now, 0) },
		{ title: words.sessions.groups.yesterday, since: dayStart(now, 1) },
		{ title: words.sessions.groups.week, since: dayStart(now, 7) },
		{ title: words.sessions.groups.month, since: dayStart(now, 30) }
	];
	let since = Infinity;
	for (const entry of byFolder.get(null) ?? []) {
		const { activeAt } = entry;
		if (activeAt < since) {
			const group = recent.find((one) => activeAt >= one.since) ?? monthOf(activeAt);
			since = group.since;
			rows.push({ kind: 'heading', title: group.title });
		}
		rows.push({ kind: 'session', entry, inFolder: false });
	}
	return rows;
}

/** The local month of a moment, and when it began, ms. */
function monthOf(at: number): { readonly title: string; readonly since: number } {
	const day = new Date(at);
	const [year, month] = [day.getFullYear(), day.getMonth()];
	const name = `${String(year)}-${String(month + 1).padStart(2, '0')}`;
	return { title: monthName(name), since: new Date(year, month, 1).getTime() };
}

/** Titles that several sessions have: they alone do not tell them apart. */
export function sharedTitles(entries: readonly Pick<SessionEntry, 'title'>[]): ReadonlySet<string> {
	const seen = new Set<string>();
	return new Set(
		entries.flatMap(({ title }) => (seen.size === seen.add(title).size ? [title] : []))
	);
}

type Named = Pick<SessionEntry, 'title' | 'folder'>;

/** Those whose title or folder holds every word of the query, whatever the case or the accents. */
export function filterSessions<Entry extends Named>(
	entries: readonly Entry[],
	query: string
): readonly Entry[] {
	if (query.trim() === '') return entries;
	const matches = matchesQuery(query);
	return entries.filter((entry) => matches(searchedIn(entry)));
}

/** Thousands of names are folded once, not at every key. An entry is never changed, only replaced. */
const folded = new WeakMap<Named, string>();

function searchedIn(entry: Named): string {
	const known = folded.get(entry);
	if (known !== undefined) return known;
	const title = words.sessions.named(entry.title);
	const text = plainText(`${title} ${entry.folder ?? ''}`);
	folded.set(entry, text);
	return text;
}

const keyOfFolder = (name: string): string => `/ ${name}`;

/** Key of the row that shows where one is: the session on screen, or the closed folder it lies in. */
export function keyOfHere(
	entries: readonly SessionEntry[],
	{
		currentId,
		openFolders
	}: { readonly currentId: string | null; readonly openFolders: ReadonlySet<string> }
): string | null {
	const here = entries.find(({ id }) => id === currentId);
	if (!here || here.folder === null || here.pinned || openFolders.has(here.folder))
		return currentId;
	return keyOfFolder(here.folder);
}

export const keyOfRow = (row: SessionRow): string => {
	switch (row.kind) {
		case 'heading':
			return `# ${row.title}`;
		case 'folder':
			return keyOfFolder(row.name);
		case 'session':
			return row.entry.id;
	}
};
