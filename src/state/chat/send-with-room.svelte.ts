import { untrack } from 'svelte';
import { isUnanswered } from '#core/log/turn.ts';
import { readExchange } from '#db/log/turns.ts';
import type { App } from '#flows/ports.ts';
import { sessionLock } from '#flows/ports/lock-names.ts';
import { awaitedIn, mayFitNow } from '#state/chat/awaited.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { summariesUnderPen } from '#state/tab/under-pen.ts';

/**
 * A message waits in this tab, and another one puts a summary to use: it goes out as if that had been decided here.
 * Called while a component is made.
 */
export function sendWithRoom(app: App, view: SessionView, send: () => void): void {
	const fits = $derived.by(() => {
		const awaited = awaitedIn(view);
		// Whoever opens a conversation has sent nothing by that.
		return awaited !== null && view.answering.isAskedHere && mayFitNow(view, awaited);
	});
	$effect(() => {
		if (fits) untrack(() => void sendOnce(app, view, send));
	});
}

async function sendOnce({ db, locks }: App, view: SessionView, send: () => void): Promise<void> {
	const { answering, excerpt, inUse } = view;
	const { review } = answering;
	// What somebody writes into that summary would not go along with it.
	const written = inUse && summariesUnderPen.get(inUse.id);
	const turn = excerpt.exchange(excerpt.head)?.turn;
	if ((written && !written.isAside) || !turn || turn.turnId !== review?.turnId) return;
	// It may wait in the other tab too, and go out there; a tab that was asleep learns of it when that is long over.
	if (await locks.isHeld(sessionLock(view.id))) return;
	const stored = await readExchange(db, turn);
	if (stored && isUnanswered(stored) && answering.review?.turnId === review.turnId) send();
}
