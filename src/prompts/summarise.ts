import type { Language } from '#core/language.ts';
import type { Asked } from '#core/presets/preset.ts';
import type { Rejection } from '#core/summary/text.ts';
import {
	extractionPrompt,
	instructionsFor,
	journalPrompt,
	summaryPrompts,
	transcriptReading,
	wordsFor,
	type Rewritten,
	type SummaryPrompt
} from '#prompts/summarise-forms.ts';

/** The request to the summariser: instructions that rarely change as system, everything of this case as one user message. */

export interface SummaryCase {
	readonly form: Asked['form'];
	/** The preset's own instructions; null: those of the form. */
	readonly words: string | null;
	/** Made for this request; no text in the transcript holds it. */
	readonly nonce: string;
	readonly transcript: string;
	/** Numbers of turns as people count them. */
	readonly fromTurn: number;
	readonly throughTurn: number;
	/** Which part of how many. */
	readonly part: { readonly at: number; readonly of: number };
	readonly round: number;
	/** Summary of everything before this part, or null. */
	readonly soFar: string | null;
	/** The first request of the session, cut at a reasonable length; null when there is none. */
	readonly originalTask: string | null;
	readonly language: Language | null;
	/** Tokens. */
	readonly budget: number;
	/** What the user asked to attend to. */
	readonly focus: string | null;
	readonly images: number;
	/** Pieces of which only head and tail are shown. */
	readonly cutPieces: number;
	/** Notes of today that need no repetition; null: none, or not asked for. */
	readonly notes: string | null;
	/** Why the answer before this one was not accepted; null at the first try. */
	readonly repair: Rejection | null;
}

/** What a request is made of: the parts of `user` in order, each named for the ledger. */
export interface PromptText {
	readonly id: string;
	readonly system: string;
	readonly parts: readonly { readonly source: string; readonly text: string }[];
}

/** A text between two lines that hold the nonce. */
export const between = (what: string, nonce: string, text: string): string =>
	`----- begin ${what} ${nonce} -----\n${text}\n----- end ${what} ${nonce} -----`;

const plural = (count: number, one: string, many: string): string =>
	`${count} ${count === 1 ? one : many}`;

/** `changed`: prompts the user has rewritten, by id. */
export function summarisePrompt(told: SummaryCase, changed: Rewritten = {}): PromptText {
	const prompt = summaryPrompts[told.form];
	const parts = [
		{
			source: 'Previous summary',
			text:
				told.soFar === null
					? told.form === 'rounds'
						? 'Summary so far: None - this is the first compaction round.'
						: ''
					: `Summary so far:\n${between('summary', told.nonce, told.soFar)}`
		},
		{
			source: 'First request',
			text: originalOf(told)
		},
		{
			source: 'Notes',
			text:
				told.notes === null
					? ''
					: `Already in today's notes:\n${between('notes', told.nonce, told.notes)}`
		},
		{ source: 'Transcript', text: between('transcript', told.nonce, told.transcript) },
		{ source: 'Task', text: taskOf(told, changed) }
	];
	return {
		id: told.words === null ? prompt.id : 'summary-own-words',
		system: instructionsFor(prompt, transcriptReading, changed, told.words),
		parts: parts.filter(({ text }) => text !== '')
	};
}

function originalOf({ form, originalTask, nonce }: SummaryCase): string {
	if (originalTask !== null)
		return `The first request of the conversation:\n${between('request', nonce, originalTask)}`;
	return form === 'rounds' ? 'The first request of the conversation: Unknown task' : '';
}

