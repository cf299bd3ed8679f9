import { piecesOver, type PlannedChunk } from '#core/plan/chunks.ts';
import type { Item } from '#core/plan/items.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import { turnNumber } from '#core/log/turn.ts';

/**
 * How much of the messages goes into the one request that asks for an opinion. All of them where they fit; else the
 * newest, for whoever carries on begins there, and what stays out is named.
 */

export interface Fitting extends Omit<PlannedChunk, 'index'> {
	/** Numbers of turns that are not shown, or not from their beginning; null: all are. */
	readonly unread: { readonly from: number; readonly through: number } | null;
}

/** A piece that is larger than this share of the room is cut, or a single page would crowd out everything else. */
const share = 0.25;

/** `room`: tokens. Null where there is nothing to show. */
export function newestThatFit(items: readonly Item[], room: number): Fitting | null {
	const [first, last] = [items[0], items.at(-1)];
	if (!first || !last || room <= 0 || items.every(({ input }) => input === 0)) return null;
	const whole = items.reduce((sum, { input }) => sum + input, 0);
	if (whole <= room)
		return {
			from: first.position,
			through: last.position,
			tokens: whole,
			lossy: [],
			unread: null
		};
	const most = Math.max(1, Math.floor(room * share));
	const begin = beginOf(items, { room, most });
	const shown = items.slice(begin);
	const from = shown[0] ?? last;
	const isCutInside = !from.question;
	return {
		from: from.position,
		through: last.position,
		tokens: shown.reduce((sum, { input }) => sum + Math.min(input, most), 0),
		lossy: piecesOver(shown, most),
		unread:
			begin === 0
				? null
				: {
						from: turnNumber(first.position.seq),
						through: turnNumber(from.position.seq) - (isCutInside ? 0 : 1)
					}
	};
}

/** Index of the first item that is shown: that of a whole turn, unless most of the room would stay empty. */
function beginOf(
	items: readonly Item[],
	{ room, most }: { readonly room: number; readonly most: number }
): number {
	let spent = 0;
	let begin = items.length;
	while (begin > 0) {
		spent += Math.min(items[begin - 1]?.input ?? 0, most);
		if (spent > room) break;
		begin--;
	}
	const turn = items.findIndex(({ question }, at) => at >= begin && question);
	// A long piece of work is one turn: its end says more than the little that may stand behind it.
	const torn = items.slice(begin, turn).reduce((sum, { input }) => sum + Math.min(input, most), 0);
	return turn < 0 || torn > room / 2 ? begin : turn;
}

/** Room for the findings, and for some thinking, tokens. */
const answerRoom = 4000;

/** `max_tokens` of the request. */
export const answerRoomOf = ({ window, maxOutput }: Pick<ModelCard, 'window' | 'maxOutput'>) =>
	Math.floor(Math.min(answerRoom, maxOutput ?? answerRoom, (window ?? Infinity) / 4));

/**
 * Tokens of messages that go into the request: nine tenths of what the model reads, and no more than the price step
 * and the user's cap allow, less the answer and what is said beside them.
 */
export function roomFor(
	card: Pick<ModelCard, 'window' | 'maxOutput' | 'priceStep'>,
	{ beside, cap }: { readonly beside: number; readonly cap: number | null }
): number {
	const top = Math.min(card.window ?? Infinity, card.priceStep ?? Infinity, cap ?? Infinity);
	return Math.floor(0.9 * top) - answerRoomOf(card) - beside;
}
