import { begunImports, noteCutOff } from '#db/ledger/activity.ts';
import type { App } from '#flows/ports.ts';
import { importLock } from '#flows/ports/lock-names.ts';

/** Imports that a closed tab has left in the middle: what they had brought is here, and nobody was told that it is not all. */

/** Where no lock tells of other tabs, an import that was begun less than this ago may still be running, ms. */
const longest = 60 * 60_000;

/** Each is told in one tab and once. */
export async function tellCutOff(
	{ db, locks, clock }: Pick<App, 'db' | 'locks' | 'clock'>,
	tell: () => void
): Promise<void> {
	let isNews = false;
	for (const { id, at } of await begunImports(db)) {
		if (await locks.isHeld(importLock(id))) continue;
		if (locks.reach === 'this-tab' && clock.now() - at < longest) continue;
		if (await noteCutOff(db, id)) isNews = true;
	}
	if (isNews) tell();
}
