/** A text of ours that a model is asked with: shown under Settings, by id, where the user may write another. */

export interface PromptText {
	/** Stored beside what it made; raised when the words change. */
	readonly id: string;
	readonly text: string;
	/** Marks for which the app writes what only it knows: words of the user's own must hold them too. */
	readonly holds?: readonly string[];
}

/** Prompts the user has rewritten, by id. */
export type Rewritten = Readonly<Record<string, string>>;

/** What of its marks a text lacks. */
export const missingIn = ({ holds = [] }: Pick<PromptText, 'holds'>, text: string) =>
	holds.filter((mark) => !text.includes(mark));

/** The user's own words, where they can be used, or ours. */
export function wordsFor(prompt: PromptText, changed: Rewritten): string {
	const own = changed[prompt.id];
	return own === undefined || missingIn(prompt, own).length > 0 ? prompt.text : own;
}

/** Its words with what only the app knows, in one go: what somebody wrote may hold a mark. */
export const wordsWith = (
	prompt: PromptText,
	facts: Readonly<Record<string, string | number>>,
	changed: Rewritten
): string =>
	wordsFor(prompt, changed).replace(/<[a-z]+>/g, (mark) =>
		prompt.holds?.includes(mark) ? String(facts[mark] ?? mark) : mark
	);

/** What a request is made of: the parts of `user` in order, each named for the ledger. */
export interface RequestText {
	readonly id: string;
	readonly system: string;
	readonly parts: readonly { readonly source: string; readonly text: string }[];
}
