import type { Failure } from '#core/failure.ts';
import { unknownCard } from '#core/settings.ts';
import { learnWindow } from '#core/wire/learnt-window.ts';
import { changeSession } from '#db/log/sessions.ts';
import { changeSetting } from '#db/settings.ts';
import type { App } from '#flows/ports.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';

/** What is noted beside an answer: none of it keeps the answer waiting. */

/** What is done while an answer is on its way; where that is over first, it is broken off. A bug in it is told when the answer is stored. */
export async function beside<T>(
	answer: Promise<T>,
	work: (over: AbortSignal) => Promise<unknown>
): Promise<T> {
	const over = new AbortController();
	const working = work(over.signal);
	working.catch(() => undefined);
	try {
		return await answer;
	} finally {
		over.abort();
		await working;
	}
}

/**
 * A new epoch begins where something that the last one held still has changed; else nothing is written. Where it cannot
 * be stored the answer goes on all the same, and the next message enters it anew.
 */
export async function enterEpoch(
	app: App,
	sessionId: string,
	{ prompt: { epoch, epochKey }, session }: ReadPrompt
): Promise<void> {
	if (session.epochKey === epochKey && session.epoch === epoch) return;
	await changeSession(app.db, sessionId, () => ({ epoch, epochKey }));
}

/** What the endpoint says of its window is kept for the next time; a disk that is full only means asking again. */
export async function keepWindow(
	{ db }: App,
	{ input }: ReadPrompt,
	refusal: Failure
): Promise<void> {
	const { card } = input;
	if (learnWindow(card, refusal) === card) return;
	await changeSetting(db, 'models', (models) => ({
		...models,
		[card.id]: learnWindow(models[card.id] ?? unknownCard(card.id), refusal)
	}));
}
