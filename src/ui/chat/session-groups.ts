import type { SessionEntry } from '#state/session-list.svelte.ts';
import { words } from '../words/words.ts';

/** The list of sessions as rows: headings by date, pinned ones first. */
export type SessionRow =
	| { readonly kind: 'heading'; readonly title: string }
	| { readonly kind: 'session'; readonly entry: SessionEntry };

/** Start of the local day `daysAgo` days before `now`, ms. */
function dayStart(now: number, daysAgo: number): number {
	const day = new Date(now);
	day.setHours(0, 0, 0, 0);
	day.setDate(day.getDate() - daysAgo);
	return day.getTime();
}

/** `entries` newest first. */
export function sessionRows(entries: readonly SessionEntry[], now: number): SessionRow[] {
	const bounds = [
		{ title: words.sessions.groups.today, since: dayStart(now, 0) },
		{ title: words.sessions.groups.yesterday, since: dayStart(now, 1) },
		{ title: words.sessions.groups.week, since: dayStart(now, 7) },
		{ title: words.sessions.groups.older, since: -Infinity }
	];
	const titled: { title: string; entry: SessionEntry }[] = [];
	for (const entry of entries)
		if (entry.pinned) titled.push({ title: words.sessions.pinned, entry });
	for (const entry of entries)
		if (!entry.pinned) {
			const bound = bounds.find(({ since }) => entry.activeAt >= since);
			titled.push({ title: bound?.title ?? '', entry });
		}
	const rows: SessionRow[] = [];
	let title = '';
	for (const one of titled) {
		if (one.title !== title) rows.push({ kind: 'heading', title: one.title });
		title = one.title;
		rows.push({ kind: 'session', entry: one.entry });
	}
	return rows;
}

export const keyOfRow = (row: SessionRow): string =>
	row.kind === 'heading' ? `# ${row.title}` : row.entry.id;
