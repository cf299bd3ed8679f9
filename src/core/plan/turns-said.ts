import { isKeptOut } from '#core/log/marks.ts';
import { lastOn, type Path } from '#core/log/path.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Preset } from '#core/presets/preset.ts';
import type { TurnsSaid } from '#core/prompt/prompt.ts';
import type { Summary } from '#core/summary/summary.ts';

/** A threshold by turns: some think in "every twenty messages" rather than in tokens. */

/**
 * How many turns the user has had since the last summary was made. What it left word for word was said before it and
 * counts no more, or a long tail alone would call for the next one. Where a summary came to nothing or was thrown away,
 * counting begins anew as well: it is not tried, or paid for, before each message. What was said before is told by where
 * it stands: clocks are set back.
 */
export function turnsSaid(
	{ afterTurns }: Pick<Preset, 'afterTurns'>,
	exchanges: readonly Exchange[],
	{
		since,
		before = [],
		leftOut
	}: {
		readonly since: Pick<Summary, 'through' | 'saidBefore'> | null;
		/** `saidBefore` of the session. */
		readonly before: Path | undefined;
		/** Ids of turns that are not sent: they count no more than they weigh. */
		readonly leftOut: ReadonlySet<string>;
	}
): TurnsSaid | null {
	if (afterTurns === null) return null;
	const last = Math.max(
		since?.through.seq ?? -1,
		lastOn(since?.saidBefore?.path ?? [], exchanges),
		lastOn(before, exchanges)
	);
	const said = exchanges.filter(({ turn }) => turn.seq > last && !isKeptOut(turn, leftOut)).length;
	return { said, limit: afterTurns };
}

/** As many as the preset allows: the next message needs a summary before it, and one may be prepared now. */
export const isLastTurn = (turns: TurnsSaid | null): boolean =>
	turns !== null && turns.said >= turns.limit;

/** So many more may be said before one is needed; 0: the next message needs it. */
export const turnsLeft = ({ said, limit }: TurnsSaid): number => Math.max(0, limit - said);

/** More than the preset allows: a summary is needed before this one is answered. */
export const isTurnTooMany = (turns: TurnsSaid | null): boolean =>
	turns !== null && turns.said > turns.limit;
