import type { Passage } from '#core/anchors/passage.ts';
import { textOf, textOfResult, textsIn } from '#core/log/blocks.ts';
import { isKeptOut } from '#core/log/marks.ts';
import { showingCalls } from '#core/log/own-tools.ts';
import { answerText } from '#core/reply/answer-text.ts';
import { documentLine } from '#core/summarise/transcript.ts';
import { standing } from '#core/reply/reply-parts.ts';
import { callsOf, resultsOf, type Exchange, type Turn } from '#core/log/turn.ts';
import { onDevice } from '#core/models/model-card.ts';

/** What was said in some turns, by whom: what anchors, loss report and extractive summary read. */

/** Files that came along, by name: what is in them the user has not said. */
const filesIn = ({ asked }: Turn): readonly string[] =>
	asked.flatMap((block) => (block.type === 'document' ? [documentLine(block)] : []));

/** Passages in order; `key` is the id of the turn. Memory that tools had shown is nobody's words here (INV-36), and an
 * attempt that was replaced says nothing any more. */
export function passagesOf(
	exchanges: readonly Exchange[],
	leftOut: ReadonlySet<string>
): readonly Passage[] {
	const found: Passage[] = [];
	for (const { turn, steps } of exchanges) {
		const key = turn.turnId;
		if (isKeptOut(turn, leftOut)) continue;
		const say = (
			by: Passage['by'],
			text: string,
			how: Pick<Passage, 'isQuoted' | 'isCall'> = {}
		): void => {
			if (text.trim() !== '') found.push({ key, by, text, ...how });
		};
		say('user', [textOf(turn.asked), ...filesIn(turn)].join('\n').trim());
		for (const step of standing(steps)) {
			say('assistant', answerText(step), step.model === onDevice ? { isQuoted: true } : {});
			const results = resultsOf(step);
			const calls = callsOf(step);
			const showing = showingCalls(calls);
			for (const [at, call] of calls.entries()) {
				say('assistant', textsIn(call.input).join('\n'), { isCall: true });
				const result = results[at];
				if (result && !showing.has(call.id)) say('tool', textOfResult(result));
			}
		}
	}
	return found;
}
