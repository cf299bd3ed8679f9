import { textOf, textOfResult, type ToolUseBlock } from '#core/blocks.ts';
import { callsOf, type Exchange } from '#core/turn.ts';
import { bad, countIn, good, isBad, type ToolText } from '#tools/input.ts';
import type { ToolPorts } from '#tools/ports.ts';

/** Turns in one answer at most. */
const most = 11;
/** All of them together, characters. */
const longest = 24_000;

/** Reads turns of this conversation word for word. */
export async function openTurns(input: ToolUseBlock['input'], ports: ToolPorts): Promise<ToolText> {
	const from = countIn(input, 'from');
	if (isBad(from)) return from;
	const to = countIn(input, 'to');
	if (isBad(to)) return to;
	if (to < from) return bad('to must not be smaller than from.');
	if (to - from >= most) return bad(`At most ${String(most)} turns at a time.`);
	const found = await ports.exchanges(from - 1, to - 1);
	if (found.length === 0) return bad('There are no such turns in this conversation.');
	const share = Math.floor(longest / found.length);
	return good(found.map((exchange) => tellTurn(exchange, ports, share)).join('\n\n'));
}

function tellTurn({ turn, steps }: Exchange, ports: ToolPorts, share: number): string {
	const head = `[${String(turn.seq + 1)}] ${ports.dayOf(turn.askedAt)}`;
	if (turn.forgottenAt !== undefined) return `${head}: forgotten by the user`;
	const said = [
		`The user: ${textOf(turn.asked) || '(no words)'}`,
		...steps.flatMap((step) => {
			const words = textOf(step.content);
			const calls = callsOf(step).map(
				(call) => `Called ${call.name}: ${JSON.stringify(call.input)}`
			);
			const results = (step.results ?? []).map((one) => `Its result: ${textOfResult(one)}`);
			return [...(words === '' ? [] : [`The assistant: ${words}`]), ...calls, ...results];
		})
	].join('\n');
	return `${head}\n${said.length <= share ? said : `${said.slice(0, share)} […]`}`;
}
