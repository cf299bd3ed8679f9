import { standing, wordsOf } from '#core/reply/reply-parts.ts';
import { pinIdOf, wordsPinned, type Pin } from '#core/log/pin.ts';
import { pathOf } from '#core/log/path.ts';
import type { Mark, MarkKind } from '#core/log/turn.ts';
import { attemptsAt } from '#db/log/attempts.ts';
import { decideInAll, pinTurn, unpinTurn } from '#db/log/marked.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { exchangeAt, findTurn } from '#db/log/turns.ts';
import type { TurnPlace } from '#flows/answer/answer-turn.ts';
import { secrecyOfLines } from '#flows/desk/session-words.ts';
import { doneOf, failed, reading, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';

export interface MarkAsk extends TurnPlace {
	readonly kind: MarkKind;
	readonly on: boolean;
	/** Pin only this side of the turn. */
	readonly side?: 'user' | 'assistant';
}

/**
 * Put a mark on a turn, or take it off; the turn itself does not change. What is left out or off the record is so in all
 * attempts at it: its words are the same there. A pinned turn also becomes a pin with its
 * words, so that it goes verbatim also when a summary covers it.
 */
export const setMark = (app: Pick<App, 'db' | 'clock'>, ask: MarkAsk): Promise<Done> =>
	reading(() => mark(app, ask));

async function mark(app: Pick<App, 'db' | 'clock'>, ask: MarkAsk): Promise<Done> {
	const { db, clock } = app;
	const { sessionId, turnId, kind, on, side } = ask;
	if (!on) return putBack(app, ask, neverMarked);
	const at = clock.now();
	if (kind !== 'pinned') return decide(app, ask, at);
	const pinId = pinIdOf({ sessionId, turnId });
	const row: Mark = { sessionId, turnId, kind, at, ...(side && { side }) };
	const words = await wordsOfTurn(app, { sessionId, turnId }, side ?? null);
	if (words === null) return failed({ kind: 'changed-meanwhile' });
	const pin = { id: pinId, sessionId, text: words, turnId, at };
	return doneOf(await pinTurn(db, { mark: row, pin }));
}

/** A mark as it stands, with the pin that it is; undefined: there is none. */
interface FormerMark {
	readonly mark: Mark | undefined;
	readonly pin: Pin | undefined;
}

const neverMarked: FormerMark = { mark: undefined, pin: undefined };

type MarkPlace = Pick<Mark, 'sessionId' | 'turnId' | 'kind'>;

/** What an undo puts back: read before it is changed. */
export async function formerMark({ db }: Pick<App, 'db'>, place: MarkPlace): Promise<FormerMark> {
	const { sessionId, turnId, kind } = place;
	const [mark, pin] = await Promise.all([
		db.marks.get([sessionId, turnId, kind]),
		kind === 'pinned' ? db.pins.get(pinIdOf(place)) : undefined
	]);
	return { mark, pin };
}

/** Put a mark back as it was, with its own time: of “pinned” and “left out” the later one holds, whatever was undone since. */
export const putBack = (
	app: Pick<App, 'db'>,
	place: MarkPlace,
	{ mark, pin }: FormerMark
): Promise<Done> =>
	reading(async () => {
		const { db } = app;
		if (place.kind !== 'pinned') return decide(app, place, mark?.at ?? null);
		return doneOf(
			await (mark && pin ? pinTurn(db, { mark, pin }) : unpinTurn(db, place, pinIdOf(place)))
		);
	});

/** `at`: since when (Unix ms); null: no more. */
async function decide(
	{ db }: Pick<App, 'db'>,
	{ sessionId, turnId, kind }: MarkPlace,
	at: number | null
): Promise<Done> {
	const turnIds = await attemptsAt(db, { sessionId, turnId });
	const secrecy = kind === 'off-record' ? await secrecyOfLines(db, sessionId, turnIds) : null;
	return doneOf(await decideInAll(db, { sessionId, turnIds, kind, at, secrecy }));
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
	const exchange = await exchangeAt(db, sessionId, path, turn.seq);
	const asked = wordsPinned(turn);
	const answered = wordsOf(standing(exchange?.steps ?? []));
	if (side === 'user') return asked;
	if (side === 'assistant') return answered;
	return answered === '' ? asked : `User: ${asked}\nAssistant: ${answered}`;
}
