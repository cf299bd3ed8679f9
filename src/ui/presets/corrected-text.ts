import type { Policy } from '#core/presets/policy.ts';
import { words } from '../words/all-words.ts';

/** What of a preset could not be used as it was written, a sentence each, to be shown beside it. */
export const correctedTexts = ({
	corrections
}: Policy): readonly { readonly field: string; readonly text: string }[] =>
	corrections.map((correction) => {
		const field = words.settings.correctedFields[correction.field];
		return { field, text: words.settings.corrected({ ...correction, field }) };
	});
