import { leftOutTurns, turnsMarked } from '#core/log/marks.ts';
import type { Mark, Turn } from '#core/log/turn.ts';
import type { Session } from '#core/session/session.ts';
import { sha256 } from '#core/sha256.ts';

/** Turns that the user keeps from the summariser, or from memory. */
export interface Excluded {
	/** Ids of turns. */
	readonly leftOut: ReadonlySet<string>;
	readonly offRecord: ReadonlySet<string>;
}

/** Those among these exchanges, or turns. */
export function excludedAmong(
	exchanges: readonly { readonly turn: Pick<Turn, 'turnId'> }[],
	{ offRecord }: Pick<Session, 'offRecord'>,
	marks: readonly Mark[]
): Excluded {
	const here = new Set(exchanges.map(({ turn }) => turn.turnId));
	const own = marks.filter(({ turnId }) => here.has(turnId));
	return {
		leftOut: leftOutTurns(own),
		offRecord: offRecord ? here : turnsMarked(own, 'off-record')
	};
}

/** A key of the excluded turns: another one says that the user has excluded more since, or taken some back. */
export const excludedKeyOf = ({ leftOut, offRecord }: Excluded): string =>
	sha256(JSON.stringify([[...leftOut], [...offRecord]]));
