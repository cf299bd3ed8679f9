import { languageAsked } from '#core/log/language-asked.ts';
import { taintOf } from '#core/provenance/taint.ts';
import { onDevice } from '#core/models/model-card.ts';
import type { Taint } from '#core/summary/summary.ts';
import type { Exchange } from '#core/log/turn.ts';
import { sessionOf } from '#db/log/sessions.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { readCase, toTell, type CompactionCase } from '#flows/compaction/case/compaction-case.ts';
import { planExtraction, type Extraction } from '#flows/learning/extract-part.ts';

/** What is left to be learnt from one session: the same for the price that is shown and for the work that is done. */

export interface Learnable {
	readonly found: CompactionCase;
	/** Imported turns that were not read for memories yet. */
	readonly exchanges: readonly Exchange[];
	readonly taint: Taint;
	/** Null: code finds the lines on this device. */
	readonly extraction: Extraction | null;
}

/**
 * Null where nothing may be learnt: the session is gone, deleted, a guest's, or off the record. What a summary covers was read
 * when it was made; what is typed here is read when it is summarised or reset.
 */
export async function readLearnable(
	{ db, clock }: Pick<CompactPorts, 'db' | 'clock'>,
	{ sessionId, answerer }: { readonly sessionId: string; readonly answerer: string }
): Promise<Learnable | null> {
	const session = await sessionOf(db, sessionId);
	if (session?.kind !== 'main' || session.offRecord || session.deletedAt !== null) return null;
	const found = await readCase(db, { sessionId, branch: null, answerer });
	if (!found) return null;
	const open = toTell(found);
	const at = open.findIndex(({ turn }) => turn.turnId === session.learntThrough);
	const exchanges = open.slice(at + 1).filter(({ turn }) => turn.source === 'import');
	const taint = taintOf(exchanges, 'none');
	const card = answerer === onDevice ? null : found.models.first;
	if (!card) return { found, exchanges, taint, extraction: null };
	const extraction = planExtraction({
		found,
		exchanges,
		what: 'reset',
		card,
		nonce: clock.newId().slice(-12),
		language: languageAsked(exchanges)
	});
	return { found, exchanges, taint, extraction };
}
