import { noQuestion } from '#core/import/chat-lines.ts';
import { isNamedFile, isNamedImage, isQuotation } from '#core/import/named-file.ts';
import { commandIn, isNotice } from '#core/import/readers/claude-code-notices.ts';
import type { Block } from '#core/log/blocks.ts';
import type { Exchange, Step } from '#core/log/turn.ts';

/**
 * Whether two turns are the same by their words. What stands beside the words does not count: an export comes with its
 * pictures or without, and a reader may learn to read files and calls, to tell thinking, or to cut an answer elsewhere.
 */

const isBeside = (text: string): boolean =>
	isNamedFile(text) || isNamedImage(text) || text === noQuestion;

const wordsIn = (block: Block): string => {
	switch (block.type) {
		case 'text':
			return isBeside(block.text) ? '' : (commandIn(block.text) ?? block.text);
		case 'thinking':
			return block.thinking;
		case 'image':
		case 'tool_use':
			return '';
		default:
			return JSON.stringify(block);
	}
};

/** Words of blocks that were looked at: a turn is held against those of every branch. */
const known = new WeakMap<readonly Block[], string>();

/** What was said and thought, as one text without its spaces. */
function wordsOf(blocks: readonly Block[]): string {
	const before = known.get(blocks);
	if (before !== undefined) return before;
	// A passage that a question is about stood nowhere once.
	const [first, ...rest] = blocks;
	const isAbout = rest.length > 0 && first?.type === 'text' && isQuotation(first.text);
	const words = (isAbout ? rest : blocks).map(wordsIn).join('').replace(/\s+/g, '');
	known.set(blocks, words);
	return words;
}

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

/** Marks of a search that ChatGPT wrote into its answers, without their spaces: they were words here once. */
const mark = /\ue200[^\ue200\ue201]*\ue201/;

/** Whether words of a file are those that are here. For a mark that is here anything may stand there. */
function isSaid(here: string, file: string): boolean {
	const [first = '', ...rest] = here.split(mark);
	const last = rest.pop();
	if (last === undefined) return here === file;
	let at = first.length;
	for (const part of rest) {
		const found = file.indexOf(part, at);
		if (found < 0) return false;
		at = found + part.length;
	}
	return file.startsWith(first) && file.endsWith(last) && file.length - last.length >= at;
}

/** Pictures of an answer: by their content, or by the names an export gives where it comes without them. */
const picturesIn = (steps: readonly Step[]): { readonly as: string; readonly what: string }[] =>
	steps.flatMap(({ content }) =>
		content.flatMap((block: Block) => {
			if (block.type === 'image') return [{ as: 'content', what: JSON.stringify(block.source) }];
			const isNamed = block.type === 'text' && isNamedImage(block.text);
			return isNamed ? [{ as: 'name', what: block.text }] : [];
		})
	);

/** As far as both have them; a name may be that of any content. */
const arePicturedAlike = (one: readonly Step[], other: readonly Step[]): boolean => {
	const others = picturesIn(other);
	return picturesIn(one).every(({ as, what }, at) => {
		const there = others[at];
		return there === undefined || there.as !== as || there.what === what;
	});
};

/** Whether an answer that says nothing is where another begins: it calls the same. */
function isBegunBy(other: readonly Step[], wordless: readonly Step[]): boolean {
	const [calls, others] = [callsIn(wordless), callsIn(other)];
	if (calls.length > 0) return calls.every((call, at) => call === others[at]);
	return (
		others.length === 0 && wordsByStep(other).at(-1) === '' && arePicturedAlike(wordless, other)
	);
}

/** How a turn that is here stands to one of a file: the words of the shorter one are where the other begins. */
type Likeness = 'same' | 'shorter' | 'longer';

/** How the answers stand to each other; null: they are two. What stands beside the words makes none longer. */
function answersAlike(here: readonly Step[], file: readonly Step[]): Likeness | null {
	const [one, other] = [wordsByStep(here), wordsByStep(file)];
	const [wholeOne, wholeOther] = [one.at(-1) ?? '', other.at(-1) ?? ''];
	if (wholeOne !== '' && wholeOther !== '') {
		if (isSaid(wholeOne, wholeOther)) return 'same';
		if (other.some((said) => isSaid(wholeOne, said))) return 'shorter';
		return one.some((said) => isSaid(said, wholeOther)) ? 'longer' : null;
	}
	const begins =
		here.length === 0 ||
		file.length === 0 ||
		(wholeOne === '' && isBegunBy(file, here)) ||
		(wholeOther === '' && isBegunBy(here, file));
	if (!begins) return null;
	return wholeOne === wholeOther ? 'same' : wholeOne === '' ? 'shorter' : 'longer';
}

export const areAskedAlike = (here: Exchange, file: Exchange): boolean =>
	wordsOf(here.turn.asked) === wordsOf(file.turn.asked);

/**
 * A question of nothing but files. Where a reader did not see them there was none, and its answer stood with the turn
 * before.
 */
const isOnlyFiles = ({ turn, steps }: Exchange): boolean =>
	steps.length > 0 && turn.asked.every((block) => block.type === 'text' && isNamedFile(block.text));

/** A turn of nothing that anybody asked: commands of Claude Code and what they printed stood here as questions once. */
export const isOfNotices = ({ turn, steps }: Exchange): boolean =>
	steps.length === 0 &&
	turn.source === 'import' &&
	turn.asked.length > 0 &&
	turn.asked.every(
		(block) => block.type === 'text' && (isNotice(block.text) || commandIn(block.text) !== null)
	);

/** How many turns of a file, from one on, a turn that is here is, and how it stands to them; null: it is another. */
export function turnsAlike(
	here: Exchange,
	file: readonly Exchange[],
	from: number
): { readonly turns: number; readonly are: Likeness } | null {
	const first = file[from];
	if (!first || !areAskedAlike(here, first)) return null;
	const are = answersAlike(here.steps, first.steps);
	let found = are && { turns: 1, are };
	const whole = wordsByStep(here.steps).at(-1) ?? '';
	let said = wordsByStep(first.steps).at(-1) ?? '';
	for (let at = from + 1; said.length < whole.length; at++) {
		const next = file[at];
		if (!next || !isOnlyFiles(next)) break;
		said += wordsByStep(next.steps).at(-1) ?? '';
		if (isSaid(whole, said)) found = { turns: at + 1 - from, are: 'same' };
	}
	return found;
}

/** The words by which a turn is known: its question, and how its answer begins. */
export const openingOf = ({ turn, steps: [first] }: Exchange): string =>
	JSON.stringify([wordsOf(turn.asked), wordsOf(first?.content ?? [])]);
