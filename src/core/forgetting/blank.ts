import type { ArchiveLine } from '#core/archive/archive.ts';
import type { Step, Turn } from '#core/log/turn.ts';

/** What stays of a turn when its content is gone: place, id and hash, so that the chain still checks. */

export const blankTurn = (turn: Turn, at: number): Turn => ({
	...turn,
	asked: [],
	forgottenAt: turn.forgottenAt ?? at
});

export const blankStep = (step: Step, at: number): Step => ({
	...step,
	content: [],
	results: null,
	failure: null,
	basis: null,
	forgottenAt: step.forgottenAt ?? at
});

/** What a tool result says when what it quoted is forgotten; the call and its answer stay a pair. */
export const forgottenResult = '[Forgotten by the user]';

/** A line of an archive or of a backup after a turn of it was forgotten; null: nothing of it may stay. */
export function blankLine(
	line: ArchiveLine,
	isForgotten: (turnId: string) => boolean,
	at: number
): ArchiveLine | null {
	switch (line.type) {
		case 'turn':
			return isForgotten(line.turnId) ? { ...blankTurn(line, at), type: 'turn' } : line;
		case 'step':
			return isForgotten(line.turnId) ? { ...blankStep(line, at), type: 'step' } : line;
		case 'mark':
			return isForgotten(line.turnId) && line.kind !== 'deleted' ? null : line;
		case 'pin':
			return line.turnId !== null && isForgotten(line.turnId) ? null : line;
		default:
			return line;
	}
}