/** The facts of this case, after the transcript, so that they are read last. */
function taskOf(told: SummaryCase, changed: Rewritten): string {
	const lines = [
		`Write the summary now. It covers turns ${told.soFar === null ? told.fromTurn : 1}–${told.throughTurn} of the conversation${
			told.soFar === null
				? ''
				: `: those before turn ${told.fromTurn} through the summary so far, the rest from the transcript. Integrate the summary so far`
		}.`,
		...(told.part.of > 1
			? [`This is part ${told.part.at} of ${told.part.of}; your summary goes into the next part.`]
			: []),
		...wishesOf(told),
		...(told.cutPieces > 0
			? [
					`Of ${plural(told.cutPieces, 'very long piece', 'very long pieces')} only the beginning and the end are shown.`
				]
			: []),
		...lastWords(told, changed)
	];
	return lines.join('\n');
}

type Wished = Pick<SummaryCase, 'form' | 'round' | 'language' | 'budget' | 'images'>;

/** What holds for a summary whichever way the messages are read. */
export const wishesOf = (told: Wished): readonly string[] => [
	...(told.form === 'rounds' ? [`Round number: ${told.round}.`] : []),
	told.language
		? `Write in ${told.language.name}, the language the user writes in.`
		: 'Write in the language the user writes in.',
	`Length: at most about ${told.budget} tokens${told.form === 'rounds' ? ` (at most ${told.budget})` : ''}, and much shorter than the transcript.`,
	...(told.images > 0
		? [`The transcript held ${plural(told.images, 'image', 'images')}, not shown to you; say so.`]
		: [])
];

/** Read last: what the user asked for, and what was wrong before. */
export const lastWords = (
	told: Pick<SummaryCase, 'focus' | 'repair'>,
	changed: Rewritten
): readonly string[] => [
	...(told.focus !== null
		? [`The user asked to attend to this above all: ${told.focus.replace(/\s+/g, ' ').trim()}`]
		: []),
	...(told.repair === null ? [] : [wordsFor(repairs[told.repair], changed)])
];

/** What is said when an answer could not be used and is asked for once more, by what was wrong with it. */
export const repairs: Readonly<Record<Rejection, SummaryPrompt>> = {
	unfinished: {
		id: 'repair-unfinished-1',
		text: 'An attempt before this one was cut off: be much briefer.'
	},
	'tool-call': {
		id: 'repair-tool-call-1',
		text: 'An attempt before this one called a tool. There are no tools: answer in text.'
	},
	empty: {
		id: 'repair-empty-1',
		text: 'An attempt before this one was empty: write the summary.'
	},
	placeholder: {
		id: 'repair-placeholder-1',
		text: 'An attempt before this one held no summary: write what was said and decided.'
	},
	'tool-syntax': {
		id: 'repair-tool-syntax-1',
		text: 'An attempt before this one held tool syntax or thinking: write plain text only.'
	},
	'section-missing': {
		id: 'repair-section-missing-1',
		text: 'An attempt before this one left out a section: write every heading exactly as given.'
	},
	'too-long': {
		id: 'repair-too-long-1',
		text: 'An attempt before this one was too long: keep to the length given above.'
	},
	'longer-than-source': {
		id: 'repair-longer-than-source-1',
		text: 'An attempt before this one was longer than what it summarised: be much briefer.'
	},
	'wrong-language': {
		id: 'repair-wrong-language-1',
		text: 'An attempt before this one was in another language than the user writes in.'
	}
};

/** The request of the last extraction before a reset, or of the journal before a compaction. */
export function extractPrompt(
	told: Pick<SummaryCase, 'nonce' | 'transcript' | 'language'>,
	changed: Rewritten = {},
	what: 'reset' | 'journal' = 'reset'
): PromptText {
	const prompt = what === 'journal' ? journalPrompt : extractionPrompt;
	const language = told.language
		? `Write in ${told.language.name}, the language the user writes in.`
		: 'Write in the language the user writes in.';
	return {
		id: prompt.id,
		system: instructionsFor(prompt, transcriptReading, changed),
		parts: [
			{ source: 'Transcript', text: between('transcript', told.nonce, told.transcript) },
			{ source: 'Task', text: `Note the memories now. ${language}` }
		]
	};
}
