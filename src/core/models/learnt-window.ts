import type { Failure } from '#core/failure.ts';
import type { ModelCard } from '#core/models/model-card.ts';

/** Less is no window of any model that talks: the number meant something else. */
const smallest = 1000;

/**
 * A model's card after the endpoint found a prompt too long and said how much it takes: the next prompt is measured
 * against that (INV-11). The same card where nothing is learnt: no numbers, more room than was thought, or a number
 * that the user wrote, which is theirs to change.
 */
export function learnWindow(card: ModelCard, refusal: Failure): ModelCard {
	if (refusal.kind !== 'overflow' || refusal.window === null || card.windowBy === 'user')
		return card;
	const { tokens, window } = refusal;
	// Anthropic counts the answer in: then the prompt alone may be smaller than the window.
	const isWindow = window >= smallest && (tokens === null || tokens > window / 2);
	if (!isWindow || (card.window !== null && card.window <= window)) return card;
	return { ...card, window, windowBy: 'api' };
}
