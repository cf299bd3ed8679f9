import { isNamedFile, isNamedImage } from '#core/import/named-file.ts';
import type { Block } from '#core/log/blocks.ts';
import type { Exchange, Step } from '#core/log/turn.ts';

/**
 * Whether two turns are the same by their words. What stands beside the words does not count: an export comes with its
 * pictures or without, and a reader may learn to read files and calls, to tell thinking, or to cut an answer elsewhere.
 */

const wordsIn = (block: Block): string => {
	switch (block.type) {
		case 'text':
			return isNamedFile(block.text) || isNamedImage(block.text) ? '' : block.text;
		case 'thinking':
			return block.thinking;
		case 'image':
		case 'tool_use':
			return '';
		default:
			return JSON.stringify(block);
	}
};

/** What was said and thought, as one text without its spaces. */
const wordsOf = (blocks: readonly Block[]): string =>
	blocks.map(wordsIn).join('').replace(/\s+/g, '');

/** What an answer has said before each of its steps, and when it ends. */
function wordsByStep(steps: readonly Step[]): string[] {
	const said = [''];
	for (const { content } of steps) said.push((said.at(-1) ?? '') + wordsOf(content));
	return said;
}

const callsIn = (steps: readonly Step[]): string[] =>
	steps.flatMap(({ content }) =>
		content.flatMap((block) =>
			block.type === 'tool_use' ? [JSON.stringify([block.name, block.input])] : []
		)
	);

/** One of two answers is where the other begins. Those that say nothing are known by what they call. */
function areAnsweredAlike(a: readonly Step[], b: readonly Step[]): boolean {
	const [one, other] = [wordsByStep(a), wordsByStep(b)];
	const [wholeOne, wholeOther] = [one.at(-1) ?? '', other.at(-1) ?? ''];
	if (wholeOne === '' && wholeOther === '') {
		const calls = callsIn(b);
		return callsIn(a).every((call, at) => at >= calls.length || call === calls[at]);
	}
	return one.includes(wholeOther) || other.includes(wholeOne);
}

/** Whether two turns ask the same and are answered the same, as far as both have steps. */
export const beginAlike = (a: Exchange, b: Exchange): boolean =>
	wordsOf(a.turn.asked) === wordsOf(b.turn.asked) && areAnsweredAlike(a.steps, b.steps);

/** The words by which a turn is known: its question, and how its answer begins. */
export const openingOf = ({ turn, steps: [first] }: Exchange): string =>
	JSON.stringify([wordsOf(turn.asked), wordsOf(first?.content ?? [])]);
