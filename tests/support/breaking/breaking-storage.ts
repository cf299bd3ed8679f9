import type { DBCore, DBCoreTable, Dexie } from 'dexie';

/** Databases whose calls can be made to fail: one of them, or all from one on, as when the tab is gone. */

/** What browsers report. */
export const faults = {
	full: () => new DOMException('no room', 'QuotaExceededError'),
	ended: () => new DOMException('The transaction was aborted.', 'AbortError'),
	closing: () => new DOMException('The database connection is closing.', 'InvalidStateError'),
	lost: () => new DOMException('Data lost due to missing file.', 'NotReadableError'),
	unknown: () => new DOMException('Internal error.', 'UnknownError')
} as const;

export type Fault = keyof typeof faults;

const kinds = Object.keys(faults) as Fault[];

/** One of each kind, step by step. */
export const faultAt = (at: number): Fault => kinds[at % kinds.length] ?? 'full';

type Broken = { readonly at: number; readonly fault: Fault; readonly isForGood: boolean };

export interface BreakingStorage {
	/** Calls since the last `breakAt` or `mend`. */
	readonly calls: number;
	/** Called before each of them with its number. */
	onCall: (at: number) => void;
	/** The call of that number fails (from 0); `isForGood`: all that come after it, too. */
	breakAt(at: number, fault: Fault, isForGood?: boolean): void;
	/** Everything works again. Answers whether anything had failed. */
	mend(): boolean;
}

/** Counts the calls to some databases, which nobody may have opened yet, and breaks those it is told to break. */
export function breakingStorage(...databases: readonly Dexie[]): BreakingStorage {
	let calls = 0;
	let broken: Broken | null = null;
	let hasBroken = false;
	const call = <T>(work: () => Promise<T>): Promise<T> => {
		const at = calls++;
		storage.onCall(at);
		if (!broken || (broken.isForGood ? at < broken.at : at !== broken.at)) return work();
		hasBroken = true;
		return Promise.reject(faults[broken.fault]());
	};
	const storage: BreakingStorage = {
		onCall: () => undefined,
		get calls() {
			return calls;
		},
		breakAt(at, fault, isForGood = false) {
			calls = 0;
			hasBroken = false;
			broken = { at, fault, isForGood };
		},
		mend() {
			broken = null;
			calls = 0;
			return hasBroken;
		}
	};
	const breaking = (table: DBCoreTable): DBCoreTable => ({
		...table,
		mutate: (asked) => call(() => table.mutate(asked)),
		get: (asked) => call(() => table.get(asked)),
		getMany: (asked) => call(() => table.getMany(asked)),
		query: (asked) => call(() => table.query(asked)),
		openCursor: (asked) => call(() => table.openCursor(asked)),
		count: (asked) => call(() => table.count(asked))
	});
	for (const db of databases)
		db.use({
			stack: 'dbcore',
			name: 'breaking',
			create: (core: DBCore) => ({ ...core, table: (name) => breaking(core.table(name)) })
		});
	return storage;
}
