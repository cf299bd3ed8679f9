/** Rows put into the database of the app past the app, and counted there, from a page of its origin in which nothing of it runs. */
import type { Page } from '@playwright/test';

/** Rows by table; bytes as base64 under `$bytes`. */
export type Rows = Record<string, readonly Record<string, unknown>[]>;

/** The database must be there; what has the same key is replaced. */
export const putRows = (page: Page, rows: Rows): Promise<void> =>
	page.evaluate(async (given) => {
		const db = await new Promise<IDBDatabase>((resolve) => {
			const opening = indexedDB.open('keepsake');
			opening.onsuccess = () => resolve(opening.result);
		});
		const names = Object.keys(given).filter((name) => (given[name] ?? []).length > 0);
		const writing = db.transaction(names, 'readwrite');
		for (const name of names)
			for (const row of given[name] ?? []) {
				const { $bytes, ...rest } = row;
				const bytes =
					typeof $bytes === 'string'
						? { bytes: Uint8Array.from(atob($bytes), (letter) => letter.charCodeAt(0)) }
						: {};
				writing.objectStore(name).put({ ...rest, ...bytes });
			}
		await new Promise((resolve) => (writing.oncomplete = resolve));
		db.close();
	}, rows);

/** How many rows some tables hold, in the order of their names. */
export const countRows = (page: Page, tables: readonly string[]): Promise<readonly number[]> =>
	page.evaluate(async (names) => {
		const db = await new Promise<IDBDatabase>((resolve) => {
			const opening = indexedDB.open('keepsake');
			opening.onsuccess = () => resolve(opening.result);
		});
		const count = (name: string) =>
			new Promise<number>((resolve) => {
				const counting = db.transaction(name).objectStore(name).count();
				counting.onsuccess = () => resolve(counting.result);
			});
		const found = await Promise.all(names.map(count));
		db.close();
		return found;
	}, tables);
