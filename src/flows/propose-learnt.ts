import { textOf } from '#core/blocks.ts';
import type { ChunkMemory } from '#core/jobs.ts';
import { dailyPath, type LineOrigin } from '#core/memory.ts';
import { contentWords, isOwnWords } from '#core/own-words.ts';
import { localDayOf } from '#core/stamp.ts';
import type { Taint } from '#core/summary.ts';
import { readPath } from '#db/sessions.ts';
import { readExchanges } from '#db/turns.ts';
import type { CompactPorts } from '#flows/compact-ports.ts';
import { proposeLine } from '#flows/propose-line.ts';

/** Lines that a summariser or code has learnt, sent to the review desk with the origin they deserve. */

export interface LearntLines {
	readonly sessionId: string;
	readonly source: 'compaction' | 'synthesis' | 'reset';
	/** Of everything that was before the eyes of whoever wrote them. */
	readonly taint: Taint;
	readonly lines: readonly ChunkMemory[];
}

/** What is not in the user's own words is the assistant's, or of whatever foreign text it had read. */
const originOf = (taint: Taint): LineOrigin => (taint === 'none' ? 'assistant' : taint);

/** Propose each line for today's note. Returns how many are new: lines that are known or refused stay out. */
export async function proposeLearnt(
	ports: Pick<CompactPorts, 'db' | 'clock'>,
	{ sessionId, source, taint, lines }: LearntLines
): Promise<number> {
	if (lines.length === 0) return 0;
	const { db, clock } = ports;
	const written = contentWords(await typedIn(db, sessionId));
	const path = dailyPath(localDayOf(clock.now(), clock.zone()));
	let fresh = 0;
	for (const { text, turnIds, importance, tags } of lines) {
		const origin = isOwnWords(text, written) ? 'own' : originOf(taint);
		const line = { text, path, source, origin, sessionId, turnIds, importance, tags };
		const { status } = await proposeLine(ports, line);
		if (status === 'waiting' || status === 'written') fresh++;
	}
	return fresh;
}

/** What a person typed in a session; imported messages are nobody's own words here. */
async function typedIn(db: CompactPorts['db'], sessionId: string): Promise<readonly string[]> {
	const path = await readPath(db, sessionId);
	return (await readExchanges(db, sessionId, path))
		.filter(({ turn }) => turn.source === 'typed')
		.map(({ turn }) => textOf(turn.asked));
}
