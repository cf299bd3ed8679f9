import { latestRecovery } from '#db/ledger/activity.ts';
import { watch } from '#db/watch.ts';
import type { App } from '#flows/ports.ts';

/** The page that has restored a copy begins anew, which takes less than this, ms. */
const anew = 60_000;

/**
 * A copy that takes the place of everything is told in each tab, once: in those that go on, and in the one that has
 * just begun anew for it. Answers how to stop.
 */
export function tellRestored(
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	tell: () => void
): () => void {
	const since = clock.now() - anew;
	let told: string | undefined;
	return watch(() => latestRecovery(db)).subscribe((row) => {
		// Of a time still to come: written by a clock that ran ahead.
		if (!row || row.id === told || row.at < since || row.at > clock.now()) return;
		told = row.id;
		tell();
	});
}
