import type { ToolResultBlock, ToolUseBlock } from '#core/log/blocks.ts';
import { isOwnTool, isProposing } from '#core/log/own-tools.ts';
import { bringsAlong } from '#core/provenance/quoted-text.ts';
import type { MemoryFile, MemoryOrigin } from '#core/memory/memory.ts';
import { standingTexts } from '#core/memory/compared-lines.ts';
import { normaliseLine } from '#core/lines/line.ts';
import { knownBy, notedKey } from '#core/lines/same-line.ts';
import type { Taint } from '#core/summary/summary.ts';
import { callsOf, type Exchange } from '#core/log/turn.ts';

/**
 * The least trusted text that somebody had read when they wrote: what comes of it waits for the user whatever the
 * rule (threats 19–21). Editing later does not wash it off.
 */

const rank: readonly Taint[] = ['none', 'tool', 'web', 'import'];

/** The less trusted of two. */
export const worse = (a: Taint, b: Taint): Taint => (rank.indexOf(a) >= rank.indexOf(b) ? a : b);

const fromTheWeb = /web|fetch|browse|search|http|url/i;

/** What the result of a tool is. Of our own, those that do not propose hand on whatever was once stored. */
function taintOfTool(name: string): Taint {
	if (isProposing(name)) return 'none';
	return !isOwnTool(name) && fromTheWeb.test(name) ? 'web' : 'tool';
}

/**
 * Of some exchanges, and of the summary `before` them. What a user only brings along (pasted text, quotations, code,
 * markup, pictures, files) counts as an import, not as the user's word.
 */
export function taintOf(exchanges: readonly Exchange[], before: Taint): Taint {
	let taint = before;
	for (const { turn, steps } of exchanges) {
		if (turn.source === 'import' || bringsAlong(turn)) taint = worse(taint, 'import');
		for (const step of steps) taint = worse(taint, taintOfResults(callsOf(step), step.results));
	}
	return taint;
}

/** Of what tools answered. A call whose result is still to come has been read by nobody. */
export function taintOfResults(
	calls: readonly ToolUseBlock[],
	results: readonly ToolResultBlock[] | null
): Taint {
	const answered = new Set(results?.map(({ tool_use_id }) => tool_use_id));
	return calls
		.filter(({ id }) => answered.has(id))
		.reduce<Taint>((taint, { name }) => worse(taint, taintOfTool(name)), 'none');
}

/** Whether the user stands in for a line: by a word for it, or by writing it out. What a stranger's backup says of that is an import. */
export const isVouching = ({
	writer,
	origin,
	turnIds
}: Pick<MemoryOrigin, 'writer' | 'origin' | 'turnIds'>): boolean =>
	origin === 'own' && (writer === 'vouch' || (writer === 'user' && turnIds.length === 0));

/** Whether an import brought a line: its origin alone may also tell of something quoted where it was learnt. */
export const isBrought = ({
	writer,
	origin
}: Pick<MemoryOrigin, 'origin'> & { readonly writer: string }): boolean =>
	origin === 'import' && writer === 'import';

/**
 * Of memory files: `import` as long as a line that an import brought stands in one, and nobody has vouched for it. A line
 * of a conversation was accepted by the user, who has read it, whatever was read beside it there. Of another line that
 * only a sign parts from it (A and A-) a vouching says nothing: where its signs are not known it holds as long as one line
 * of its form stands.
 */
export function taintOfMemory(
	files: readonly Pick<MemoryFile, 'text'>[],
	origins: readonly Pick<MemoryOrigin, 'line' | 'signs' | 'origin' | 'writer' | 'turnIds'>[]
): Taint {
	const brought = origins.filter(isBrought);
	if (brought.length === 0) return 'none';
	const vouched = new Set(origins.filter(isVouching).map(notedKey));
	const standing = signsStanding(brought, files);
	const isForeign = ({ line, signs }: (typeof brought)[number]): boolean => {
		const all = [...(standing.get(line) ?? [])];
		const isVouched = (one: string) =>
			vouched.has(notedKey({ line, signs: one })) ||
			(all.length === 1 && vouched.has(notedKey({ line })));
		return all.some((one) => (signs ?? one) === one && !isVouched(one));
	};
	return brought.some(isForeign) ? 'import' : 'none';
}

/** By the form of each of some origins, the signs of the lines that stand in memory files. */
function signsStanding(
	origins: readonly Pick<MemoryOrigin, 'line'>[],
	files: readonly Pick<MemoryFile, 'text'>[]
): ReadonlyMap<string, ReadonlySet<string>> {
	const standing = new Map(origins.map(({ line }) => [line, new Set<string>()]));
	for (const text of files.flatMap((file) => standingTexts(file.text)))
		standing.get(normaliseLine(text))?.add(knownBy(text).signs);
	return standing;
}

/** A vouching of which only the form is known: it holds as long as one line of that form stands. */
export const isVagueVouching = (row: MemoryOrigin): boolean =>
	row.signs === undefined && isVouching(row);

/** Some origins without the vouchings that hold for no line, see `taintOfMemory`; `files`: all of memory. */
export function originsThatHold(
	origins: readonly MemoryOrigin[],
	files: readonly Pick<MemoryFile, 'text'>[]
): readonly MemoryOrigin[] {
	const standing = signsStanding(origins.filter(isVagueVouching), files);
	return origins.filter((row) => !isVagueVouching(row) || (standing.get(row.line)?.size ?? 0) < 2);
}
