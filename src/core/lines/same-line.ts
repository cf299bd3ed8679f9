import { placedSigns } from '#core/lines/telling-signs.ts';
import { cleanLine, normaliseLine } from '#core/lines/line.ts';
import { unjudged, type Judged, type MemoryOrigin, type Refusal } from '#core/memory/memory.ts';
import { sha256 } from '#core/sha256.ts';

/**
 * Which line a text is. Whoever leaves a line out, takes it away, refuses or forgets it asks here: `normaliseLine` alone
 * lacks the signs that make another fact of one (A and A-, max power and max_power).
 */

/** The form in which a line is compared, and the signs it lacks: equal for texts that are the same line. */
export function knownBy(text: string): { readonly line: string; readonly signs: string } {
	const line = normaliseLine(text);
	return { line, signs: line === '' ? '' : placedSigns(cleanLine(text)) };
}

/** A key for what is noted of a line. Where its signs are left out only its form is known: that is another key. */
export const notedKey = ({
	line,
	signs
}: {
	readonly line: string;
	readonly signs?: string | undefined;
}): string => JSON.stringify([line, signs]);

/** The same in one; empty for a line that says nothing. */
export function lineIdentity(text: string): string {
	const { line, signs } = knownBy(text);
	return signs === '' ? line : `${line}\n${signs}`;
}

export const isSameLine = (a: string, b: string): boolean =>
	normaliseLine(a) === normaliseLine(b) && lineIdentity(a) === lineIdentity(b);

/** What is noted of a line that is refused or forgotten, for its words may have to go: SHA-256 (hex). */
export const lineKey = (line: string): string => sha256(`\n${lineIdentity(line)}`);

/**
 * The same of all lines that have one form. Until 2026-11-27 each was noted so, and so is one still of which only the
 * form is known.
 */
export const formKey = (line: string): string => sha256(normaliseLine(line));

/** Whether a line is among those that are noted, in either way. */
export const isNoted = (noted: Pick<ReadonlySet<unknown>, 'has'>, line: string): boolean =>
	isIdentityNoted(noted, lineIdentity(line));

/** The same of a line of which only `lineIdentity` is known. */
export function isIdentityNoted(
	noted: Pick<ReadonlySet<unknown>, 'has'>,
	identity: string
): boolean {
	const [form = ''] = identity.split('\n', 1);
	return noted.has(sha256(`\n${identity}`)) || noted.has(sha256(form));
}

/** Where a line was learnt, as it is noted: in no conversation and unjudged, where nothing else is told. */
export const originOf = (
	text: string,
	told: Omit<MemoryOrigin, 'line' | 'signs' | 'sessionId' | 'turnIds' | keyof Judged> &
		Partial<MemoryOrigin>
): MemoryOrigin => ({ ...unjudged, ...knownBy(text), sessionId: null, turnIds: [], ...told });

/** The id of an origin that an act writes, the `at`th of them in the file at `path`: all of them go when the act is undone. */
export const originIdOf = (act: string, path: string, at: number): string =>
	originsOfAct(act, path) + String(at);

/** What the ids of all origins of an act in one file begin with. */
export const originsOfAct = (act: string, path: string): string => `${act}:${path}:`;

/** A line as it is put on the do-not-remember list. */
export const refusalOf = (text: string, at: number): Refusal => ({
	hash: lineKey(text),
	line: cleanLine(text),
	at
});
