import { textOf } from '#core/log/blocks.ts';
import { turnNumber, type Mark, type Turn } from '#core/log/turn.ts';

/** A pin of the user that belongs to no turn, or a copy of one that does. Always goes verbatim. */
export interface Pin {
	readonly id: string;
	readonly sessionId: string;
	readonly text: string;
	readonly turnId: string | null;
	readonly at: number;
}

/** Id of the pin that a pinned message is, beside its mark. */
export const pinIdOf = ({ sessionId, turnId }: Pick<Turn, 'sessionId' | 'turnId'>): string =>
	`${sessionId}/${turnId}`;

/** Why a pin does not go along. */
export type PinAbsence =
	/** Its message is left out, or deleted. */
	| 'left-out'
	/** Its message stands on another branch, and its words in no question of this one. */
	| 'elsewhere';

/** A pin, with why it does not go along; null: it does. */
export interface PlacedPin {
	readonly pin: Pin;
	readonly absent: PinAbsence | null;
}

/**
 * What is pinned of a message: its words, or where it has none what it consists of, and where that stands. A picture does
 * not go along with its pin.
 */
export function wordsPinned({ asked, seq }: Pick<Turn, 'asked' | 'seq'>): string {
	const words = textOf(asked);
	if (words.trim() !== '') return words;
	const sent = asked.flatMap((block) => {
		if (block.type === 'image') return ['a picture'];
		return block.type === 'document' ? [block.title ?? 'a document'] : [];
	});
	return sent.length === 0
		? ''
		: `[Turn ${String(turnNumber(seq))}: ${sent.join(', ')}, without words]`;
}

/** The pins that go along; the same words go once. */
export const pinsSent = (placed: readonly PlacedPin[]): readonly Pin[] => {
	const sent = placed.flatMap(({ pin, absent }) => (absent === null ? [pin] : []));
	return sent.filter(({ text }, at) => sent.findIndex((pin) => pin.text === text) === at);
};

/**
 * Why a pin does not go along; null: it does. Of “pinned” and “left out” the later one holds: who pins what was left out
 * wants its words to go. `isElsewhere`: its turn is not on the branch on screen. `here`: what stands there in its place.
 */
export function absenceOfPin(
	pin: Pin,
	{
		marks,
		isElsewhere,
		here
	}: {
		readonly marks: readonly Mark[];
		readonly isElsewhere: boolean;
		readonly here: Turn | undefined;
	}
): PinAbsence | null {
	const { turnId, text, at } = pin;
	const isOut = (id: string): boolean =>
		marks.some(
			(mark) =>
				mark.turnId === id &&
				(mark.kind === 'deleted' || (mark.kind === 'left-out' && mark.at >= at))
		);
	if (turnId === null) return null;
	if (isOut(turnId)) return 'left-out';
	if (!isElsewhere) return null;
	// Asked once more it is the same message.
	const goesOn = here && !isOut(here.turnId) && wordsPinned(here).includes(text);
	return goesOn ? null : 'elsewhere';
}

/**
 * What is asked in the place of a pinned message is pinned in its own words, or null: where only the answer was pinned
 * or a part, there is nothing to hand on.
 */
export function pinHandedOn(
	mark: Mark | undefined,
	turn: Turn
): { readonly mark: Mark; readonly pin: Pin } | null {
	const text = wordsPinned(turn);
	if (!mark || mark.text !== undefined || mark.side === 'assistant' || text === '') return null;
	const { sessionId, turnId } = turn;
	const { at } = mark;
	return {
		mark: { sessionId, turnId, kind: 'pinned', at, side: 'user' },
		pin: { id: pinIdOf(turn), sessionId, text, turnId, at }
	};
}
