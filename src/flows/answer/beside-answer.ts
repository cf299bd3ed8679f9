import type { Failure } from '#core/failure.ts';
import { unknownCard } from '#core/models/model-card.ts';
import { learnWindow } from '#core/models/learnt-window.ts';
import { changeSession } from '#db/log/sessions.ts';
import { changeSetting } from '#db/settings.ts';
import type { App } from '#flows/ports.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';

/** What is noted while an answer is on its way: the answer never waits for it. */

/**
 * Does work while an answer is on its way, and breaks it off when the answer comes first. A bug in the work is thrown
 * once the answer is stored.
 */
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
 * Begin a new epoch if something that must stay the same within one has changed; otherwise nothing is written. If it
 * cannot be stored, the answer goes on, and the next message begins the epoch.
 */
export async function enterEpoch(
	app: App,
	sessionId: string,
	{ prompt: { epoch, epochKey }, session }: ReadPrompt
): Promise<void> {
	if (session.epochKey === epochKey && session.epoch === epoch) return;
	await changeSession(app.db, sessionId, () => ({ epoch, epochKey }));
}

/** Keeps the window that the endpoint named in a refusal. If the disk is full, it is only learnt again. */
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
