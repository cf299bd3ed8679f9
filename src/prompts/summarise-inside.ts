import { insideMark } from '#core/summary/not-read.ts';
import { summaryParts } from '#prompts/request-parts.ts';
import { lastWords, wishesOf, type SummaryCase } from '#prompts/summarise.ts';
import { wordsFor, wordsWith, type PromptText, type Rewritten } from '#prompts/prompt-text.ts';
import { insideReading, instructionsFor, summaryPrompts } from '#prompts/summarise-forms.ts';

/** The request for a summary as the newest message of the conversation itself: its prefix stays as the cache knows it. */

export interface InsideCase extends Pick<
	SummaryCase,
	'form' | 'words' | 'round' | 'language' | 'budget' | 'focus' | 'images' | 'notes' | 'repair'
> {
	/** What is to be summarised, with the number of each turn as people count them. */
	readonly turns: readonly { readonly number: number; readonly begins: string }[];
	/** A summary of what came before stands at the top of the conversation. */
	readonly integrates: boolean;
	/** Newer turns stay word for word. */
	readonly keepsMore: boolean;
}

/** How the message begins, so that whoever answers knows that no person wrote it. */
export const insideOpening: PromptText = {
	id: 'inside-opening-1',
	text: `This message comes from the app, not from the user. Earlier messages of this conversation are about to be replaced by a summary, and you write that summary now. Do not answer or go on with the conversation, and use no tool. Your whole reply is the summary, in the form that follows.`
};

/** What is to be covered; the app writes which turns. */
export const insideCoverage: PromptText = {
	id: 'inside-coverage-1',
	holds: ['<turns>', '<first>', '<last>'],
	text: `The user's messages have numbers:
<turns>

Cover turns <first>–<last>, each with everything that answered it.`
};

/** Said where a summary stands at the top of the conversation already. */
export const insideIntegrates: PromptText = {
	id: 'inside-integrates-1',
	text: 'The summary at the top of this conversation stands for what came before: integrate it, yours replaces it.'
};

/** Said where newer turns stay. */
export const insideKeepsMore: PromptText = {
	id: 'inside-keeps-more-1',
	text: 'What follows them stays in the conversation word for word: leave it out.'
};

export const insideImages: PromptText = {
	id: 'inside-images-1',
	holds: ['<images>'],
	text: 'Say how many images and documents there were: <images>.'
};

const quoted = (begins: string): string =>
	begins === '' ? '(no text)' : `begins ${JSON.stringify(begins)}`;

function coverage({ turns, integrates, keepsMore }: InsideCase, changed: Rewritten): string {
	const [first, last] = [turns[0], turns.at(-1)];
	const listed = turns.map(({ number, begins }) => `turn ${number} ${quoted(begins)}`).join('\n');
	const facts = {
		'<turns>': listed,
		'<first>': first?.number ?? 1,
		'<last>': last?.number ?? 1
	};
	return [
		wordsWith(insideCoverage, facts, changed),
		...(integrates ? [wordsFor(insideIntegrates, changed)] : []),
		...(keepsMore ? [wordsFor(insideKeepsMore, changed)] : [])
	].join(' ');
}

const imagesIn = ({ images }: InsideCase, changed: Rewritten): readonly string[] =>
	images === 0 ? [] : [wordsWith(insideImages, { '<images>': images }, changed)];

/** `changed`: prompts the user has rewritten, by id. */
export function insidePrompt(
	told: InsideCase,
	changed: Rewritten
): { readonly id: string; readonly instructions: string; readonly text: string } {
	const prompt = summaryPrompts[told.form];
	const instructions = instructionsFor(prompt, insideReading, changed, told.words);
	const notes =
		told.notes === null ? [] : [`${wordsFor(summaryParts.notes, changed)}\n${told.notes}`];
	return {
		id: `${told.words === null ? prompt.id : 'summary-own-words'}${insideMark}-2`,
		instructions,
		text: [
			wordsFor(insideOpening, changed),
			instructions,
			coverage(told, changed),
			...notes,
			[...wishesOf(told, changed), ...imagesIn(told, changed), ...lastWords(told, changed)].join(
				'\n'
			)
		].join('\n\n')
	};
}
