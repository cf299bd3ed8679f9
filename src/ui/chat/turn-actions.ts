import type { UserBlock } from '#core/blocks.ts';
import type { MarkKind } from '#core/turn.ts';

/** Which article an action was pressed in. */
export type Side = 'user' | 'assistant';

/** What can be done with a turn of the transcript; the page decides how. */
export interface TurnActions {
	readonly copy: (text: string) => void;
	readonly edit: (turnId: string, blocks: readonly UserBlock[]) => void;
	readonly regenerate: (turnId: string) => void;
	readonly branch: (turnId: string) => void;
	readonly pin: (turnId: string, side: Side, on: boolean) => void;
	readonly remember: (text: string) => void;
	readonly mark: (
		turnId: string,
		kind: Extract<MarkKind, 'left-out' | 'off-record'>,
		on: boolean
	) => void;
	readonly remove: (turnId: string) => void;
	readonly retry: (turnId: string) => void;
	readonly continue: (turnId: string) => void;
	/** Answer a stored message that has no reply; with a name, by that answerer. */
	readonly answer: (turnId: string, answerer?: string) => void;
	/** Go to another branch that forks at the same place. */
	readonly show: (branch: string) => void;
}
