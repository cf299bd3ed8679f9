import type { Language } from '#core/text/language.ts';
import { wordsWith, type Rewritten, type PromptText } from '#prompts/prompt-text.ts';

/**
 * The fixed sentences that stand around what a request of our own is about: above each text, and at the end, where they
 * are read last. All of them are shown and can be changed under Settings.
 */

const part = (id: string, text: string, ...holds: readonly string[]): PromptText => ({
	id,
	text,
	...(holds.length > 0 && { holds })
});

/** Of a summary from a transcript, and of the notes a transcript is read for. */
export const summaryParts = {
	soFar: part('lead-summary-so-far-1', 'Summary so far:'),
	noneSoFar: part(
		'lead-no-summary-1',
		'Summary so far: None - this is the first compaction round.'
	),
	firstRequest: part('lead-first-request-1', 'The first request of the conversation:'),
	noFirstRequest: part('lead-no-request-1', 'The first request of the conversation: Unknown task'),
	notes: part('lead-notes-1', "Already in today's notes:"),
	coverage: part(
		'task-coverage-1',
		'Write the summary now. It covers turns <turns> of the conversation.',
		'<turns>'
	),
	integrates: part(
		'task-integrates-1',
		'Write the summary now. It covers turns <turns> of the conversation: those before turn <first> through the summary so far, the rest from the transcript. Integrate the summary so far.',
		'<turns>',
		'<first>'
	),
	inParts: part(
		'task-in-parts-1',
		'This is part <part> of <parts>: each summary goes into the next part, and the last one stands for all.',
		'<part>',
		'<parts>'
	),
	round: part('task-round-1', 'Round number: <round>.', '<round>'),
	language: part(
		'task-language-1',
		'Write in <language>, the language the user writes in.',
		'<language>'
	),
	anyLanguage: part('task-any-language-1', 'Write in the language the user writes in.'),
	length: part(
		'task-length-1',
		'Length: at most about <budget> tokens, and much shorter than the transcript.',
		'<budget>'
	),
	lengthOfRound: part(
		'task-length-of-round-1',
		'Length: at most about <budget> tokens (at most <budget>), and much shorter than the transcript.',
		'<budget>'
	),
	images: part(
		'task-images-1',
		'Images and documents in the transcript that are not shown to you: <images>. Say so.',
		'<images>'
	),
	pieces: part(
		'task-pieces-1',
		'Very long pieces of which only the beginning and the end are shown: <pieces>.',
		'<pieces>'
	),
	focus: part('task-focus-1', 'The user asked to attend to this above all: <focus>', '<focus>'),
	extraction: part('task-extraction-1', 'Note the memories now.')
} as const;

/** Of the other requests: a second opinion, and tidying. */
export const otherParts = {
	opinionEarlier: part(
		'opinion-lead-earlier-1',
		'An earlier summary, which stood for what came before these messages and went into the one you check:'
	),
	opinionTask: part(
		'opinion-task-1',
		'Say now what is missing from the summary or wrong in it. The messages shown are turns <turns>.',
		'<turns>'
	),
	opinionBefore: part(
		'opinion-before-1',
		'What the earlier summary says and the new one does not may be missing too.'
	),
	opinionUnread: part(
		'opinion-unread-1',
		'Turns <turns> had no room and are not shown.',
		'<turns>'
	),
	opinionKept: part(
		'opinion-kept-1',
		'Some turns (<count>) are kept back and not shown.',
		'<count>'
	),
	opinionPieces: part(
		'opinion-pieces-1',
		'Of <pieces> very long pieces only parts are shown.',
		'<pieces>'
	),
	opinionImages: part(
		'opinion-images-1',
		'Images and documents (<images>) are named and not shown.',
		'<images>'
	),
	opinionLanguage: part(
		'opinion-language-1',
		'Write the sentences in <language>, the language the user writes in.',
		'<language>'
	),
	opinionAnyLanguage: part(
		'opinion-any-language-1',
		'Write the sentences in the language the user writes in.'
	),
	tidyTask: part('tidy-task-1', 'Propose the changes now.'),
	tidyGoal: part(
		'tidy-goal-1',
		'Together the lines have outgrown their room: about <budget> tokens should be left.',
		'<budget>'
	)
} as const;

export type SummaryPart = keyof typeof summaryParts;
export type OtherPart = keyof typeof otherParts;

/** Numbers of turns as people count them. */
export const turnsFrom = (from: number, through: number): string =>
	`${String(from)}–${String(through)}`;

/** In which language to write, where it is known. */
export const inLanguage = (
	language: Language | null,
	changed: Rewritten,
	{
		language: known,
		anyLanguage
	}: Pick<typeof summaryParts, 'language' | 'anyLanguage'> = summaryParts
): string =>
	language
		? wordsWith(known, { '<language>': language.name }, changed)
		: wordsWith(anyLanguage, {}, changed);
