import { pinIdOf, type Pin } from '#core/log/pin.ts';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import { pinTurn, putPin, removePin } from '#db/log/marked.ts';
import { done, doneOf, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { pinsPlaced, textsThatGo } from '#flows/prompt/placed-pins.ts';
import { setMark } from '#flows/sessions/set-mark.ts';

/** Pins of words: they go along word for word with every prompt of their session, whatever is summarised. */

/** What came of pinning or letting go. `back` takes it back; null: nothing was changed. */
export interface Pinning {
	readonly outcome: Done;
	readonly back: (() => Promise<Done>) | null;
}

/** Pin words of a message. Those that go along already are not pinned again. */
export async function pinText(
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	{ sessionId, turnId, text }: Pick<Pin, 'sessionId' | 'turnId' | 'text'>
): Promise<Pinning> {
	const forgotten = await forgettingNow(db);
	const placed = await pinsPlaced(db, sessionId);
	if (textsThatGo(placed).includes(text)) return { outcome: done, back: null };
	// One that is left out with its message goes from now on: the later of both holds.
	const left = placed.find(({ pin }) => pin.text === text && pin.turnId === turnId)?.pin;
	const pin: Pin = { id: left?.id ?? clock.newId(), sessionId, text, turnId, at: clock.now() };
	return {
		outcome: doneOf(await putPin(db, pin)),
		back: async () => doneOf(await (left ? putPin(db, left, forgotten) : removePin(db, pin)))
	};
}

/** Let a pin go, and how to take that back. The pin of a whole message is a mark on it too. */
export async function unpin(app: Pick<App, 'db' | 'clock'>, pin: Pin): Promise<Pinning> {
	const { db } = app;
	const { sessionId, turnId } = pin;
	const forgotten = await forgettingNow(db);
	const mark = turnId === null ? undefined : await db.marks.get([sessionId, turnId, 'pinned']);
	const isOfMark = mark !== undefined && pin.id === pinIdOf(mark);
	const outcome = isOfMark
		? await setMark(app, { sessionId, turnId: mark.turnId, kind: 'pinned', on: false })
		: doneOf(await removePin(db, pin));
	const back = async (): Promise<Done> =>
		doneOf(await (isOfMark ? pinTurn(db, { mark, pin }) : putPin(db, pin, forgotten)));
	return { outcome, back };
}
