import { textOf } from '#core/log/blocks.ts';
import { pathOf } from '#core/log/path.ts';
import type { Mark, MarkKind } from '#core/log/turn.ts';
import { putPin, removePin } from '#db/log/pins.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { findTurn, putMark, readExchanges, removeMark } from '#db/log/turns.ts';
import type { TurnPlace } from '#flows/answer/answer-turn.ts';
import { doneOf, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { returnLines, withdrawLines } from '#flows/desk/withdraw-lines.ts';

export interface MarkAsk extends TurnPlace {
	readonly kind: MarkKind;
	readonly on: boolean;
	/** Pin only this part of the turn. */
	readonly text?: string;
	/** Pin only this side of the turn. */
	readonly side?: 'user' | 'assistant';
}

/**
 * Put a mark on a turn, or take it off; the turn itself does not change. A pinned turn also becomes a pin with its
 * words, so that it goes verbatim also when a summary covers it.
 */
export async function setMark(app: Pick<App, 'db' | 'clock'>, ask: MarkAsk): Promise<Done> {
	const { db, clock } = app;
	const { sessionId, turnId, kind, on, text, side } = ask;
	const pinId = `${sessionId}/${turnId}`;
	if (!on) {
		const removed = await removeMark(db, { sessionId, turnId, kind });
		if (removed.status === 'stored' && kind === 'off-record')
			await returnLines(app, { sessionId, turnId });
		if (removed.status === 'failed' || kind !== 'pinned') return doneOf(removed);
		return doneOf(await removePin(db, pinId));
	}
	const at = clock.now();
	const mark: Mark = {
		sessionId,
		turnId,
		kind,
		at,
		...(text !== undefined && { text }),
		...(side && { side })
	};
	if (kind === 'pinned') {
		const words = text ?? (await wordsOf(app, { sessionId, turnId }, side ?? null));
		if (words === null) return failed({ kind: 'changed-meanwhile' });
		const pinned = await putPin(db, { id: pinId, sessionId, text: words, turnId, at });
		if (pinned.status === 'failed') return doneOf(pinned);
	}
	const stored = await putMark(db, mark);
	if (stored.status === 'stored' && kind === 'off-record')
		await withdrawLines(app, { sessionId, turnId });
	return doneOf(stored);
}

/** What a turn says, with who says it where both sides are meant. */
async function wordsOf(
	{ db }: Pick<App, 'db'>,
	{ sessionId, turnId }: TurnPlace,
	side: 'user' | 'assistant' | null
): Promise<string | null> {
	const turn = await findTurn(db, sessionId, turnId);
	if (!turn) return null;
	const path = pathOf(await branchesOf(db, sessionId), turn.branch);
	const range = { fromSeq: turn.seq, throughSeq: turn.seq };
	const [exchange] = await readExchanges(db, sessionId, path, range);
	const asked = textOf(turn.asked);
	const answered = (exchange?.steps ?? [])
		.map((step) => textOf(step.content))
		.filter((words) => words !== '')
		.join('\n');
	if (side === 'user') return asked;
	if (side === 'assistant') return answered;
	return answered === '' ? asked : `User: ${asked}\nAssistant: ${answered}`;
}
