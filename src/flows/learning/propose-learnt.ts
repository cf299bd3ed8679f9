import { isNotStored } from '#core/failure.ts';
import type { ChunkMemory } from '#core/compaction/compaction.ts';
import { dailyPath } from '#core/memory/memory.ts';
import { localDayOf } from '#core/time/stamp.ts';
import type { Taint } from '#core/summary/summary.ts';
import type { Stored } from '#db/storing.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import { wordsOfSession } from '#flows/desk/session-words.ts';

/** Lines that a summariser or code has learnt, sent to the review desk with the origin they deserve. */

export interface LearntLines {
	readonly sessionId: string;
	readonly source: 'compaction' | 'synthesis' | 'reset' | 'import';
	/** Of everything that was before the eyes of whoever wrote them. */
	readonly taint: Taint;
	readonly lines: readonly ChunkMemory[];
}

/**
 * Propose each line for today's note. Returns how many are new: lines that are known or refused stay out, and so
 * does what was said off the record, also where an earlier summary had carried it along. Failed where one could not be
 * stored; it can be done again.
 */
export async function proposeLearnt(
	ports: Pick<CompactPorts, 'db' | 'clock'>,
	{ sessionId, source, taint, lines }: LearntLines
): Promise<Stored<number>> {
	if (lines.length === 0) return { status: 'stored', value: 0 };
	const { db, clock } = ports;
	const words = await wordsOfSession(db, sessionId, { taint });
	const path = dailyPath(localDayOf(clock.now(), clock.zone()));
	let fresh = 0;
	for (const { text, turnIds, importance, tags } of lines) {
		if (words.isSecret(text) || turnIds.some((id) => words.offRecord.has(id))) continue;
		const origin = words.originOf(text);
		const line = { text, path, source, origin, sessionId, turnIds, importance, tags };
		const outcome = await proposeLine(ports, line);
		if (outcome.status === 'failed' && isNotStored(outcome.failure)) return outcome;
		if (outcome.status === 'waiting' || outcome.status === 'written') fresh++;
	}
	return { status: 'stored', value: fresh };
}
