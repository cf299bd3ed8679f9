/** Finds the sentences that bind what comes later: rules and limits, decisions and promises, open questions. */
import { promised, reasoned, settled } from '#core/anchors/bonds/decisions.ts';
import {
	announces,
	courtesy,
	delivers,
	offers,
	offersHelp,
	printed,
	underway
} from '#core/anchors/bonds/in-passing.ts';
import { looselyBinds } from '#core/anchors/bonds/loose-bonds.ts';
import { idle, limit, rule } from '#core/anchors/bonds/rules.ts';
import type { Mention, Speaker } from '#core/anchors/passage.ts';
import { sentencesOf } from '#core/anchors/text/sentences.ts';

/** Longest sentence that is kept as one thing, in characters. */
const longest = 400;

/** Something said, not a heading or the label of a list. */
const isSaid = (sentence: string): boolean =>
	!/^#{1,6}\s/u.test(sentence) && !(/[:：]\**$/u.test(sentence) && sentence.split(' ').length < 5);

function kindOf(sentence: string, by: Speaker): 'rule' | 'decision' | null {
	if (by === 'user') {
		if (rule.test(sentence) && !idle.test(sentence)) return 'rule';
		if (settled.test(sentence) || promised.test(sentence)) return 'decision';
		return null;
	}
	if (reasoned.test(sentence)) return 'decision';
	if (announces.test(sentence)) return null;
	if (limit.test(sentence)) return 'rule';
	return promised.test(sentence) && !offers.test(sentence) ? 'decision' : null;
}

/** Whose sentence it is, and how it is looked at. */
interface Look {
	readonly by: Speaker;
	readonly closely: boolean;
	/** The text hands over what was just made. */
	readonly isDone: boolean;
}

/** Whether a question waits for an answer, and is no courtesy. */
const isOpen = (question: string, { by, closely }: Look): boolean =>
	!(closely && by === 'assistant' && offersHelp.test(question)) && !courtesy.test(question);

/** A decision that only tells what is being done while it is said. */
const isUnderway = (sentence: string, { by, closely, isDone }: Look): boolean =>
	(isDone || (closely && by === 'assistant' && sentence.endsWith(':'))) && underway.test(sentence);

/** How a sentence that does not ask binds, if it does. */
function bondIn(sentence: string, look: Look): Pick<Mention, 'kind' | 'isFaint'> | null {
	const { by, closely } = look;
	if (!isSaid(sentence) || (closely && printed.test(sentence))) return null;
	const kind = kindOf(sentence, by);
	if (kind !== 'rule' && isUnderway(sentence, look)) return null;
	if (kind !== null) return { kind };
	const loose = closely && !announces.test(sentence) ? looselyBinds(sentence, by) : null;
	return loose === null ? null : { kind: loose, isFaint: true };
}

/**
 * Sentences of a speaker that bind and sentences that ask; tools bind nobody. Looked at closely also what is meant
 * so in other words; such mentions are faint.
 */
export function findSentences(
	text: string,
	by: Speaker,
	{ closely }: { readonly closely: boolean } = { closely: false }
): Mention[] {
	if (by === 'tool') return [];
	const isDone = closely && by === 'assistant' && delivers.test(text);
	const look: Look = { by, closely, isDone };
	const found: Mention[] = [];
	for (const { text: sentence, offset, asks } of sentencesOf(text)) {
		if (sentence.length > longest || sentence.length < 4) continue;
		if (!asks) {
			const bond = bondIn(sentence, look);
			if (bond) found.push({ ...bond, text: sentence, offset });
		} else if (isOpen(sentence, look)) found.push({ kind: 'question', text: sentence, offset });
	}
	return found;
}

/** What an issue or a file of rules asks for, as a tool printed it: it binds nobody by itself, and is faint. */
export const findRules = (text: string): Mention[] =>
	findSentences(text, 'user', { closely: true })
		.filter(({ kind }) => kind === 'rule')
		.map((mention) => ({ ...mention, isFaint: true }));
