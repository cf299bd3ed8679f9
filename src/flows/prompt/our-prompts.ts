import { flushPrompt } from '#prompts/flush.ts';
import { guestRulesPrompt, rulesPrompt } from '#prompts/memory-rules.ts';
import { opinionPrompt } from '#prompts/opinion.ts';
import { repairs } from '#prompts/summarise.ts';
import {
	extractionPrompt,
	insideReading,
	journalPrompt,
	missingIn,
	summaryPrompts,
	transcriptReading,
	type SummaryPrompt
} from '#prompts/summarise-forms.ts';
import {
	insideCoverage,
	insideIntegrates,
	insideKeepsMore,
	insideOpening
} from '#prompts/summarise-inside.ts';
import { systemText } from '#prompts/system.ts';
import { tidyPrompt } from '#prompts/tidy.ts';

/** The texts of our own requests as they came with the app, for the page that shows and changes them. */

export interface OurPrompt {
	/** Under which the user's own words for it are stored. */
	readonly id: string;
	readonly text: string;
	/** Marks that other words for it lack: the app writes in their place what only it knows. */
	readonly missing: (words: string) => readonly string[];
	readonly use:
		| { readonly kind: 'summary'; readonly form: string }
		/** Why an answer is asked for once more. */
		| { readonly kind: 'repair'; readonly reason: string }
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
					| 'rules'
					| 'guestRules';
		  };
}

export const ourSystemText = systemText;

const listed = (prompt: SummaryPrompt, use: OurPrompt['use']): OurPrompt => ({
	id: prompt.id,
	text: prompt.text,
	missing: (words) => missingIn(prompt, words),
	use
});

/** In groups: whole instructions, what is said inside a conversation, what is said when an answer was no use, and the rules. */
export const ourPrompts: Readonly<
	Record<'instructions' | 'inside' | 'repairs' | 'rules', readonly OurPrompt[]>
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
	inside: [
		listed(insideOpening, { kind: 'insideOpening' }),
		listed(insideReading, { kind: 'insideReading' }),
		listed(insideCoverage, { kind: 'insideCoverage' }),
		listed(insideIntegrates, { kind: 'insideIntegrates' }),
		listed(insideKeepsMore, { kind: 'insideKeepsMore' })
	],
	repairs: Object.entries(repairs).map(([reason, prompt]) =>
		listed(prompt, { kind: 'repair', reason })
	),
	rules: [listed(rulesPrompt, { kind: 'rules' }), listed(guestRulesPrompt, { kind: 'guestRules' })]
};
