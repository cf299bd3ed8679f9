import type { Language } from '#core/text/language.ts';
import type { Asked } from '#core/presets/preset.ts';
import type { Rejection } from '#core/summary/text.ts';
import { inLanguage, summaryParts, turnsFrom } from '#prompts/request-parts.ts';
import {
	wordsFor,
	wordsWith,
	type PromptText,
	type RequestText,
	type Rewritten
} from '#prompts/prompt-text.ts';
import {
	extractionPrompt,
	instructionsFor,
	journalPrompt,
	summaryPrompts,
	transcriptReading
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

/** A text between two lines that hold the nonce. */
export const between = (what: string, nonce: string, text: string): string =>
	`----- begin ${what} ${nonce} -----\n${text}\n----- end ${what} ${nonce} -----`;

/** `changed`: prompts the user has rewritten, by id. */
export function summarisePrompt(told: SummaryCase, changed: Rewritten): RequestText {
	const prompt = summaryPrompts[told.form];
	const parts = [
		{
			source: 'Previous summary',
			text: above(told, changed, {
				what: 'summary',
				text: told.soFar,
				lead: summaryParts.soFar,
				none: summaryParts.noneSoFar
			})
		},
		{
			source: 'First request',
			text: above(told, changed, {
				what: 'request',
				text: told.originalTask,
				lead: summaryParts.firstRequest,
				none: summaryParts.noFirstRequest
			})
		},
		{
			source: 'Notes',
			text: above(told, changed, {
				what: 'notes',
				text: told.notes,
				lead: summaryParts.notes,
				none: null
			})
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

/** What stands above the transcript. */
interface Above {
	readonly what: string;
	/** Null: there is none. */
	readonly text: string | null;
	/** The sentence that says what the text is. */
	readonly lead: PromptText;
	/** What `rounds` says where there is none. */
	readonly none: PromptText | null;
}

/** A text below the sentence that says what it is; where there is none, `rounds` may say so. */
function above(
	{ form, nonce }: Pick<SummaryCase, 'form' | 'nonce'>,
	changed: Rewritten,
	{ what, text, lead, none }: Above
): string {
	if (text !== null) return `${wordsFor(lead, changed)}\n${between(what, nonce, text)}`;
	return none && form === 'rounds' ? wordsFor(none, changed) : '';
}

/** The facts of this case, after the transcript, so that they are read last. */
function taskOf(told: SummaryCase, changed: Rewritten): string {
	const { soFar, fromTurn, throughTurn, part, cutPieces } = told;
	const say = (prompt: PromptText, facts: Readonly<Record<string, string | number>>): string =>
		wordsWith(prompt, facts, changed);
	const lines = [
		soFar === null
			? say(summaryParts.coverage, { '<turns>': turnsFrom(fromTurn, throughTurn) })
			: say(summaryParts.integrates, {
					'<turns>': turnsFrom(1, throughTurn),
					'<first>': fromTurn
				}),
		...(part.of > 1 ? [say(summaryParts.inParts, { '<part>': part.at, '<parts>': part.of })] : []),
		...wishesOf(told, changed),
		...(told.images > 0 ? [say(summaryParts.images, { '<images>': told.images })] : []),
		...(cutPieces > 0 ? [say(summaryParts.pieces, { '<pieces>': cutPieces })] : []),
		...lastWords(told, changed)
	];
	return lines.join('\n');
}

type Wished = Pick<SummaryCase, 'form' | 'round' | 'language' | 'budget'>;

/** What holds for a summary whichever way the messages are read. */
export const wishesOf = (
	{ form, round, language, budget }: Wished,
	changed: Rewritten
): readonly string[] => [
	...(form === 'rounds' ? [wordsWith(summaryParts.round, { '<round>': round }, changed)] : []),
	inLanguage(language, changed),
	wordsWith(
		form === 'rounds' ? summaryParts.lengthOfRound : summaryParts.length,
		{ '<budget>': budget },
		changed
	)
];

/** Read last: what the user asked for, and what was wrong before. */
export const lastWords = (
	{ focus, repair }: Pick<SummaryCase, 'focus' | 'repair'>,
	changed: Rewritten
): readonly string[] => [
	...(focus === null
		? []
		: [wordsWith(summaryParts.focus, { '<focus>': focus.replace(/\s+/g, ' ').trim() }, changed)]),
	...(repair === null ? [] : [wordsFor(repairs[repair], changed)])
];

/** What is said when an answer could not be used and is asked for once more, by what was wrong with it. */
export const repairs: Readonly<Record<Rejection, PromptText>> = {
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
	changed: Rewritten,
	what: 'reset' | 'journal'
): RequestText {
	const prompt = what === 'journal' ? journalPrompt : extractionPrompt;
	return {
		id: prompt.id,
		system: instructionsFor(prompt, transcriptReading, changed),
		parts: [
			{ source: 'Transcript', text: between('transcript', told.nonce, told.transcript) },
			{
				source: 'Task',
				text: `${wordsFor(summaryParts.extraction, changed)} ${inLanguage(told.language, changed)}`
			}
		]
	};
}
