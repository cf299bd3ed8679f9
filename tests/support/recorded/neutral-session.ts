import type { AssistantBlock, ToolResultBlock } from '#core/log/blocks.ts';
import { chainStart, linkResults, linkStep, linkTurn, chainEnd } from '#core/log/chain.ts';
import { trunk } from '#core/session/session.ts';
import type { Exchange, Step } from '#core/log/turn.ts';

/** Real sessions in the neutral shape of the fixtures, as turns of ours. */

interface NeutralMessage {
	readonly kind: string;
	readonly role?: 'system' | 'user' | 'assistant' | 'tool';
	readonly ts?: string;
	readonly text?: string;
	readonly thinking?: string;
	readonly model?: string;
	readonly toolCalls?: readonly {
		readonly id: string;
		readonly name: string;
		readonly args: Readonly<Record<string, unknown>>;
	}[];
	readonly toolCallId?: string;
	readonly isError?: boolean;
	readonly usage?: NonNullable<Step['usage']>;
}

interface OpenExchange {
	readonly asked: string;
	readonly at: number;
	readonly steps: { message: NeutralMessage; results: ToolResultBlock[] }[];
}

/** Ids of other tools may hold what the wire does not take. */
const safeId = (id: string, at: number): string =>
	`${id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 50)}_${String(at)}`;

/**
 * Messages of a file as exchanges. A question that follows another without an answer belongs to it; every call gets
 * a result.
 */
export function exchangesFromNeutral(lines: readonly string[], sessionId: string): Exchange[] {
	const open: OpenExchange[] = [];
	const ids = new Map<string, string>();
	let calls = 0;
	for (const line of lines) {
		if (line.trim() === '') continue;
		const message = JSON.parse(line) as NeutralMessage;
		if (message.kind !== 'message') continue;
		const last = open.at(-1);
		if (message.role === 'user')
			open.push({
				asked: message.text?.trim() ? message.text : '(nothing)',
				at: Date.parse(message.ts ?? '') || 1_700_000_000_000 + open.length * 60_000,
				steps: []
			});
		else if (message.role === 'assistant') {
			for (const call of message.toolCalls ?? []) ids.set(call.id, safeId(call.id, calls++));
			last?.steps.push({ message, results: [] });
		} else if (message.role === 'tool') {
			const id = ids.get(message.toolCallId ?? '');
			if (id === undefined) continue;
			const step = last?.steps.findLast((row) =>
				(row.message.toolCalls ?? []).some((call) => ids.get(call.id) === id)
			);
			step?.results.push({
				type: 'tool_result',
				tool_use_id: id,
				content: message.text ?? '',
				...(message.isError ? { is_error: true } : {})
			});
		}
	}
	let link = chainStart(sessionId);
	return open.map((exchange, seq): Exchange => {
		const turnId = `${sessionId}-${String(seq)}`;
		const place = { sessionId, branch: trunk, seq, turnId };
		const asked = [{ type: 'text' as const, text: exchange.asked }];
		const hash = linkTurn(link, turnId, asked);
		let before = hash;
		const steps = exchange.steps
			.map(({ message, results }) => ({ message, results, content: contentOf(message, ids) }))
			.filter(({ content }) => content.length > 0)
			.map(({ message, results: found, content }, index): Step => {
				const results = content
					.filter((block) => block.type === 'tool_use')
					.map(
						(call): ToolResultBlock =>
							found.find((result) => result.tool_use_id === call.id) ?? {
								type: 'tool_result',
								tool_use_id: call.id,
								content: 'No result was recorded.',
								is_error: true
							}
					);
				const stepHash = linkStep(before, { turnId, index }, content);
				const resultsHash = results.length > 0 ? linkResults(stepHash, results) : null;
				before = resultsHash ?? stepHash;
				return {
					...place,
					index,
					hash: stepHash,
					content,
					model: message.model ?? 'unknown',
					state: 'complete',
					stopReason: results.length > 0 ? 'tool_use' : 'end_turn',
					usage: null,
					cost: null,
					epoch: 0,
					basis: null,
					startedAt: exchange.at,
					endedAt: exchange.at,
					failure: null,
					continues: false,
					results: results.length > 0 ? results : null,
					resultsHash
				};
			});
		const made: Exchange = {
			turn: {
				...place,
				hash,
				asked,
				askedAt: exchange.at,
				stamp: 'Friday 2026-11-20 13:05 UTC',
				source: 'import'
			},
			steps
		};
		link = chainEnd(made);
		return made;
	});
}

function contentOf(message: NeutralMessage, ids: ReadonlyMap<string, string>): AssistantBlock[] {
	const content: AssistantBlock[] = [];
	if (message.thinking)
		content.push({
			type: 'thinking',
			thinking: message.thinking,
			signature: 'from another account'
		});
	if (message.text?.trim()) content.push({ type: 'text', text: message.text });
	for (const call of message.toolCalls ?? [])
		content.push({
			type: 'tool_use',
			id: ids.get(call.id) ?? call.id,
			name: call.name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'tool',
			input: call.args
		});
	return content;
}
