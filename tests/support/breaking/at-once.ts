import { Dexie } from 'dexie';
import { expect } from 'vitest';
import { Scratch, Truth } from '#db/schema.ts';
import { breakingStorage } from './breaking-storage.ts';

/** What two tabs do at once: the second begins at each step of the first. Where a transaction keeps it out, it waits. */

export interface TwoTabs<Db extends Dexie, Came, Then = unknown> {
	readonly before: (db: Db) => Promise<unknown>;
	readonly first: (db: Db) => Promise<Came>;
	readonly second: (db: Db) => Promise<Then>;
	/** What is so whenever the second came; `came` and `then`: what each was told. */
	readonly holds: (db: Db, came: Came, then: Then) => unknown;
}

let opened = 0;

/** Tries all moments. Who does all of it in one call is held up by nobody, and shows nothing. */
async function tries<Db extends Dexie, Came, Then>(
	open: (name: string) => Db,
	{ before, first, second, holds }: TwoTabs<Db, Came, Then>
): Promise<void> {
	// Just before the first, too: there no transaction keeps it out.
	for (let moment = -1; ; moment++) {
		const name = `at-once-${String(++opened)}`;
		const given = open(name);
		await before(given);
		given.close();
		// Opened anew: nobody counts what was done before.
		const db = open(name);
		const begun: Promise<Then>[] = [];
		if (moment < 0) {
			begun.push(second(db));
			await begun[0];
		} else
			breakingStorage(db).onCall = (at) => {
				if (at === moment) begun.push(Dexie.ignoreTransaction(() => second(db)));
			};
		const came = await first(db);
		for (const then of begun) await holds(db, came, await then);
		await db.delete();
		if (begun.length > 0) continue;
		expect(moment).toBeGreaterThan(1);
		return;
	}
}

export const atOnce = <Came, Then>(tabs: TwoTabs<Truth, Came, Then>): Promise<void> =>
	tries((name) => new Truth(name), tabs);

export const atOnceUnsent = <Came, Then>(tabs: TwoTabs<Scratch, Came, Then>): Promise<void> =>
	tries((name) => new Scratch(name), tabs);
