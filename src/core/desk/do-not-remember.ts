import { relate, sayingSame } from '#core/lines/relation.ts';
import type { Proposal, Refusal } from '#core/memory/memory.ts';
import { isNoted } from '#core/lines/same-line.ts';

const notedIn = (rows: readonly Refusal[]): ReadonlySet<string> =>
	new Set(rows.map(({ hash }) => hash));

/** Whether a line says what is on the do-not-remember list. Of a forgotten line only the hash is kept. */
export const isRefused = (rows: readonly Refusal[], text: string): boolean =>
	isNoted(notedIn(rows), text) || rows.some(({ line }) => relate(text, line) === 'same');

/** The same for many lines: the list is taken apart once. */
export function refusedBy(rows: readonly Refusal[]): (text: string) => boolean {
	const noted = notedIn(rows);
	const isSaid = sayingSame(rows.map(({ line }) => line));
	return (text) => isNoted(noted, text) || isSaid(text);
}

/**
 * The refusal by which a waiting line leaves the desk when rows have come from elsewhere; none where it is a change of a
 * clean-up, or somebody has written into it.
 */
export function refusing(
	rows: readonly Refusal[]
): (line: Pick<Proposal, 'text' | 'tidy' | 'offered'>) => Refusal | undefined {
	const isMeant = refusedBy(rows);
	return ({ text, tidy, offered }) =>
		tidy || offered !== undefined || !isMeant(text)
			? undefined
			: rows.find((row) => isRefused([row], text));
}
