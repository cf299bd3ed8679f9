import { flushPrompt } from '#prompts/flush.ts';
import { opinionPrompt } from '#prompts/opinion.ts';
import { extractionPrompt, journalPrompt, summaryPrompts } from '#prompts/summarise-forms.ts';
import { systemText } from '#prompts/system.ts';
import { tidyPrompt } from '#prompts/tidy.ts';

/** The texts of our own requests as they came with the app, for the page that shows and changes them. */

export interface OurPrompt {
	/** Under which the user's own words for it are stored. */
	readonly id: string;
	readonly text: string;
	readonly use:
		| { readonly kind: 'summary'; readonly form: string }
		| { readonly kind: 'extraction' | 'journal' | 'flush' | 'tidy' | 'opinion' };
}

export const ourSystemText = systemText;

/** In the order of the presets. */
export const ourPrompts: readonly OurPrompt[] = [
	...Object.entries(summaryPrompts).map(([form, { id, text }]) => ({
		id,
		text,
		use: { kind: 'summary' as const, form }
	})),
	{ ...journalPrompt, use: { kind: 'journal' } },
	{ ...flushPrompt, use: { kind: 'flush' } },
	{ ...extractionPrompt, use: { kind: 'extraction' } },
	{ ...tidyPrompt, use: { kind: 'tidy' } },
	{ ...opinionPrompt, use: { kind: 'opinion' } }
];
