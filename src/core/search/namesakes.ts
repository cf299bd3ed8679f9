/** Looks once more at what was found where a name of a program was asked for, which is meant sign for sign. */

/** No space, and a capital, a digit or a sign that a word has not. */
const codeName = /^(?=\S+$)(?:.+\p{Lu}|.*[\p{N}\p{P}\p{S}])/u;

/**
 * A name as programs write it (`colorMode`, `./theme.js`, `_socket`) is meant sign for sign. The index knows neither
 * signs nor capitals, so of what it found the texts are looked at again: those without the name step behind the others.
 */
export function namesakesBehind<Hit extends { readonly text: string }>(
	hits: readonly Hit[],
	query: string
): readonly Hit[] {
	const name = query.trim();
	if (!codeName.test(name)) return hits;
	const holds = ({ text }: Hit): boolean => text.includes(name);
	return [...hits.filter(holds), ...hits.filter((hit) => !holds(hit))];
}
