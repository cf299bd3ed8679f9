import { textOf } from '#core/log/blocks.ts';
import type { Exchange, Position, Turn } from '#core/log/turn.ts';
import type { PlanInput } from '#core/plan/planned.ts';
import { summaryFormOf } from '#core/summary/form.ts';
import { repeatedRequest } from '#core/summary/repeated-request.ts';

/**
 * Weighs the request that a summary repeats word for word, by the place it reaches; null: no summary, nothing is
 * repeated. It frees no room, and goes along until another summary reaches further. Tokens.
 */
export type Repeated = (through: Position | null) => number;

/** By turn: its words stay the same. */
const known = new WeakMap<Turn, { readonly key: string; readonly tokens: number }>();

export function repeatedBy({
	exchanges,
	policy,
	leftOut,
	weigh
}: Pick<PlanInput, 'exchanges' | 'policy' | 'leftOut' | 'weigh'>): Repeated {
	const form = summaryFormOf(policy.preset);
	if (form.lastRequest === 'never') return () => 0;
	const bySeq = new Map<number, Exchange>(exchanges.map((one) => [one.turn.seq, one]));
	return (through) => {
		const exchange = through && bySeq.get(through.seq);
		if (!exchange || repeatedRequest(exchange, { through, form, leftOut }) === '') return 0;
		const { turn } = exchange;
		const before = known.get(turn);
		if (before?.key === weigh.key) return before.tokens;
		const tokens = weigh.text(textOf(turn.asked));
		known.set(turn, { key: weigh.key, tokens });
		return tokens;
	};
}
