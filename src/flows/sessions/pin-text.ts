import { pinIdOf, type Pin } from '#core/log/pin.ts';
import { pinTurn, putPin, removePin } from '#db/log/marked.ts';
import { pinsOf } from '#db/log/pins.ts';
import { done, doneOf, type Done } from '#flows/done.ts';
import type { App } from '#flows/ports.ts';
import { setMark } from '#flows/sessions/set-mark.ts';

/** Pins of words: they go along word for word with every prompt of their session, whatever is summarised. */

/** Pin words of a message. The same words are pinned once. */
export async function pinText(
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	{ sessionId, turnId, text }: Omit<Pin, 'id' | 'at'>
): Promise<Done> {
	if ((await pinsOf(db, sessionId)).some((pin) => pin.text === text)) return done;
	return doneOf(await putPin(db, { id: clock.newId(), sessionId, text, turnId, at: clock.now() }));
}

/** Let a pin go, and how to take that back. The pin of a whole message is a mark on it too. */
export async function unpin(
	app: Pick<App, 'db' | 'clock'>,
	pin: Pin
): Promise<{ readonly outcome: Done; readonly again: () => Promise<Done> }> {
	const { db } = app;
	const { sessionId, turnId } = pin;
	const mark = turnId === null ? undefined : await db.marks.get([sessionId, turnId, 'pinned']);
	const isOfMark = mark !== undefined && pin.id === pinIdOf(mark);
	const outcome = isOfMark
		? await setMark(app, { sessionId, turnId: mark.turnId, kind: 'pinned', on: false })
		: doneOf(await removePin(db, pin.id));
	const again = async (): Promise<Done> =>
		doneOf(await (isOfMark ? pinTurn(db, { mark, pin }) : putPin(db, pin)));
	return { outcome, again };
}
