import type { Form, Preset } from '#core/presets/preset.ts';

/** How the summary of a preset stands in the prompt, and what of it the wire can carry. */

export interface SummaryForm extends Form {
	/** Carry the first request of the session verbatim beside the summary. */
	readonly firstRequest: boolean;
	/** Carry the anchor list beside the summary. */
	readonly anchors: boolean;
}

/**
 * A preset without a mark of its own has the first request beside the summary; not where the last request always follows:
 * then nothing else stands beside it (checklist 84).
 */
export const summaryFormOf = (preset: Pick<Preset, 'form' | 'anchors'>): SummaryForm => ({
	...preset.form,
	firstRequest: preset.form.mark === '' && preset.form.lastRequest !== 'always',
	anchors: preset.anchors
});

/** The role on the wire: `system` cannot stand in the middle of a conversation and goes as `user`. */
export const carriedRole = (form: Pick<Form, 'role'>): 'user' | 'assistant' =>
	form.role === 'assistant' ? 'assistant' : 'user';
