import type { Position } from '#core/log/turn.ts';
import type { PlanInput } from '#core/plan/planned.ts';
import { repeatedRequest } from '#core/summary/repeated-request.ts';

/**
 * Weighs the request that a summary repeats word for word, by the place it reaches; null: no summary, nothing is
 * repeated. It frees no room, and goes along until another summary reaches further. Tokens.
 */
export type Repeated = (through: Position | null) => number;

export function repeatedBy({
	exchanges,
	policy: {
		preset: { form }
	},
	leftOut,
	weigh
}: Pick<PlanInput, 'exchanges' | 'policy' | 'leftOut' | 'weigh'>): Repeated {
	if (form.lastRequest === 'never') return () => 0;
	const bySeq = new Map(exchanges.map((one) => [one.turn.seq, one]));
	return (through) => {
		const exchange = through && bySeq.get(through.seq);
		const text = exchange && repeatedRequest(exchange, { through, form, leftOut });
		return text ? weigh.text(text) : 0;
	};
}
