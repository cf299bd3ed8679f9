/** Words of a second opinion: what a model says, asked on request, about a summary. */
import type { OpinionGaps } from '#core/opinion/opinion.ts';
import * as format from '../../format.ts';

const some = (value: number, one: string, other: string) => format.count(value, { one, other });

export const opinion = {
	title: 'What a model says',
	ask: 'Ask the model what is missing',
	again: 'Ask again',
	weighing: 'Weighing what it would read…',
	running: 'The model compares the summary with its messages…',
	answered: 'The model has answered.',
	/** `dollars`: at most; null where the price is unknown. */
	quote: ({
		model,
		host,
		input,
		dollars
	}: {
		readonly model: string;
		readonly host: string;
		readonly input: number;
		readonly dollars: number | null;
	}) =>
		`${model} at ${host} is sent the summary and the messages it stands for, once: about ${format.tokens(input)}, ${dollars === null ? 'at an unknown price' : `at most ${format.money(dollars)}`}. What it says is shown here as its opinion and becomes part of no later message.`,
	no: {
		'no-model':
			'A model can compare the summary with the messages it stands for. This needs one: choose it under Settings.',
		'nothing-to-read':
			'No message it stands for may be shown to a model: all of them are left out, off the record or deleted.',
		'no-room':
			'The window of this model has no room for the summary and the messages together. Choose another model under Settings.'
	},
	/** What it would not see, or has not seen. */
	gaps: ({ turns, pieces, images, kept }: OpinionGaps) =>
		[
			...(turns === null ? [] : [`${format.turns(turns.from, turns.through)}, for want of room`]),
			...(kept > 0
				? [some(kept, 'turn off the record or left out', 'turns off the record or left out')]
				: []),
			...(pieces > 0
				? [some(pieces, 'long piece in its middle', 'long pieces in their middle')]
				: []),
			...(images > 0 ? [some(images, 'image or document', 'images or documents')] : [])
		].join('; '),
	notRead: (gaps: string) => `Not read: ${gaps}.`,
	by: (model: string) => `The opinion of ${model}`,
	opinionHelp: 'It may be mistaken. Nothing of it is sent unless you add it.',
	facts: ({
		at,
		read,
		written,
		cost
	}: {
		readonly at: number;
		readonly read: number | null;
		readonly written: number | null;
		readonly cost: number | null;
	}) =>
		[
			format.dateTime(at),
			...(read === null || written === null
				? []
				: [`${format.tokens(read)} read, ${format.number(written)} written`]),
			`cost ${format.money(cost)}`
		].join(' · '),
	kinds: { missing: 'Missing, it says', wrong: 'Wrong, it says' },
	none: 'It found nothing missing and nothing wrong.',
	cutOff: 'Its answer was cut off: there may be more.',
	earlier: 'It was about an earlier wording of this summary.',
	inSummary: 'in the summary',
	toMessage: 'Show message',
	/** Begins a sentence that `paid` ends. */
	unusable: {
		empty: 'The model answered with nothing',
		refused: 'The model declined to answer',
		'cut-off': 'The answer was cut off before anything could be read from it',
		unreadable: 'The model answered with something other than a list of findings'
	},
	/** Behind a beginning of `unusable`. */
	paid: (dollars: number | null) =>
		`; the request was sent all the same (cost ${format.money(dollars)}). Try again, or ask another model.`,
	/** In place of sentences about messages, which this is none. */
	failures: {
		offline: 'You are offline. Ask again when you are online.',
		interrupted: 'The answer broke off before it was complete. Ask again.',
		'busy-elsewhere': 'This is being asked in another tab already. Wait until it has finished.'
	}
} as const;
