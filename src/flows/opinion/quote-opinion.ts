import { priceOfSummary, promisedTokens } from '#core/models/compaction-price.ts';
import { hostOf } from '#core/wire/endpoint.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { readQuestion, weightOfQuestion } from '#flows/opinion/read-question.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** What asking for an opinion would take: read as it would be sent, and nothing is called or stored. */

type Job = WorkshopJobs['quote-opinion'];

export async function quoteOpinion(
	ports: Pick<CompactPorts, 'db' | 'clock'>,
	ask: Job['ask']
): Promise<Job['outcome']> {
	const read = await readQuestion(ports, ask);
	if (read.status !== 'read') return read;
	const { card, settings, output, gaps } = read.question;
	const input = promisedTokens(weightOfQuestion(read.question));
	return {
		status: 'quoted',
		quote: {
			model: card.id,
			host: hostOf(settings.endpoint),
			input,
			output,
			dollars: priceOfSummary([{ input, cached: 0, output }], card),
			gaps
		}
	};
}
