/** What is known of a reply: who wrote it, how much, and for what price. */
import type { Step } from '#core/log/turn.ts';
import { onDevice, unnamedModel } from '#core/models/model-card.ts';
import { costOf } from '#core/reply/reply-parts.ts';
import { words } from '../../../words/talk-words.ts';

/** Empty of an imported reply of which nothing is known. */
export function factsOf(
	model: string,
	steps: readonly Pick<Step, 'content' | 'cost' | 'usage'>[]
): string {
	const output = steps.reduce((sum, { usage }) => sum + (usage?.output ?? 0), 0);
	const written = output > 0 ? [words.messages.written(output)] : [];
	if (model === unnamedModel) return written.join('');
	const cost = model === onDevice ? [] : [words.messages.cost(costOf(steps))];
	return [model, ...written, ...cost].join(' · ');
}
