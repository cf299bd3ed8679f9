import { isGone } from '#core/log/marks.ts';
import type { Exchange, Mark, Step } from '#core/log/turn.ts';
import { onDevice } from '#core/models/model-card.ts';

/**
 * Whether a message without an answer of its own went along with a later one that a model has answered and that is still
 * there. This device answers the newest message alone.
 */
export function wentAlong(
	excerpt: { exchange(seq: number): Exchange | undefined },
	marks: Readonly<Record<string, readonly Mark[]>>,
	seq: number
): boolean {
	const marksOf = ({ turn }: Exchange) => marks[turn.turnId] ?? [];
	const isByModel = ({ model }: Step) => model !== onDevice;
	const asked = excerpt.exchange(seq);
	if (asked?.steps.length !== 0 || marksOf(asked).some(({ kind }) => kind === 'left-out'))
		return false;
	let at = seq + 1;
	let later = excerpt.exchange(at);
	while (later && (!later.steps.some(isByModel) || isGone(later.turn, marksOf(later))))
		later = excerpt.exchange(++at);
	return later !== undefined;
}
