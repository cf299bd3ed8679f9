import { insideMark } from '#core/summary/not-read.ts';
import { lastWords, wishesOf, type SummaryCase } from '#prompts/summarise.ts';
import { seenForm, summaryPrompts } from '#prompts/summarise-forms.ts';

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
const opening = `This message comes from the app, not from the user. Earlier messages of this conversation are about to be replaced by a summary, and you write that summary now. Do not answer or go on with the conversation, and use no tool. Your whole reply is the summary, in the form that follows.`;

const quoted = (begins: string): string =>
	begins === '' ? '(no text)' : `begins ${JSON.stringify(begins)}`;

function coverage({ turns, integrates, keepsMore }: InsideCase): string {
	const [first, last] = [turns[0], turns.at(-1)];
	const listed = turns.map(({ number, begins }) => `turn ${number} ${quoted(begins)}`).join('\n');
	return [
		`The user's messages have numbers:\n${listed}`,
		`Cover turns ${first?.number ?? 1}–${last?.number ?? 1}, each with everything that answered it.${
			integrates
				? ' The summary at the top of this conversation stands for what came before: integrate it, yours replaces it.'
				: ''
		}${keepsMore ? ' What follows them stays in the conversation word for word: leave it out.' : ''}`
	].join('\n\n');
}

const imagesIn = ({ images }: InsideCase): readonly string[] =>
	images === 0 ? [] : [`Say how many images there were: ${images}.`];

/** `changed`: prompts the user has rewritten, by id. */
export function insidePrompt(
	told: InsideCase,
	changed: Readonly<Record<string, string>> = {}
): { readonly id: string; readonly instructions: string; readonly text: string } {
	const prompt = summaryPrompts[told.form];
	const instructions = told.words ?? changed[prompt.id] ?? seenForm(prompt.text);
	const notes = told.notes === null ? [] : [`Already in today's notes:\n${told.notes}`];
	return {
		id: `${told.words === null ? prompt.id : 'summary-own-words'}${insideMark}-2`,
		instructions,
		text: [
			opening,
			instructions,
			coverage(told),
			...notes,
			[...wishesOf({ ...told, images: 0 }), ...imagesIn(told), ...lastWords(told)].join('\n')
		].join('\n\n')
	};
}
