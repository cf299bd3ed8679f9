/** How a preset wants its summary to stand in the prompt, and what of it the wire can carry. */

export interface SummaryForm {
	/** As the preset asks. `system` cannot stand in the middle of a conversation and goes as `user`. */
	readonly role: 'user' | 'assistant' | 'system';
	/** Line that the preset puts before the text; null: the fence and attribution of the app. */
	readonly heading: string | null;
	/** Carry the first request of the session verbatim beside the summary. */
	readonly firstRequest: boolean;
	/** Carry the anchor list beside the summary. */
	readonly anchors: boolean;
}

export const recommendedForm: SummaryForm = {
	role: 'user',
	heading: null,
	firstRequest: true,
	anchors: true
};

/** The role on the wire. */
export const carriedRole = (form: SummaryForm): 'user' | 'assistant' =>
	form.role === 'assistant' ? 'assistant' : 'user';
