/** Calls and results come in pairs: each call is answered in the very next message, and only calls are. */
import { badRequest } from '../errors.ts';
import type { MergedMessage, PlacedBlock } from '../wire.ts';

export function checkToolPairs(messages: readonly MergedMessage[]): void {
	checkCallIds(messages);
	for (const [index, message] of messages.entries()) {
		const previous = messages[index - 1];
		const asked = message.role === 'user' && previous ? callIds(previous) : [];
		checkResults(message, asked);
		const open = callIds(message);
		if (open.length > 0) checkAnswered(message, open, messages[index + 1]);
	}
}

function checkCallIds(messages: readonly MergedMessage[]): void {
	const seen = new Set<string>();
	for (const message of messages)
		for (const { place, block } of message.blocks) {
			if (block.type !== 'tool_use') continue;
			const id = String(block['id']);
			if (seen.has(id)) throw badRequest(`${place}: \`tool_use\` ids must be unique`);
			seen.add(id);
		}
}

function checkResults(message: MergedMessage, asked: readonly string[]): void {
	const answered = new Set<string>();
	let other: PlacedBlock | null = null;
	for (const placed of message.blocks) {
		if (placed.block.type !== 'tool_result') {
			other ??= placed;
			continue;
		}
		const id = String(placed.block['tool_use_id']);
		if (!asked.includes(id))
			throw badRequest(
				`${placed.place}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. ` +
					'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.'
			);
		if (answered.has(id))
			throw badRequest(
				`${placed.place}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`
			);
		if (other)
			throw badRequest(
				`${other.place}: \`tool_result\` blocks must come first in the content of a message`
			);
		answered.add(id);
	}
}

function checkAnswered(
	message: MergedMessage,
	open: readonly string[],
	next: MergedMessage | undefined
): void {
	const results = (next?.blocks ?? [])
		.filter(({ block }) => block.type === 'tool_result')
		.map(({ block }) => String(block['tool_use_id']));
	const missing = open.filter((id) => !results.includes(id));
	if (missing.length > 0)
		throw badRequest(
			`${message.place}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. ` +
				'Each `tool_use` block must have a corresponding `tool_result` block in the next message.'
		);
}

function callIds(message: MergedMessage): readonly string[] {
	return message.blocks
		.filter(({ block }) => block.type === 'tool_use')
		.map(({ block }) => String(block['id']));
}
