import {
	countBlock,
	countText,
	countTool,
	type Scales,
	type TextCounter
} from '../anthropic/counting/tokens.ts';
import type { WireBlock } from '../anthropic/wire.ts';

/** Scales for the scripted server that weigh a recorded session as its provider did, by what that reported call by call. */

interface Row {
	readonly kind: string;
	readonly role?: string;
	readonly text?: string;
	readonly toolCalls?: readonly { readonly args: unknown }[];
	readonly usage?: {
		readonly input: number;
		readonly cacheRead: number;
		readonly cacheWrite: number;
	};
}

/** What was said between two reports. */
interface Growth {
	readonly blocks: readonly WireBlock[];
	/** By how much the reported prompt grew, tokens. */
	readonly grown: number;
	/** What the tokenizer makes of the blocks, tokens. */
	readonly counted: number;
}

export interface RecordedScales extends Scales {
	/** Reported ÷ counted, the median of all growths; 1 where nothing was reported. */
	readonly ratio: number;
	/** Growths whose report is used, and those that hold more or less than was recorded. */
	readonly used: number;
	readonly leftOut: number;
}

const keyOf = (block: WireBlock): string => {
	switch (block.type) {
		case 'text':
			return `text ${String(block['text'])}`;
		case 'tool_use':
			return `call ${JSON.stringify(block['input'])}`;
		case 'tool_result':
			return `result ${String(block['content'])}`;
		default:
			return `${block.type} ${JSON.stringify(block)}`;
	}
};

/** The blocks a recorded message has on the wire, without what is never sent again. */
function blocksOf({ role, text, toolCalls }: Row): WireBlock[] {
	if (role === 'tool') return [{ type: 'tool_result', content: text ?? '' }];
	return [
		...(text?.trim() ? [{ type: 'text', text }] : []),
		...(toolCalls ?? []).map(({ args }) => ({ type: 'tool_use', name: '', input: args }))
	];
}

/** Where the prompt shrank or was compacted nothing is known. */
function growthsOf(lines: readonly string[], weigh: (block: WireBlock) => number): Growth[] {
	const growths: Growth[] = [];
	let open: { readonly at: number; readonly blocks: WireBlock[] } | null = null;
	for (const line of lines) {
		if (line.trim() === '') continue;
		const row = JSON.parse(line) as Row;
		if (row.kind === 'compaction') open = null;
		if (row.kind !== 'message') continue;
		const { usage } = row;
		const at = usage ? usage.input + usage.cacheRead + usage.cacheWrite : 0;
		if (at > 0) {
			if (open && at > open.at && open.blocks.length > 0) {
				const counted = open.blocks.reduce((sum, block) => sum + weigh(block), 0);
				growths.push({ blocks: open.blocks, grown: at - open.at, counted });
			}
			open = { at, blocks: [] };
		}
		open?.blocks.push(...blocksOf(row));
	}
	return growths;
}

/**
 * Far more or far less was billed than was recorded: the client had added or cut something, which an app of ours
 * would have seen.
 */
function isUnrecorded({ grown, counted }: Growth, ratio: number): boolean {
	const expected = ratio * counted;
	const [less, more] = grown < expected ? [grown, expected] : [expected, grown];
	return more > 1.5 * less && more - less > 300;
}

/** Not as the estimator does it, so that neither hides an error of the other. */
const ratioOf = (growths: readonly Growth[]): number => {
	const ratios = growths.map(({ grown, counted }) => grown / Math.max(1, counted));
	return ratios.sort((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 1;
};

/**
 * From one report to the next the prompt grew by what was said between them; the blocks said there share it by what
 * the tokenizer makes of them. What was not recorded (our system prompt and tools, summaries, shortened results)
 * weighs what the tokenizer says, times the ratio.
 */
export function recordedScales(
	lines: readonly string[],
	count: TextCounter = countText
): RecordedScales {
	const weigh = (block: WireBlock): number => countBlock(block, count);
	const growths = growthsOf(lines, weigh);
	const ratio = ratioOf(growths);
	const used = growths.filter((growth) => !isUnrecorded(growth, ratio));
	const weights = new Map<string, number>();
	for (const { blocks, grown, counted } of used)
		for (const block of blocks)
			weights.set(keyOf(block), (grown * weigh(block)) / Math.max(1, counted));
	return {
		block: (block) => Math.round(weights.get(keyOf(block)) ?? ratio * weigh(block)),
		tool: (tool) => Math.round(ratio * countTool(tool, count)),
		ratio,
		used: used.length,
		leftOut: growths.length - used.length
	};
}
