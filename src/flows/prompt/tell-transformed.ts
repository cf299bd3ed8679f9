import type { InputTransformation } from '#core/wire/ledger-entry.ts';
import { sha256 } from '#core/sha256.ts';
import { addActivity } from '#db/ledger/activity.ts';
import type { Truth } from '#db/schema.ts';

/** The endpoint has shown the model something else than what was sent: that is not kept from the user (INV-25). */

const countOf = (told: readonly InputTransformation[], isDropped: boolean): number =>
	told.filter(({ type }) => (type === 'thinking_dropped') === isDropped).length;

/**
 * One row for each new case of a session: as long as the same parts go along, each request is answered with the
 * same list, and each entry of the ledger keeps its own.
 */
export async function tellTransformed(
	db: Truth,
	entryId: string,
	told: readonly InputTransformation[]
): Promise<void> {
	const entry = await db.ledger.get(entryId);
	if (!entry) return;
	const { sessionId, model } = entry;
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
		details: { model, dropped: countOf(told, true), passed: countOf(told, false), which },
		failure: null
	});
}
