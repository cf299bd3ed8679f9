import { contentWords } from '#core/lines/content-words.ts';

/**
 * What was said off the record is never remembered (issue: pins and off the record), also when the model quotes it
 * later: a line counts as said there when what nobody said elsewhere was said there.
 */

/**
 * A judge of lines. `hidden`: texts of the turns off the record; `open`: what the user typed in all others. A line
 * of the session is refused when at least half of its words that are not in `open` stand in `hidden`, or one of
 * them with a digit: a number, a code.
 */
export function judgeSecrecy(
	hidden: readonly string[],
	open: readonly string[]
): (line: string) => boolean {
	if (hidden.length === 0) return () => false;
	const secret = contentWords(hidden);
	const known = contentWords(open);
	return (line) => {
		const fresh = [...contentWords([line])].filter((term) => !known.has(term) && term !== 'not');
		const from = fresh.filter((term) => secret.has(term));
		return (
			from.length > 0 && (from.length * 2 >= fresh.length || from.some((term) => /\d/.test(term)))
		);
	};
}
