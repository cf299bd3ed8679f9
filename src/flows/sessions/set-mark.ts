import { standing, wordsOf } from '#core/reply/reply-parts.ts';
import { pinIdOf, wordsPinned } from '#core/log/pin.ts';
import { pathOf } from '#core/log/path.ts';
import type { Mark, MarkKind } from '#core/log/turn.ts';
import { attemptsAt } from '#db/log/attempts.ts';
import { decideInAll, pinTurn, unpinTurn } from '#db/log/marked.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { findTurn, readExchanges } from '#db/log/turns.ts';
import type { TurnPlace } from '#flows/answer/answer-turn.ts';
import { secrecyOfLines } from '#flows/desk/session-words.ts';
import { doneOf, failed, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';

export interface MarkAsk extends TurnPlace {
	readonly kind: MarkKind;
	readonly on: boolean;
	/** Pin only this part of the turn. */
	readonly text?: string;
	/** Pin only this side of the turn. */
	readonly side?: 'user' | 'assistant';
}

/**
 * Put a mark on a turn, or take it off; the turn itself does not change. What is left out or off the record is so in all
 * attempts at it: its words are the same there. A pinned turn also becomes a pin with its
 * words, so that it goes verbatim also when a summary covers it.
 */
export async function setMark(app: Pick<App, 'db' | 'clock'>, ask: MarkAsk): Promise<Done> {
	const { db, clock } = app;
	const { sessionId, turnId, kind, on, text, side } = ask;
	const pinId = pinIdOf({ sessionId, turnId });
	if (kind !== 'pinned') {
		const turnIds = await attemptsAt(db, { sessionId, turnId });
		const secrecy = kind === 'off-record' ? await secrecyOfLines(db, sessionId) : null;
		const at = on ? clock.now() : null;
		return doneOf(await decideInAll(db, { sessionId, turnIds, kind, at, secrecy }));
	}
	if (!on) return doneOf(await unpinTurn(db, { sessionId, turnId }, pinId));
	const at = clock.now();
	const mark: Mark = {
		sessionId,
		turnId,
		kind,
		at,
		...(text !== undefined && { text }),
		...(side && { side })
	};
	const words = text ?? (await wordsOfTurn(app, { sessionId, turnId }, side ?? null));
	if (words === null) return failed({ kind: 'changed-meanwhile' });
	const pin = { id: pinId, sessionId, text: words, turnId, at };
	return doneOf(await pinTurn(db, { mark, pin }));
}

/** What a turn says, with who says it where both sides are meant. */
async function wordsOfTurn(
	{ db }: Pick<App, 'db'>,
	{ sessionId, turnId }: TurnPlace,
	side: 'user' | 'assistant' | null
): Promise<string | null> {
	const turn = await findTurn(db, sessionId, turnId);
	if (!turn) return null;
	const path = pathOf(await branchesOf(db, sessionId), turn.branch);
	const range = { fromSeq: turn.seq, throughSeq: turn.seq };
	const [exchange] = await readExchanges(db, sessionId, path, range);
	const asked = wordsPinned(turn);
	const answered = wordsOf(standing(exchange?.steps ?? []));
	if (side === 'user') return asked;
	if (side === 'assistant') return answered;
	return answered === '' ? asked : `User: ${asked}\nAssistant: ${answered}`;
}
