import { noQuestion } from '#core/import/chat-lines.ts';
import { isNamedFile, isNamedImage } from '#core/import/named-file.ts';
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
			return isBeside(block.text) ? '' : block.text;
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

/** One of two answers is where the other begins. */
function areAnsweredAlike(here: readonly Step[], file: readonly Step[]): boolean {
	if (here.length === 0 || file.length === 0) return true;
	const [one, other] = [wordsByStep(here), wordsByStep(file)];
	const [wholeOne, wholeOther] = [one.at(-1) ?? '', other.at(-1) ?? ''];
	if (wholeOne !== '' && wholeOther !== '')
		return (
			one.some((said) => isSaid(said, wholeOther)) || other.some((said) => isSaid(wholeOne, said))
		);
	return (wholeOne === '' && isBegunBy(file, here)) || (wholeOther === '' && isBegunBy(here, file));
}

const areAskedAlike = (here: Exchange, file: Exchange): boolean =>
	wordsOf(here.turn.asked) === wordsOf(file.turn.asked);

/** Whether a turn that is here and one of a file ask the same and are answered the same, as far as both have steps. */
export const beginAlike = (here: Exchange, file: Exchange): boolean =>
	wordsOf(here.turn.asked) === wordsOf(file.turn.asked) && areAnsweredAlike(here.steps, file.steps);

/**
 * A question of nothing but files. Where a reader did not see them there was none, and its answer stood with the turn
 * before.
 */
const isOnlyFiles = ({ turn, steps }: Exchange): boolean =>
	steps.length > 0 && turn.asked.every((block) => block.type === 'text' && isNamedFile(block.text));

/** How many turns of a file, from one on, a turn that is here is; 0: it is another. */
function turnsOf(here: Exchange, file: readonly Exchange[], from: number): number {
	const first = file[from];
	if (!first) return 0;
	let count = beginAlike(here, first) ? 1 : 0;
	const whole = wordsByStep(here.steps).at(-1) ?? '';
	let said = wordsByStep(first.steps).at(-1) ?? '';
	for (let at = from + 1; said.length < whole.length; at++) {
		const next = file[at];
		if (!next || !isOnlyFiles(next)) break;
		said += wordsByStep(next.steps).at(-1) ?? '';
		if (areAskedAlike(here, first) && isSaid(whole, said)) count = at + 1 - from;
	}
	return count;
}

/** How many turns two ways have in common, from the first one on: of what is here, and of the file. */
export function commonTurns(
	here: readonly Exchange[],
	file: readonly Exchange[]
): { readonly here: number; readonly file: number } {
	let taken = 0;
	for (const [at, exchange] of here.entries()) {
		const turns = turnsOf(exchange, file, taken);
		if (turns === 0) return { here: at, file: taken };
		taken += turns;
	}
	return { here: here.length, file: taken };
}

/** The words by which a turn is known: its question, and how its answer begins. */
export const openingOf = ({ turn, steps: [first] }: Exchange): string =>
	JSON.stringify([wordsOf(turn.asked), wordsOf(first?.content ?? [])]);
