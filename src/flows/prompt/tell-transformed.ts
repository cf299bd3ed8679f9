import type { InputTransformation } from '#core/ledger/ledger-entry.ts';
import { sha256 } from '#core/sha256.ts';
import { addActivity } from '#db/ledger/activity.ts';
import type { Truth } from '#db/schema.ts';

/** The endpoint said that it changed the request before the model saw it: the user is told (INV-25). */

/**
 * One row in the activity list for each new case. While the same parts are sent, every answer repeats the same list;
 * the ledger keeps it with each request.
 */
export async function tellTransformed(
	db: Truth,
	entryId: string,
	told: readonly InputTransformation[]
): Promise<void> {
	const entry = await db.ledger.get(entryId);
	if (!entry) return;
	const { sessionId, model } = entry;
	const dropped = told.filter(({ type }) => type === 'thinking_dropped').length;
	const which = sha256(JSON.stringify(told));
	const known = await db.activity
		.filter(
			({ kind, sessionId: of, details }) =>
				kind === 'transformed' && of === sessionId && details['which'] === which
		)
		.first();
	if (known) return;
	await addActivity(db, {
		id: `${entryId}-transformed`,
		at: entry.at,
		kind: 'transformed',
		sessionId,
		details: { model, dropped, passed: told.length - dropped, which },
		failure: null
	});
}
