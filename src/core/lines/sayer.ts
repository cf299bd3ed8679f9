import { filedWords } from '#core/asking/attached.ts';
import { contentOf, contentWords, termsOf } from '#core/lines/content-words.ts';
import { textOf } from '#core/log/blocks.ts';
import type { Exchange } from '#core/log/turn.ts';

/**
 * Id of the turn that a line was learnt from, where whoever wrote it named none: the newest of those in which the user
 * says most of its content words, at least half; where they say it nowhere, both sides count. Null: nobody says it.
 */
export function turnSaying(line: string, exchanges: readonly Exchange[]): string | null {
	const wanted = contentOf(line).map((said) => [...termsOf(said)]);
	const byUser = ({ turn }: Exchange) => [textOf(turn.asked), ...filedWords(turn.asked)];
	const byBoth = (exchange: Exchange) => [
		...byUser(exchange),
		...exchange.steps.map((step) => textOf(step.content))
	];
	return sayingMost(wanted, exchanges, byUser) ?? sayingMost(wanted, exchanges, byBoth);
}

function sayingMost(
	wanted: readonly (readonly string[])[],
	exchanges: readonly Exchange[],
	textsOf: (exchange: Exchange) => readonly string[]
): string | null {
	let found: string | null = null;
	let most = Math.max(0, Math.ceil(wanted.length / 2) - 1);
	for (const exchange of exchanges.toReversed()) {
		if (most === wanted.length) break;
		const said = contentWords(textsOf(exchange));
		const count = wanted.filter((terms) => terms.some((term) => said.has(term))).length;
		if (count <= most) continue;
		most = count;
		found = exchange.turn.turnId;
	}
	return found;
}
