import { textOf } from '#core/log/blocks.ts';
import { readOpinion } from '#core/opinion/read-opinion.ts';
import { wordingOf } from '#core/opinion/opinion.ts';
import { putOpinion } from '#db/summaries/opinions.ts';
import { askWithPrompt } from '#flows/prompt/ask-apart.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { noBeat } from '#flows/compaction/job/work.ts';
import { readQuestion } from '#flows/opinion/read-question.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/** Asking a model, once, what a summary leaves out or gets wrong. What it says is kept with the summary. */

type Job = WorkshopJobs['opinion'];

/**
 * One request and no second try of ours: somebody pressed a button and was told what it costs. An answer that cannot
 * be used is told as such, and an opinion that was there before stays.
 */
export async function askOpinion(
	ports: CompactPorts,
	ask: Job['ask'],
	signal: AbortSignal
): Promise<Job['outcome']> {
	const read = await readQuestion(ports, ask);
	if (read.status !== 'read') return read;
	const { summary, settings, card, scale, prompt, output, turnIds, gaps, forgotten } =
		read.question;
	const called = await askWithPrompt(
		ports,
		{
			sessionId: summary.sessionId,
			endpoint: settings.endpoint,
			kind: 'opinion',
			prompt,
			card,
			maxTokens: output,
			temperature: null,
			weigh: (text) => scale.text(text),
			stillSo: () => Promise.resolve({ status: 'so', forgotten })
		},
		noBeat,
		signal
	);
	if (called.status !== 'answered') return called;
	const { answer, cost } = called;
	const { stopReason, usage, model } = answer;
	const said = textOf(answer.content, '');
	const opinion = readOpinion(said, { stopReason, turnIds });
	if (opinion.status === 'unusable') return { ...opinion, cost };
	const { findings, cutOff } = opinion;
	const stored = await putOpinion(
		ports.db,
		{ summaryId: summary.id, forgotten },
		{
			model,
			promptId: prompt.id,
			at: ports.clock.now(),
			usage,
			cost,
			about: wordingOf(summary),
			findings,
			cutOff,
			gaps
		}
	);
	return stored.status === 'failed' ? stored : { status: 'told' };
}
