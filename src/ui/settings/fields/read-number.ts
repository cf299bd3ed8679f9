import { words } from '../../words/all-words.ts';

/** What a number field holds: a number, nothing, or something else, with the reason in words. */
export type ReadNumber =
	| { readonly status: 'read'; readonly value: number | null }
	| { readonly status: 'wrong'; readonly problem: string };

export const wrong = (problem: string): ReadNumber => ({ status: 'wrong', problem });

/** Read a whole number; an empty text is null. */
export function readWhole(
	text: string,
	{ least, most = Number.MAX_SAFE_INTEGER }: { readonly least: number; readonly most?: number }
): ReadNumber {
	const typed = text.trim();
	if (typed === '') return { status: 'read', value: null };
	const value = Number(typed);
	if (!Number.isSafeInteger(value)) return wrong(words.settings.notWhole);
	if (value < least || value > most)
		return wrong(
			most === Number.MAX_SAFE_INTEGER
				? words.settings.atLeast(least)
				: words.settings.between({ least, most })
		);
	return { status: 'read', value };
}

/** Read a price; an empty text is null. */
export function readPrice(text: string): ReadNumber {
	const typed = text.trim();
	if (typed === '') return { status: 'read', value: null };
	const value = Number(typed);
	return Number.isFinite(value) && value >= 0
		? { status: 'read', value }
		: wrong(words.settings.notNumber);
}
