import {
	contentWords,
	firstPersons,
	grammar,
	negation,
	plainForms,
	subjects
} from '#core/lines/content-words.ts';
import { cutTokens } from '#core/search/words/tokens.ts';

/**
 * Whether a line is the user's own words (DESIGN 3). `written`: `contentWords` of the messages a person typed in the
 * session; imported ones are not theirs. A line without any content word is nobody's. "The user lives in Porto" is
 * "I live in Porto": the verb behind the subject may stand in the third person, no other word may change.
 */
export function isOwnWords(line: string, written: ReadonlySet<string>): boolean {
	const isWritten = (word: string): boolean =>
		[...contentWords([word])].some((term) => written.has(term));
	let verbNext = false;
	let content = 0;
	for (const token of cutTokens(line)) {
		const said = line.slice(token.start, token.end).toLowerCase();
		const isVerb = verbNext;
		if (negation.test(said)) {
			if (!written.has('not')) return false;
			content++;
			continue;
		}
		if (token.stop || grammar.has(token.word)) continue;
		if (subjects.has(token.word)) {
			verbNext = content === 0;
			continue;
		}
		verbNext = false;
		content++;
		if (written.has(token.term)) continue;
		const others = isVerb ? firstPersons(token.word) : plainForms(token.word);
		if (!others.some(isWritten)) return false;
	}
	return content > 0;
}
