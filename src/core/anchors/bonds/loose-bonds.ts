/** Tells sentences that bind or ask though they say so in other words: wishes that hold, undertakings, requests. */
import { passing, undertaken } from '#core/anchors/bonds/loose-decisions.ts';
import {
	anythingElse,
	repeated,
	requested,
	unmarked,
	unmarkedInHan
} from '#core/anchors/bonds/loose-questions.ts';
import { held, insisted, onCondition } from '#core/anchors/bonds/loose-rules.ts';
import type { Speaker } from '#core/anchors/passage.ts';

/** How a sentence binds in looser words, if it does. Only for those that do not bind in plain ones. */
export function looselyBinds(
	sentence: string,
	by: Speaker
): 'rule' | 'decision' | 'question' | null {
	if (by === 'tool') return null;
	if (requested.test(sentence) && !anythingElse.test(sentence))
		return by === 'assistant' && repeated.test(sentence) ? null : 'question';
	if (by === 'user' && (unmarked.test(sentence) || unmarkedInHan.test(sentence))) return 'question';
	if (by === 'assistant' && insisted.test(sentence)) return 'rule';
	if (by === 'assistant' && (passing.test(sentence) || anythingElse.test(sentence))) return null;
	if (held[by].test(sentence) || (by === 'user' && onCondition.test(sentence))) return 'rule';
	return undertaken[by].test(sentence) ? 'decision' : null;
}
