import { addQuotes, noQuote, type LearningQuote } from '#core/learning/import-learning.ts';
import { priceOfSummary, promisedTokens } from '#core/models/compaction-price.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { instructionsOf, outputOf } from '#flows/learning/extract-part.ts';
import { readLearnable } from '#flows/learning/read-learnable.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** What learning from some sessions would take: cut into parts as the work is, and nothing is called or stored. */

type Job = WorkshopJobs['quote-learning'];

export async function quoteLearning(
	ports: Pick<CompactPorts, 'db' | 'clock'>,
	{ sessionIds, answerer }: Job['ask'],
	signal: AbortSignal,
	onProgress: (progress: Job['progress']) => void
): Promise<Job['outcome']> {
	let quote = noQuote;
	for (const [index, sessionId] of sessionIds.entries()) {
		if (signal.aborted) return { status: 'stopped' };
		quote = addQuotes(quote, await quoteOf(ports, { sessionId, answerer }));
		onProgress({ done: index + 1, of: sessionIds.length });
	}
	return { status: 'quoted', quote };
}

async function quoteOf(
	ports: Pick<CompactPorts, 'db' | 'clock'>,
	which: { readonly sessionId: string; readonly answerer: string }
): Promise<LearningQuote> {
	const learnable = await readLearnable(ports, which);
	if (!learnable || learnable.exchanges.length === 0) return noQuote;
	const { extraction } = learnable;
	if (!extraction) return { ...noQuote, sessions: 1 };
	const instructions = instructionsOf(extraction);
	const output = outputOf(extraction);
	const calls = extraction.chunks.map(({ tokens }) => ({
		input: promisedTokens(tokens + instructions),
		cached: 0,
		output
	}));
	return {
		sessions: calls.length > 0 ? 1 : 0,
		calls: calls.length,
		input: calls.reduce((sum, { input }) => sum + input, 0),
		output: output * calls.length,
		dollars: priceOfSummary(calls, extraction.card),
		models: calls.length > 0 ? [extraction.card.id] : []
	};
}
