import type { Activity } from '#core/activity.ts';
import { activitySince } from '#db/ledger/activity.ts';
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

/**
 * What is reset while nobody presses anything is told where the person is: everything from `since` (ms) on, once; what
 * several sessions had in common, such as the hour, as one piece of news that grows. The newest stands first. Answers
 * how to stop.
 */
export function tellResets(
	{ db }: Pick<App, 'db'>,
	since: number,
	tell: (resets: Resets) => void
): () => void {
	let told = since;
	return watch(() => activitySince(db, since)).subscribe((rows) => {
		const resets = rows.flatMap((row) => {
			const reset = readReset(row);
			return reset ? [{ ...reset, at: row.at }] : [];
		});
		const [newest, ...earlier] = resets;
		if (!newest || newest.at <= told) return;
		told = newest.at;
		// Each is compared with the one after it, which stands before it in the list.
		const apart = earlier.findIndex(({ at }, index) => (resets[index]?.at ?? at) - at >= together);
		tell([newest, ...(apart === -1 ? earlier : earlier.slice(0, apart))]);
	});
}
