import { flushPrompt } from '#prompts/flush.ts';
import { guestRulesPrompt, rulesPrompt } from '#prompts/memory-rules.ts';
import { opinionPrompt } from '#prompts/opinion.ts';
import {
	otherParts,
	summaryParts,
	type OtherPart,
	type SummaryPart
} from '#prompts/request-parts.ts';
import { missingIn, type PromptText } from '#prompts/prompt-text.ts';
import { repairs } from '#prompts/summarise.ts';
import {
	extractionPrompt,
	insideReading,
	journalPrompt,
	summaryPrompts,
	transcriptReading
} from '#prompts/summarise-forms.ts';
import {
	insideCoverage,
	insideImages,
	insideIntegrates,
	insideKeepsMore,
	insideOpening
} from '#prompts/summarise-inside.ts';
import { systemText } from '#prompts/system.ts';
import { tidyPrompt } from '#prompts/tidy.ts';

/** The texts of our own requests as they came with the app, for the page that shows and changes them. */

export interface OurPrompt {
	/** Key under which the user's own wording is stored. */
	readonly id: string;
	readonly text: string;
	/** Placeholders missing in a wording: the app puts in their place what only it knows. */
	readonly missing: (words: string) => readonly string[];
	readonly use:
		| { readonly kind: 'summary'; readonly form: string }
		/** Why an answer is asked for once more. */
		| { readonly kind: 'repair'; readonly reason: string }
		/** One sentence of a request. */
		| { readonly kind: 'part'; readonly part: SummaryPart | OtherPart }
		| {
				readonly kind:
					| 'transcriptReading'
					| 'extraction'
					| 'journal'
					| 'flush'
					| 'tidy'
					| 'opinion'
					| 'insideReading'
					| 'insideOpening'
					| 'insideCoverage'
					| 'insideIntegrates'
					| 'insideKeepsMore'
					| 'insideImages'
					| 'rules'
					| 'guestRules';
		  };
}

export const ourSystemText = systemText;

const listed = (prompt: PromptText, use: OurPrompt['use']): OurPrompt => ({
	id: prompt.id,
	text: prompt.text,
	missing: (words) => missingIn(prompt, words),
	use
});

const partsOf = <Part extends SummaryPart | OtherPart>(
	parts: Readonly<Record<Part, PromptText>>
): readonly OurPrompt[] =>
	(Object.keys(parts) as Part[]).map((part) => listed(parts[part], { kind: 'part', part }));

/**
 * In groups: whole instructions, the sentences around a transcript and those of the other requests, what is said inside a
 * conversation, what is said when an answer was no use, and the rules.
 */
export const ourPrompts: Readonly<
	Record<'instructions' | 'parts' | 'others' | 'inside' | 'repairs' | 'rules', readonly OurPrompt[]>
> = {
	instructions: [
		...Object.entries(summaryPrompts).map(([form, prompt]) =>
			listed(prompt, { kind: 'summary', form })
		),
		listed(journalPrompt, { kind: 'journal' }),
		listed(extractionPrompt, { kind: 'extraction' }),
		listed(transcriptReading, { kind: 'transcriptReading' }),
		listed(flushPrompt, { kind: 'flush' }),
		listed(tidyPrompt, { kind: 'tidy' }),
		listed(opinionPrompt, { kind: 'opinion' })
	],
	parts: partsOf(summaryParts),
	others: partsOf(otherParts),
	inside: [
		listed(insideOpening, { kind: 'insideOpening' }),
		listed(insideReading, { kind: 'insideReading' }),
		listed(insideCoverage, { kind: 'insideCoverage' }),
		listed(insideIntegrates, { kind: 'insideIntegrates' }),
		listed(insideKeepsMore, { kind: 'insideKeepsMore' }),
		listed(insideImages, { kind: 'insideImages' })
	],
	repairs: Object.entries(repairs).map(([reason, prompt]) =>
		listed(prompt, { kind: 'repair', reason })
	),
	rules: [listed(rulesPrompt, { kind: 'rules' }), listed(guestRulesPrompt, { kind: 'guestRules' })]
};
