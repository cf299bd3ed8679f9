import { Dexie, type DBCore, type DBCoreTable } from 'dexie';
import { expect } from 'vitest';
import { Scratch, Truth } from '#db/schema.ts';

/** What two tabs do at once: the second begins at each step of the first. Where a transaction keeps it out, it waits. */

export interface TwoTabs<Db extends Dexie, Came, Then = unknown> {
	readonly before: (db: Db) => Promise<unknown>;
	readonly first: (db: Db) => Promise<Came>;
	readonly second: (db: Db) => Promise<Then>;
	/** What is so whenever the second came; `came` and `then`: what each was told. */
	readonly holds: (db: Db, came: Came, then: Then) => unknown;
}

/** Begins `work` at the call of that number (from 0). */
function atCall(db: Dexie, number: number, work: () => void): void {
	let left = number;
	const count = <T>(call: T): T => {
		if (left-- === 0) work();
		return call;
	};
	const counting = (table: DBCoreTable): DBCoreTable => ({
		...table,
		mutate: (asked) => count(table.mutate(asked)),
		get: (asked) => count(table.get(asked)),
		getMany: (asked) => count(table.getMany(asked)),
		query: (asked) => count(table.query(asked)),
		openCursor: (asked) => count(table.openCursor(asked)),
		count: (asked) => count(table.count(asked))
	});
	db.use({
		stack: 'dbcore',
		name: 'counting',
		create: (core: DBCore) => ({ ...core, table: (name) => counting(core.table(name)) })
	});
}

let opened = 0;

/** Tries all moments. Who does all of it in one call is held up by nobody, and shows nothing. */
async function tries<Db extends Dexie, Came, Then>(
	open: (name: string) => Db,
	{ before, first, second, holds }: TwoTabs<Db, Came, Then>
): Promise<void> {
	for (let moment = 0; ; moment++) {
		const name = `at-once-${String(++opened)}`;
		const given = open(name);
		await before(given);
		given.close();
		// Opened anew: nobody counts what was done before.
		const db = open(name);
		const begun: Promise<Then>[] = [];
		atCall(db, moment, () => {
			begun.push(Dexie.ignoreTransaction(() => second(db)));
		});
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
