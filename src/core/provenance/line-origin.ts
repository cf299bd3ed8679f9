import type { LineOrigin } from '#core/memory/memory.ts';
import { withoutSpans } from '#core/asking/pasted.ts';
import { textOf } from '#core/log/blocks.ts';
import { saysOutright, standsInARow } from '#core/provenance/explicitly-stated.ts';
import { contentWords } from '#core/lines/content-words.ts';
import { isOwnWords } from '#core/provenance/own-words.ts';
import { handedOn, ownPartOf } from '#core/provenance/quoted-text.ts';
import type { Taint } from '#core/summary/summary.ts';
import type { Exchange } from '#core/log/turn.ts';

/** Whose words a line is made of, judged by everything its writer had read (DESIGN 3). */

/** What was read by whoever wrote a line. */
interface Seen {
	/** What the user typed in the session, quotations left out. */
	readonly typed: readonly string[];
	/** What they only handed on, by the look of it. */
	readonly handed: readonly string[];
	readonly taint: Taint;
}

/**
 * A judge of lines. `own`: the user's; else the least trusted text that was read, the assistant's when there was
 * none. Where foreign text was read, single words prove nothing, for it could put the user's own together to
 * something they never said: there a line must say what one whole sentence of theirs says. What was handed on counts as
 * an import, line by line; where it says all of a line, the user must have said it in a row.
 */
export function judgeOrigin({ typed, handed, taint }: Seen): (line: string) => LineOrigin {
	if (taint !== 'none') return (line) => (saysOutright(line, typed) ? 'own' : taint);
	const written = contentWords(typed);
	const brought = contentWords(handed);
	return (line) => {
		const content = [...contentWords([line])];
		const isHanded = content.every((term) => brought.has(term));
		if (isOwnWords(line, written) && (!isHanded || standsInARow(line, typed))) return 'own';
		const fresh = content.filter((term) => !written.has(term));
		return isHanded || fresh.some((term) => brought.has(term)) ? 'import' : 'assistant';
	};
}

/** What the user typed in these exchanges; imported messages, pasted text and quotations are nobody's own words here. */
export const typedIn = (exchanges: readonly Exchange[]): readonly string[] =>
	exchanges.filter(({ turn }) => turn.source === 'typed').map(({ turn }) => ownPartOf(turn));

/** What the user handed on in these exchanges without a mark. */
export const handedIn = (exchanges: readonly Exchange[]): readonly string[] =>
	exchanges
		.filter(({ turn }) => turn.source === 'typed')
		.map(({ turn }) => handedOn(withoutSpans(textOf(turn.asked), turn.pasted ?? [])))
		.filter((words) => words !== '');

const trust: readonly LineOrigin[] = ['own', 'assistant', 'tool', 'web', 'import'];

/** The least trusted of what a line was made of; `own` where it was made of nothing. */
export const leastTrusted = (origins: readonly LineOrigin[]): LineOrigin =>
	origins.reduce((least, one) => (trust.indexOf(one) > trust.indexOf(least) ? one : least), 'own');
