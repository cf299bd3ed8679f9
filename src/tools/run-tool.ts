import type { ToolResultBlock, ToolUseBlock } from '#core/log/blocks.ts';
import { isOwnTool, type OwnTool } from '#core/log/own-tools.ts';
import { cleanText } from '#core/text/clean-text.ts';
import { definitions } from '#tools/definitions.ts';
import { editMemory } from '#tools/edit-memory.ts';
import { bad, checked, type Described, type InputOf, type ToolText } from '#tools/input.ts';
import { openTurns } from '#tools/open-turns.ts';
import type { ToolPorts } from '#tools/ports.ts';
import { readMemory } from '#tools/read-memory.ts';
import { recall } from '#tools/recall.ts';
import { saveMemory } from '#tools/save-memory.ts';

type Answer = (input: ToolUseBlock['input'], ports: ToolPorts) => Promise<ToolText>;

/** What runs once its input is as its definition says. */
function checking<D extends Described>(
	definition: D,
	run: (input: InputOf<D>, ports: ToolPorts) => Promise<ToolText>
): Answer {
	return async (given, ports) => {
		const input = checked(given, definition);
		return typeof input === 'string' ? bad(input) : run(input, ports);
	};
}

const tools: Readonly<Record<OwnTool, Answer>> = {
	save_memory: checking(definitions.save_memory, saveMemory),
	recall: checking(definitions.recall, recall),
	read_memory: checking(definitions.read_memory, readMemory),
	edit_memory: checking(definitions.edit_memory, editMemory),
	open_turns: checking(definitions.open_turns, openTurns)
};

const unread =
	'Not done: what it needs to read cannot be opened on this device just now. Nothing was changed.';

/** Answer one call. An unknown tool, bad input or what cannot be opened is an error the model can read, never an exception (INV-37). */
async function runTool(call: ToolUseBlock, ports: ToolPorts): Promise<ToolResultBlock> {
	const { name, input } = call;
	const {
		text,
		images = [],
		failed
	} = isOwnTool(name)
		? ((await ports.attempt(() => tools[name](input, ports))) ?? bad(unread))
		: bad(`There is no tool ${name}. There are: ${Object.keys(tools).join(', ')}.`);
	const words = cleanText(text).text || 'Nothing.';
	return {
		type: 'tool_result',
		tool_use_id: call.id,
		content: images.length === 0 ? words : [{ type: 'text', text: words }, ...images],
		...(failed ? { is_error: true } : {})
	};
}

/** Calls of one answer that are run; a model that has lost its way may ask for thousands. */
const mostCalls = 32;

const stopped = 'Not run: the user stopped the answer.';
const tooMany = `Not run: at most ${String(mostCalls)} calls are run at a time. Make those that still matter again, a few at a time.`;

/** Answer the calls of an answer one after the other, each with a result. What the user stops is answered as stopped. */
export async function runTools(
	calls: readonly ToolUseBlock[],
	ports: ToolPorts,
	signal: AbortSignal
): Promise<readonly ToolResultBlock[]> {
	const results: ToolResultBlock[] = [];
	for (const [at, call] of calls.entries()) {
		if (signal.aborted) results.push(notRun(call, stopped));
		else results.push(at < mostCalls ? await runTool(call, ports) : notRun(call, tooMany));
	}
	return results;
}

/** The result of a call that was not run. */
export const notRun = (call: ToolUseBlock, why: string): ToolResultBlock => ({
	type: 'tool_result',
	tool_use_id: call.id,
	content: why,
	is_error: true
});
