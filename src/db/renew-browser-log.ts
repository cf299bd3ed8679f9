import { Dexie } from 'dexie';
import type { Truth } from '#db/schema.ts';

/**
 * Have the browser put away the log of its databases and begin a new one.
 *
 * Chromium appends what is stored to a log of the whole origin, and goes on with the old one at the next start. A power
 * cut leaves zeros at its end, and often does. What is appended behind them is not found again: at the start after
 * that the rest of the block is passed over, or the log is taken for corrupt and every database of the origin is
 * deleted, however strictly it was written. Deleting any database makes the browser write what it has read of the log
 * to a table, flush that, and begin a new log; what this start has stored meanwhile goes along. So one is made and
 * deleted at each start, as soon as is read what the first screen needs. In other browsers that changes nothing.
 *
 * Never in the way of a start: what keeps a browser from making databases is told when ours is opened.
 */
export async function renewBrowserLog(truth: Pick<Truth, 'name'>): Promise<void> {
	const short = new Dexie(shortLivedName(truth), { cache: 'disabled' });
	short.version(1).stores({ nothing: '' });
	// Its own connection is closing at that moment; Dexie would say so in the console at every start.
	short.on('blocked', () => false);
	try {
		await short.open();
		await short.delete();
	} catch (error) {
		if (!(error instanceof Error)) throw error;
	} finally {
		short.close();
	}
}

export const shortLivedName = (truth: Pick<Truth, 'name'>): string => `${truth.name}-start`;
