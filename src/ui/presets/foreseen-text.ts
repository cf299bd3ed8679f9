import type { Foreseen } from '#core/plan/foreseen.ts';
import { turnsLeft } from '#core/plan/turns-said.ts';
import { words } from '../words/all-words.ts';

/** A compaction that was only looked at, in words: what would stay, what would go, what it costs. */

export interface Fact {
	readonly name: string;
	readonly value: string;
}

const told = words.presets;

/** Where nothing would be summarised there is a sentence, and little else. */
export function foreseenFacts(foreseen: Foreseen): readonly Fact[] {
	const { turns } = foreseen;
	const byTurns =
		turns === null ? [] : [{ name: told.facts.turns, value: told.inTurns(turnsLeft(turns)) }];
	if (foreseen.kind !== 'plan') return byTurns;
	const { tail, tokensBefore, projected, fromTurn, throughTurn } = foreseen;
	return [
		{ name: told.facts.now, value: told.about(tokensBefore) },
		...byTurns,
		{ name: told.facts.kept, value: told.messages(tail) },
		{
			name: told.facts.covered,
			value: told.turns({
				from: fromTurn,
				through: throughTurn,
				messages: foreseen.messageCount,
				tokens: foreseen.coveredTokens
			})
		},
		{ name: told.facts.after, value: told.about(projected) },
		...priceFacts(foreseen, { saysUnknown: true })
	];
}

/**
 * What a summary now costs and saves. What follows from a price that is not known is left out; `saysUnknown`: the price
 * itself is listed then too.
 */
export function priceFacts(
	foreseen: Foreseen,
	{ saysUnknown }: { readonly saysUnknown: boolean }
): readonly Fact[] {
	if (foreseen.kind !== 'plan') return [];
	const { calls, model, inside, price } = foreseen;
	const { compacting, savedPerTurn, breakEven } = price;
	const isFree = compacting === 0 && savedPerTurn === 0;
	return [
		{
			name: told.facts.calls,
			value:
				model === null
					? told.noCalls
					: inside
						? told.callInside(model)
						: told.calls({ calls, model })
		},
		...(isFree || (compacting === null && !saysUnknown)
			? []
			: [{ name: told.facts.compacting, value: told.dollars(compacting) }]),
		...(isFree || savedPerTurn === null
			? []
			: [{ name: told.facts.saved, value: told.dollars(savedPerTurn) }]),
		...(isFree || breakEven === null
			? []
			: [{ name: told.facts.breakEven, value: told.breakEven(breakEven) }])
	];
}

/** Why nothing would be summarised; empty where something would. */
export function foreseenText(foreseen: Foreseen): string {
	switch (foreseen.kind) {
		case 'plan':
			return '';
		case 'no-op':
			return told.nothing(words.compaction.nothingReasons[foreseen.reason]);
		case 'infeasible':
			return told.infeasible;
		case 'oversize-user-message':
			return told.oversize;
	}
}
