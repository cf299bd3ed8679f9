/** Cuts a growing Markdown text into top-level blocks, so that a finished block is never looked at again. */

/** Lines of one top-level block: the first, and the one after its last, counted from 0. */
export interface BlockLines {
	readonly first: number;
	readonly end: number;
	/** Ends with a link reference definition; in a quote or a list its title may stand on lines without their marks. */
	readonly definition: boolean;
}

/** Finds the top-level blocks of a text; block structure only, so it is cheap. */
type FindBlocks = (source: string) => readonly BlockLines[];

/** A text cut in two: sources of blocks that no later text can change, and the rest. Joined they are the text. */
export interface Flow {
	readonly settled: readonly string[];
	readonly open: string;
}

export const emptyFlow: Flow = { settled: [], open: '' };

/**
 * The flow after `added` has come. Only whole lines decide, because the end of a half line may still turn a list
 * into a heading; and the last block stays open, because the next line may belong to it.
 * However a text is cut into pieces, the flow at its end is the same.
 */
export function extendFlow(flow: Flow, added: string, findBlocks: FindBlocks): Flow {
	const open = flow.open + added;
	if (!added.includes('\n')) return { settled: flow.settled, open };
	const whole = open.slice(0, open.lastIndexOf('\n') + 1);
	const pieces = cut(whole, findBlocks);
	if (pieces.length < 2) return { settled: flow.settled, open };
	const closed = pieces.slice(0, -1);
	const length = closed.reduce((sum, piece) => sum + piece.length, 0);
	return { settled: [...flow.settled, ...closed], open: open.slice(length) };
}

/** All blocks of a text that is complete. */
export function closeFlow(flow: Flow, findBlocks: FindBlocks): readonly string[] {
	return flow.open === '' ? flow.settled : [...flow.settled, ...cut(flow.open, findBlocks)];
}

/** The sources of the top-level blocks of a text; what stands between two blocks goes with the earlier one. */
function cut(source: string, findBlocks: FindBlocks): string[] {
	const blocks = findBlocks(source);
	const starts = lineStarts(source);
	const pieces: string[] = [];
	let from = 0;
	for (const [index, block] of blocks.entries()) {
		const before = blocks[index - 1];
		const at = starts[block.first];
		if (!before || at === undefined) continue;
		// The title of a definition may run on over any number of lines, so right behind one the text is not cut.
		if (before.definition && before.end === block.first) continue;
		pieces.push(source.slice(from, at));
		from = at;
	}
	pieces.push(source.slice(from));
	return pieces;
}

function lineStarts(source: string): number[] {
	const starts = [0];
	for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) {
		starts.push(at + 1);
	}
	return starts;
}
