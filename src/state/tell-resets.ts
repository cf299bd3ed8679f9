import type { Activity } from '#core/jobs.ts';
import { latestActivity } from '#db/records.ts';
import { watch } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';

/** A session that was reset by itself, at its hour or after a pause. */
export interface ResetByItself {
	readonly title: string;
	readonly by: 'daily' | 'idle';
	/** The session that ended, and the one that goes on. */
	readonly ended: string;
	readonly next: string;
}

function readReset({ kind, sessionId, details }: Activity): ResetByItself | null {
	const { by, title, ended } = details;
	if (kind !== 'reset' || (by !== 'daily' && by !== 'idle')) return null;
	if (typeof ended !== 'string' || sessionId === null) return null;
	return { title: typeof title === 'string' ? title : '', by, ended, next: sessionId };
}

/**
 * What is reset while nobody presses anything is told where the person is: everything from `since` (ms) on, once.
 * Answers how to stop.
 */
export function tellResets(
	{ db }: Pick<App, 'db'>,
	since: number,
	tell: (reset: ResetByItself) => void
): () => void {
	let told = since;
	// More than a few at once are told by the newest; the list of activities has them all.
	return watch(() => latestActivity(db, 3)).subscribe(
		(rows) => {
			for (const row of rows.toReversed()) {
				const reset = row.at > told ? readReset(row) : null;
				if (!reset) continue;
				told = row.at;
				tell(reset);
			}
		},
		(reason) => {
			throw reason;
		}
	);
}
