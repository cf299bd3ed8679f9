import type { Snippet } from 'svelte';
import type { Span } from '#core/asking/pasted.ts';
import type { UserBlock } from '#core/log/blocks.ts';
import type { MarkKind, Turn } from '#core/log/turn.ts';
import type { Failure } from '#core/failure.ts';
import type { LeftOut } from '#core/prompt/prompt.ts';
import type { Written } from '#state/composer/written-text.svelte.ts';

/** Which article an action was pressed in. */
export type Side = 'user' | 'assistant';

/** What can be done where a message does not fit. */
export type Room = Snippet<[Extract<Failure, { readonly kind: 'does-not-fit' }>]>;

/** What can be done with a turn of the transcript; the page decides how. */
export interface TurnActions {
	/** Whether something may still be written into the session: it was neither deleted nor reset. */
	readonly isOpen: () => boolean;
	readonly copy: (text: string) => unknown;
	/** False where it is not taken, and the person was told why. */
	readonly edit: (
		turnId: string,
		blocks: readonly UserBlock[],
		/** Which of the words were pasted. */
		pasted: readonly Span[]
	) => boolean;
	/** Another wording is being written; null: it was given up. */
	readonly keepEdit: (turnId: string, written: Written | null) => void;
	readonly regenerate: (turnId: string) => unknown;
	readonly branch: (turnId: string) => unknown;
	readonly pin: (turnId: string, side: Side, on: boolean) => unknown;
	/** Pin words of a message. */
	readonly pinText: (text: string, turnId: string) => unknown;
	/** Remember words of a message. */
	readonly remember: (text: string, turnId: string) => unknown;
	readonly mark: (
		turnId: string,
		kind: Extract<MarkKind, 'left-out' | 'off-record'>,
		on: boolean
	) => unknown;
	readonly remove: (turnId: string) => unknown;
	/** Show what the model saw for this answer. */
	readonly seen: (turnId: string) => unknown;
	readonly retry: (turnId: string) => unknown;
	readonly continue: (turnId: string) => unknown;
	/** End the pause of that number before a call is made again. */
	readonly tryNow: (pause: number) => unknown;
	/** Try again now to store the reply that has come. */
	readonly storeNow: () => unknown;
	/** Answer a stored message that has no reply; with a name, by that answerer. */
	readonly answer: (turnId: string, answerer?: string) => unknown;
	/** Why no summary came of the last try to make room for a message. */
	readonly inVain: (turn: Turn) => Failure | null;
	/** Pictures and files of a message that the next request leaves out, as far as it was weighed. */
	readonly leftOut: (turnId: string) => readonly LeftOut[];
	/** Whether a part of the prompt is left out of this session. */
	readonly isOff: (source: string) => boolean;
	readonly switchPart: (source: string, on: boolean) => unknown;
	/** Send the beginning of a message that weighs at most `room` tokens; the rest goes back into the composer. */
	readonly sendFirstPart: (turn: Turn, room: number) => unknown;
	/** Send a message without its pictures and files. */
	readonly sendWords: (turn: Turn) => unknown;
	/** Delete a message of files alone; they go back into the composer. */
	readonly takeBack: (turn: Turn) => unknown;
	/** Go to another branch that forks at the same place. */
	readonly show: (branch: string) => unknown;
}
