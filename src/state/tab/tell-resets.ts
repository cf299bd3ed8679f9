import type { Activity } from '#core/activity.ts';
import { latestActivity } from '#db/ledger/activity.ts';
import { watch } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';

/** A session that was reset by itself, at its hour or after a pause. */
interface ResetByItself {
	readonly title: string;
	readonly by: 'daily' | 'idle';
	/** The session that ended, and the one that goes on, the same one where none followed. */
	readonly ended: string;
	readonly next: string;
}

function readReset({ kind, sessionId, details }: Activity): ResetByItself | null {
	const { by, title, ended } = details;
	if (kind !== 'reset' || (by !== 'daily' && by !== 'idle')) return null;
	if (typeof ended !== 'string' || sessionId === null) return null;
	return { title: typeof title === 'string' ? title : '', by, ended, next: sessionId };
}

/** Resets that are one piece of news, the newest first. */
export type Resets = readonly [ResetByItself, ...ResetByItself[]];

/** Resets that follow each other this closely are one piece of news, ms. */
const together = 60_000;

/** So many entries of the list are looked at: what a clock that was set back writes stands behind others. */
const reach = 100;

/**
 * What is reset while nobody presses anything is told where the person is: everything from `since` (ms) on, once; what
 * several sessions had in common, such as the hour, as one piece of news that grows. The newest stands first. Answers
 * how to stop.
 */
export function tellResets(
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	since: number,
	tell: (resets: Resets) => void
): () => void {
	/** Entries that were seen, by id: once the clock was set their times say nothing. */
	const seen = new Set<string>();
	let news: (ResetByItself & { readonly at: number })[] = [];
	return watch(() => latestActivity(db, reach)).subscribe((rows) => {
		const now = clock.now();
		// Where the clock was set back before that, what is written now; an import brings what is older.
		const from = now < since ? now - together : since;
		const fresh = rows.flatMap((row) => {
			// What is of a time still to come was written by a clock that ran ahead, before this tab began.
			const isNews = row.at > from && row.at <= now && !seen.has(row.id);
			const reset = isNews ? readReset(row) : null;
			return reset ? [{ ...reset, at: row.at }] : [];
		});
		for (const { id } of rows) seen.add(id);
		if (fresh.length === 0) return;
		const all = [...fresh, ...news];
		// Each is compared with the one after it, which stands before it in the list.
		const apart = all.findIndex(
			({ at }, index) => Math.abs((all[index - 1]?.at ?? at) - at) >= together
		);
		news = apart === -1 ? all : all.slice(0, apart);
		const [newest, ...earlier] = news;
		if (newest) tell([newest, ...earlier]);
	});
}
