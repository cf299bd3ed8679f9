import type { Plan, Planned } from '#core/plan/planned.ts';
import type { CompactionPrice } from '#core/models/compaction-price.ts';
import type { TurnsSaid } from '#core/prompt/prompt.ts';

/** A plan in the words of people: what would be summarised, what would stay. */
interface ForeseenPlan extends Pick<
	Plan,
	'turnCount' | 'messageCount' | 'coveredTokens' | 'tail' | 'tokensBefore' | 'projected'
> {
	readonly kind: 'plan';
	/** Numbers of turns as people count them. */
	readonly fromTurn: number;
	readonly throughTurn: number;
	readonly calls: number;
	/** Who writes the summary; null: code, on this device. */
	readonly model: string | null;
	/** It is written inside the conversation, whose prefix the cache holds. */
	readonly inside: boolean;
	readonly price: CompactionPrice;
}

export type Foreseen = (ForeseenPlan | Exclude<Planned, Plan>) & {
	/** Of a preset that counts them. */
	readonly turns: TurnsSaid | null;
};
