import { hashesOf } from '#core/wire/ledger.ts';
import { stringsIn } from '#core/forgetting/traces.ts';
import type { Activity } from '#core/jobs.ts';
import { holdsCopy, type Walk } from '#flows/forgetting/walk.ts';
import { tellsOf } from '#flows/forgetting/forget-summaries.ts';

/** The ledger with its blobs, and the list of what happened. */

/** Of a session that goes, every request; of a turn, what its own requests said beside their content. */
export async function forgetInLedger(walk: Walk): Promise<void> {
	const { db, sessionId, isWhole, turnIds } = walk;
	if (isWhole && sessionId !== null) await db.ledger.where('sessionId').equals(sessionId).delete();
	else
		await db.ledger
			.filter((entry) => entry.turnId !== null && turnIds.has(entry.turnId))
			.modify((entry) => Object.assign(entry, { failure: null }));
}

/** Parts of requests that hold it are emptied: what else stood in those requests can still be read. */
export async function forgetInBlobs(walk: Walk): Promise<void> {
	const { db, sessionId } = walk;
	const ofSession = new Set<string>();
	const used = new Set<string>();
	await db.ledger.each((entry) => {
		for (const hash of hashesOf(entry)) {
			used.add(hash);
			if (entry.sessionId === sessionId) ofSession.add(hash);
		}
	});
	const decoder = new TextDecoder();
	const gone: string[] = [];
	await db.blobs.each((blob) => {
		if (blob.bytes.length === 0) return;
		const text = decoder.decode(blob.bytes);
		const strings = blob.mediaType === 'application/json' ? stringsIn(JSON.parse(text)) : [text];
		const isIts =
			(ofSession.has(blob.sha256) && strings.some((text) => walk.texts.has(text))) ||
			(walk.isWhole && !used.has(blob.sha256)) ||
			holdsCopy(walk, strings);
		if (isIts) gone.push(blob.sha256);
	});
	for (const hash of gone) await db.blobs.update(hash, { bytes: new Uint8Array() });
}

/** Fields of an activity that hold words of people. */
const wordy: readonly string[] = ['text', 'anchors', 'title', 'reply'];

/** What happened stays listed; the words in it go, and with them the way back. */
export async function forgetInActivity(walk: Walk): Promise<void> {
	const { db, sessionId, isWhole } = walk;
	const tells = (row: Activity, value: unknown): boolean =>
		stringsIn(value).some((text) =>
			sessionId !== null && row.sessionId === sessionId
				? tellsOf(walk, text)
				: holdsCopy(walk, text)
		);
	await db.activity
		.filter(
			(row) => (isWhole && row.sessionId === sessionId) || tells(row, [row.details, row.failure])
		)
		.modify((row: Activity) => {
			const details = Object.entries(row.details).filter(
				([field, value]) => field !== 'undo' && !wordy.includes(field) && !tells(row, value)
			);
			Object.assign(row, { details: Object.fromEntries(details), failure: null });
		});
}
