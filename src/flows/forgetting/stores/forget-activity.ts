import { holdsLine } from '#core/forgetting/quotes.ts';
import { stringsIn, tells } from '#core/forgetting/traces.ts';
import { wordyDetails, type Activity } from '#core/activity.ts';
import { cutActivity } from '#db/forgetting/requests.ts';
import { tracesFor, type Walk } from '#flows/forgetting/walk.ts';

/** The list of what happened: it stays listed; the words in it go, and with them the way back. */

export async function forgetInActivity(walk: Walk): Promise<void> {
	const { db, sessionId, isWhole, title } = walk;
	const isOf = ({ sessionId: of, kind, details }: Activity): boolean =>
		sessionId !== null &&
		(of === sessionId ||
			details['ended'] === sessionId ||
			// An older version did not say which session it could not reset.
			(of === null && kind === 'failure' && details['what'] === 'reset'));
	const isWordOf = (row: Activity, field: string, value: unknown): boolean => {
		const texts = stringsIn(value);
		if (walk.lineKeys.size > 0 && texts.some((text) => holdsLine(walk, text))) return true;
		if (!isOf(row)) return false;
		if (isWhole) return wordyDetails.has(field);
		if (field === 'title' && title !== '' && value === title) return true;
		const { summaryId } = row.details;
		// An earlier wording of a summary.
		if (typeof summaryId === 'string' && walk.covering.has(summaryId))
			return texts.some((text) => tells(tracesFor(walk, { id: summaryId }), text));
		// Also of what the list dates before it was said: clocks are set back.
		return texts.some((text) => tells(walk.traces, text));
	};
	const isTelling = (row: Activity): boolean =>
		(isWhole && row.sessionId === sessionId) ||
		Object.entries({ ...row.details, failure: row.failure }).some(([field, value]) =>
			isWordOf(row, field, value)
		);
	await cutActivity(db, isTelling, (row) =>
		Object.fromEntries(
			Object.entries(row.details).filter(
				([field, value]) =>
					field !== 'undo' &&
					!(isOf(row) && wordyDetails.has(field)) &&
					!isWordOf(row, field, value)
			)
		)
	);
}
