/** Lines that were accepted together are one thing that happened: one row, not one for each. */
import type { Activity } from '#core/activity.ts';

/** A row of the list, with how many like it it stands for. */
interface Happened extends Activity {
	readonly lines: number;
}

const minuteMs = 60_000;

/** The file a line was accepted into; null: the row tells of something else. */
const acceptedInto = ({ kind, details }: Activity): string | null =>
	kind === 'memory' && details.what === 'accepted' && typeof details.path === 'string'
		? details.path
		: null;

/** Rows, newest first, neighbours that accepted lines into one file within a minute of the newest of them as that one. */
export function foldAccepted(rows: readonly Activity[]): readonly Happened[] {
	const folded: Happened[] = [];
	for (const row of rows) {
		const path = acceptedInto(row);
		const before = folded.at(-1);
		if (path !== null && before && acceptedInto(before) === path && before.at - row.at < minuteMs) {
			// Lines of several sessions belong to none.
			const sessionId = before.sessionId === row.sessionId ? row.sessionId : null;
			folded[folded.length - 1] = { ...before, sessionId, lines: before.lines + 1 };
		} else folded.push({ ...row, lines: path === null ? 0 : 1 });
	}
	return folded;
}
