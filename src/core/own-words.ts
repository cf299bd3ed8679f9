import { cutTokens } from '#core/search/tokens.ts';

/** Whose words a memory line holds: the user's own, when every content word of it is in what the user wrote. */

const negation = /^(?:no|nor|not|never|none|nothing|without|cannot|\p{L}+n['’]?t)$/u;

/** How a line may name its subject without anybody having said the word. */
const subjects: ReadonlySet<string> = new Set(['user', 'users']);

/** Stems of the content words of some texts, negations among them: they turn a fact into its opposite. */
export function contentWords(texts: Iterable<string>): Set<string> {
	const found = new Set<string>();
	for (const text of texts)
		for (const token of cutTokens(text)) {
			if (negation.test(text.slice(token.start, token.end).toLowerCase())) found.add('not');
			else if (!token.stop) found.add(token.term);
		}
	return found;
}

/**
 * Whether a line is the user's own words (DESIGN 3). `written`: `contentWords` of the messages a person typed in the
 * session; imported ones are not theirs. A line without any content word is nobody's.
 */
export function isOwnWords(line: string, written: ReadonlySet<string>): boolean {
	const words = [...contentWords([line])].filter((word) => !subjects.has(word));
	return words.length > 0 && words.every((word) => written.has(word));
}
