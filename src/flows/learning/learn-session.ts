import type { ChunkMemory } from '#core/compaction/compaction.ts';
import { isAway } from '#core/compaction/attempts.ts';
import { isCovered } from '#core/log/coverage.ts';
import type { PartLearnt } from '#core/learning/import-learning.ts';
import type { PlannedChunk } from '#core/plan/chunks.ts';
import { learntByCode } from '#core/summarise/memories.ts';
import type { Exchange } from '#core/log/turn.ts';
import { changeSession } from '#db/log/sessions.ts';
import type { Stored } from '#db/storing.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { withoutExcluded } from '#flows/compaction/draft/make-draft.ts';
import { extractPart, type Extracted } from '#flows/learning/extract-part.ts';
import { readLearnable, type Learnable } from '#flows/learning/read-learnable.ts';
import { isOutdated } from '#flows/prompt/still-so.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import { proposeLearnt } from '#flows/learning/propose-learnt.ts';

/** Reading one imported session for memories, part after part. Each part is remembered as soon as its lines wait. */

type Job = WorkshopJobs['learn'];

/**
 * Propose what can be learnt from a session. A failed call ends the work there; what was read counts as read, and the
 * next run goes on behind it. Where the user has changed something meanwhile, the rest is read anew. If an answer was cut
 * off, code looks for the user's own sentences instead.
 */
export async function learnSession(
	ports: CompactPorts,
	ask: Job['ask'],
	signal: AbortSignal,
	onProgress: (part: PartLearnt) => void
): Promise<Job['outcome']> {
	let parts = 0;
	for (;;) {
		const mostParts = ask.mostParts - parts;
		const outcome = await learnRest(ports, { ...ask, mostParts }, signal, (part) => {
			parts += part.calls;
			onProgress(part);
		});
		if (outcome.status !== 'outdated') return outcome;
	}
}

async function learnRest(
	ports: CompactPorts,
	{ sessionId, answerer, mostParts }: Job['ask'],
	signal: AbortSignal,
	onProgress: (part: PartLearnt) => void
): Promise<Job['outcome'] | { readonly status: 'outdated' }> {
	const learnable = await readLearnable(ports, { sessionId, answerer });
	if (!learnable || learnable.exchanges.length === 0) return { status: 'learnt' };
	const { exchanges, extraction } = learnable;
	if (!extraction) {
		const stored = await propose(ports, learnable, byCode(learnable, exchanges), exchanges);
		if (stored.status === 'failed') return stored;
		onProgress({ calls: 0, isVain: false, lines: stored.value, cost: 0 });
	} else {
		let parts = 0;
		for (const chunk of extraction.chunks) {
			if (signal.aborted) return { status: 'stopped' };
			if (parts >= mostParts) return { status: 'more-calls' };
			const part = await extractPart(ports, extraction, chunk, signal);
			if (part.status === 'failed' && isOutdated(part.failure)) return { status: 'outdated' };
			if (part.status === 'stopped' || part.status === 'failed') {
				if (wasSent(part)) onProgress({ calls: 1, isVain: true, lines: 0, cost: part.cost });
				return part;
			}
			parts++;
			const said = within(exchanges, chunk);
			const found = part.status === 'learnt' ? part.lines : byCode(learnable, said);
			const stored = await propose(ports, learnable, found, said);
			const isVain = stored.status === 'failed';
			onProgress({ calls: 1, isVain, lines: isVain ? 0 : stored.value, cost: part.cost });
			// Read again next time: its lines are not here.
			if (isVain) return stored;
			await remember(ports, sessionId, readThrough(exchanges, chunk));
		}
	}
	await remember(ports, sessionId, exchanges.at(-1));
	return { status: 'learnt' };
}

/** Where the day's limit held it back, or nobody was there, nothing is to be paid. */
const wasSent = (part: Extract<Extracted, { readonly status: 'failed' | 'stopped' }>): boolean =>
	part.calls > 0 && !(part.status === 'failed' && part.cost === 0 && isAway(part.failure));

const byCode = ({ found }: Learnable, exchanges: readonly Exchange[]): readonly ChunkMemory[] =>
	learntByCode(exchanges, found.excluded, 'import');

const propose = (
	ports: CompactPorts,
	{ found, taint }: Learnable,
	lines: readonly ChunkMemory[],
	said: readonly Exchange[]
): Promise<Stored<number>> =>
	proposeLearnt(ports, {
		sessionId: found.session.id,
		source: 'import',
		taint,
		read: withoutExcluded(said, found),
		lines,
		said
	});

const within = (
	exchanges: readonly Exchange[],
	{ from, through }: PlannedChunk
): readonly Exchange[] =>
	exchanges.filter(({ turn }) => turn.seq >= from.seq && turn.seq <= through.seq);

/** The last exchange that was read to its end. */
const readThrough = (
	exchanges: readonly Exchange[],
	{ through }: PlannedChunk
): Exchange | undefined => exchanges.findLast((exchange) => isCovered(exchange, through));

async function remember(
	{ db }: CompactPorts,
	sessionId: string,
	last: Exchange | undefined
): Promise<void> {
	if (last) await changeSession(db, sessionId, () => ({ learntThrough: last.turn.turnId }));
}
