import { isMemoryTool } from '#core/transcript.ts';
import type { Taint } from '#core/summary.ts';
import { callsOf, type Exchange } from '#core/turn.ts';

/** The least trusted text that a summary was made from. Editing it later does not wash it off. */

const rank: readonly Taint[] = ['none', 'tool', 'web', 'import'];

const worse = (a: Taint, b: Taint): Taint => (rank.indexOf(a) >= rank.indexOf(b) ? a : b);

/** Results of our own memory tools are the user's memory and earlier turns, not foreign text. */
export function taintOf(exchanges: readonly Exchange[], before: Taint): Taint {
	let taint = before;
	for (const { turn, steps } of exchanges) {
		if (turn.source === 'import') taint = worse(taint, 'import');
		const foreign = steps.some((step) => callsOf(step).some(({ name }) => !isMemoryTool(name)));
		if (foreign) taint = worse(taint, 'tool');
	}
	return taint;
}
