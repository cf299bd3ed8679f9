import { isNotStored } from '#core/failure.ts';
import type { ChunkMemory } from '#core/compaction/compaction.ts';
import { noteOf } from '#core/import/readers/memories.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Taint } from '#core/summary/summary.ts';
import { correctionsOnce } from '#db/memory/proposals.ts';
import type { Stored } from '#db/storing.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { proposeLine, wasOvertaken } from '#flows/desk/propose-line.ts';
import { wordsOfSession } from '#flows/desk/session-words.ts';

/** Lines that a summariser or code has learnt, sent to the review desk with the origin they deserve. */

interface LearntLines {
	readonly sessionId: string;
	readonly source: 'compaction' | 'synthesis' | 'reset' | 'import';
	/** Of everything that was before the eyes of whoever wrote them. */
	readonly taint: Taint;
	/** The messages that were, as they were then. */
	readonly read: readonly Exchange[];
	readonly lines: readonly ChunkMemory[];
	/** Where they were said, of what was brought along: a line then goes to the note of its day. */
	readonly said?: readonly Exchange[];
}

/**
 * Propose each line for today's note, or that of the day on which it was said. Returns how many are new: lines that are known or refused stay out, and so
 * does what was said off the record, also where an earlier summary had carried it along, and what the user has deleted or
 * left out while it was read. Failed where one could not be
 * stored; it can be done again.
 */
export async function proposeLearnt(
	ports: Pick<CompactPorts, 'db' | 'clock'>,
	{ sessionId, source, taint, read, lines, said = [] }: LearntLines
): Promise<Stored<number>> {
	if (lines.length === 0) return { status: 'stored', value: 0 };
	const { db, clock } = ports;
	let words = await wordsOfSession(db, sessionId, { taint, read });
	const [now, zone] = [clock.now(), clock.zone()];
	const timeOf = saidAt(said);
	const corrections = correctionsOnce(db);
	const propose = async ({ text, turnIds, ...judged }: ChunkMemory) => {
		const { offRecord, judgedBy } = words;
		if (words.isSecret(text) || turnIds.some((id) => offRecord.has(id))) return leftUnsaid;
		if (words.isKeptOut(text, turnIds)) return leftUnsaid;
		const origin = words.originOf(text);
		const path = noteOf({ at: timeOf(turnIds) }, now, zone);
		const from = { source, origin, sessionId, turnIds, learntAt: now, judgedBy };
		const isUnwanted = words.isUnwanted(text);
		return proposeLine(ports, { text, path, isUnwanted, ...from, ...judged }, corrections);
	};
	let fresh = 0;
	for (const line of lines) {
		let outcome = await propose(line);
		if (wasOvertaken(outcome)) {
			words = await wordsOfSession(db, sessionId, { taint, read });
			outcome = await propose(line);
		}
		if (outcome.status === 'failed' && isNotStored(outcome.failure)) return outcome;
		if (outcome.status === 'waiting' || outcome.status === 'written') fresh++;
	}
	return { status: 'stored', value: fresh };
}

const leftUnsaid = { status: 'refused' } as const;

/** When a line was said: with the newest of its turns, or the last of all where it names none; 0: nobody knows. */
function saidAt(said: readonly Exchange[]): (turnIds: readonly string[]) => number {
	const times = new Map(said.map(({ turn }) => [turn.turnId, turn.askedAt]));
	return (turnIds) => {
		const at = Math.max(0, ...turnIds.map((id) => times.get(id) ?? 0));
		return at > 0 ? at : (said.at(-1)?.turn.askedAt ?? 0);
	};
}
