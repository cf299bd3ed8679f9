import type { AssistantBlock, ToolResultBlock, UserBlock } from '#core/log/blocks.ts';
import type { Exchange, Step, Turn } from '#core/log/turn.ts';

/** Turns and steps with one obvious default. Rows are frozen, as they come out of the database. */

export const text = (words: string): { readonly type: 'text'; readonly text: string } => ({
	type: 'text',
	text: words
});

export const call = (id: string, name = 'recall', input: Record<string, unknown> = {}) =>
	({ type: 'tool_use', id, name, input }) as const satisfies AssistantBlock;

export const result = (id: string, content = 'found nothing'): ToolResultBlock => ({
	type: 'tool_result',
	tool_use_id: id,
	content
});

export const thought = (signature: string, words = 'Let me think.') =>
	({ type: 'thinking', thinking: words, signature }) as const satisfies AssistantBlock;

export const aTurn = (
	seq: number,
	asked: string | readonly UserBlock[] = `Question ${String(seq)}`,
	over: Partial<Turn> = {}
): Turn =>
	Object.freeze({
		sessionId: 's1',
		branch: 'trunk',
		seq,
		turnId: `t${String(seq)}`,
		hash: `hash of turn ${String(seq)}`,
		asked: typeof asked === 'string' ? [text(asked)] : asked,
		askedAt: 1_795_000_000_000 + seq * 60_000,
		stamp: 'Friday 2026-11-20 13:05 Europe/Berlin',
		source: 'typed',
		...over
	});

export const aStep = (
	turn: Turn,
	index: number,
	said: string | readonly AssistantBlock[] = `Answer ${String(turn.seq)}.${String(index)}`,
	over: Partial<Step> = {}
): Step =>
	Object.freeze({
		sessionId: turn.sessionId,
		branch: turn.branch,
		seq: turn.seq,
		index,
		turnId: turn.turnId,
		hash: `hash of step ${String(turn.seq)}.${String(index)}`,
		content: typeof said === 'string' ? [text(said)] : said,
		model: 'claude-test-5',
		state: 'complete',
		stopReason: 'end_turn',
		usage: null,
		cost: null,
		epoch: 0,
		basis: null,
		startedAt: turn.askedAt + 1000,
		endedAt: turn.askedAt + 2000,
		failure: null,
		continues: false,
		results: null,
		resultsHash: null,
		...over
	});

/** A question with one answer. */
export const anExchange = (
	seq: number,
	asked?: string,
	answer: string | readonly AssistantBlock[] | null = `Answer ${String(seq)}`
): Exchange => {
	const turn = aTurn(seq, asked);
	return { turn, steps: answer === null ? [] : [aStep(turn, 0, answer)] };
};

/** An answer that thinks, says that it looks, and calls one tool. `said`: the result. */
export const usingTool = (name: string, said: string, seq = 1): Exchange => {
	const turn = aTurn(seq, 'Read it.');
	const content = [
		thought('s', 'secret thought'),
		text('I look.'),
		call('c', name, { path: 'a.md' })
	];
	return {
		turn,
		steps: [aStep(turn, 0, content, { results: [result('c', said)], resultsHash: 'r' })]
	};
};
