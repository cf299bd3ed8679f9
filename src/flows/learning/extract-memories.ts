import type { ChunkMemory } from '#core/compaction/compaction.ts';
import type { Failure } from '#core/failure.ts';
import { addPrices } from '#core/models/price.ts';
import { answererOf } from '#core/models/answerer.ts';
import { onDevice } from '#core/models/model-card.ts';
import { learntByCode } from '#core/summarise/memories.ts';
import { taintOf } from '#core/provenance/taint.ts';
import { exchangesAfter } from '#core/log/coverage.ts';
import { headOf } from '#core/log/path.ts';
import { comparePositions, type Exchange, type Position } from '#core/log/turn.ts';
import { readExchanges } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { readCase, type CompactionCase } from '#flows/compaction/case/compaction-case.ts';
import { withoutExcluded } from '#flows/compaction/draft/make-draft.ts';
import { learntThrough } from '#flows/learning/learnt-through.ts';
import { toldBeat, type Beat } from '#flows/compaction/job/work.ts';
import { failed } from '#flows/done.ts';
import { extractPart, planExtraction, type Extraction } from '#flows/learning/extract-part.ts';
import type { CompactProgress, WorkshopJobs } from '#flows/ports/workshop.ts';
import { isOutdated, readExcluded } from '#flows/prompt/still-so.ts';
import { proposeLearnt } from '#flows/learning/propose-learnt.ts';

/** The last extraction before a reset: what was said since lines were learnt last, as memory lines for the desk. */

type Outcome = WorkshopJobs['extract']['outcome'];

/**
 * Ask once for each part, and read what is left anew where the user has changed something meanwhile; where no sound
 * answer comes, the user's own sentences are found by code. What earlier summaries cover was extracted when they were
 * made, where their preset learns at all (checklist 177).
 */
export async function extractMemories(
	ports: CompactPorts,
	{ sessionId, byCode = false }: WorkshopJobs['extract']['ask'],
	signal: AbortSignal,
	onProgress: (progress: CompactProgress) => void
): Promise<Outcome> {
	const { db } = ports;
	const session = await sessionOf(db, sessionId);
	if (!session) return failed({ kind: 'changed-meanwhile' });
	// The workshop does not know whether there is a key: without one the first call says so.
	const answerer = answererOf(await readSettings(db), session, 'set');
	const lines: ChunkMemory[] = [];
	/** As it was told: what is gone by the end had its words then. */
	const told: Exchange[] = [];
	let last: CompactProgress = { done: 0, of: 0 };
	let from: Position | null = null;
	for (;;) {
		const now = await readCase(db, { sessionId, branch: null, answerer });
		if (!now || now.session.deletedAt !== null) return failed({ kind: 'changed-meanwhile' });
		const found = await toLearn(db, now);
		told.push(...withoutExcluded(found.exchanges, found));
		const reading: ExtractInput = {
			found,
			exchanges: from ? askedFrom(found.exchanges, { seq: from.seq, step: -1 }) : found.exchanges,
			what: 'reset',
			onProgress: (progress) => onProgress((last = progress)),
			beat: toldBeat((retry) => onProgress({ ...last, retry }))
		};
		const read = byCode
			? freely(learntByCode(reading.exchanges, found.excluded))
			: await learnLines(ports, reading, signal);
		if (read === 'stopped' || signal.aborted) return { status: 'stopped' };
		lines.push(...read.lines);
		if (read.outdated) {
			({ from } = read.outdated);
			continue;
		}
		const taint = taintOf(found.exchanges, 'none');
		const learnt = { sessionId, source: 'reset', taint, read: told, lines } as const;
		const stored = await proposeLearnt(ports, learnt);
		return stored.status === 'failed' ? stored : { status: 'extracted', proposals: stored.value };
	}
}

/** The case with all that no lines were learnt from yet; of what lies under a summary, what can be read. */
async function toLearn(db: Truth, found: CompactionCase): Promise<CompactionCase> {
	const { session, path, previous } = found;
	const through = await learntThrough(db, found);
	const isHere = through === null || through === previous?.through;
	const range = { fromSeq: through?.seq ?? 0, throughSeq: headOf(path) };
	const read = isHere ? found.exchanges : await readExchanges(db, session.id, path, range);
	const exchanges = exchangesAfter(read, through);
	return { ...found, exchanges, excluded: await readExcluded(db, session, exchanges) };
}

interface ExtractInput extends Pick<Extraction, 'found' | 'exchanges' | 'what'> {
	readonly onProgress: (progress: CompactProgress) => void;
	readonly beat: Beat;
}

/** Lines, and what was paid for them in US dollars; null: unknown. */
interface LinesLearnt {
	readonly lines: readonly ChunkMemory[];
	readonly cost: number | null;
	/** From where nothing was read, because it is no more as it was; null: all was. */
	readonly outdated: { readonly from: Position; readonly failure: Failure } | null;
}

/** Code costs nothing. */
const freely = (lines: readonly ChunkMemory[]): LinesLearnt => ({ lines, cost: 0, outdated: null });

/** Memory lines of some exchanges: by the model, and by code from where no sound answer comes. */
export async function learnLines(
	ports: CompactPorts,
	{ found, exchanges, what, onProgress, beat }: ExtractInput,
	signal: AbortSignal
): Promise<LinesLearnt | 'stopped'> {
	const { excluded } = found;
	const card = found.models.first;
	if (!card || found.answerer === onDevice) return freely(learntByCode(exchanges, excluded));
	const nonce = ports.clock.newId().slice(-12);
	const extraction = planExtraction({ found, exchanges, what, card, nonce, beat });
	const lines: ChunkMemory[] = [];
	let cost: number | null = 0;
	for (const chunk of extraction.chunks) {
		onProgress({ done: chunk.index, of: extraction.chunks.length });
		const part = await extractPart(ports, extraction, chunk, signal);
		if (part.status === 'stopped') return 'stopped';
		cost = addPrices(cost, part.cost);
		if (part.status === 'failed' && isOutdated(part.failure))
			return { lines, cost, outdated: { from: chunk.from, failure: part.failure } };
		if (part.status !== 'learnt') {
			const byCode = learntByCode(askedFrom(exchanges, chunk.from), excluded);
			return { lines: [...lines, ...byCode], cost, outdated: null };
		}
		lines.push(...part.lines);
	}
	return { lines, cost, outdated: null };
}

/** What was asked before was read in the parts before. */
const askedFrom = (exchanges: readonly Exchange[], from: Position): readonly Exchange[] =>
	exchanges.filter(({ turn }) => comparePositions(from, { seq: turn.seq, step: -1 }) <= 0);
