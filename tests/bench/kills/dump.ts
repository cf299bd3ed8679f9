/** All that is stored, read past the app, with the bytes of archives. */
import { Buffer } from 'node:buffer';
import type { Page } from '@playwright/test';
import type { Archive, ColdRange } from '#core/archive/stored.ts';
import type { MemoryFile, MemoryRevision, Proposal } from '#core/memory/memory.ts';
import type { Branch, Session } from '#core/session/session.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { Step, Turn } from '#core/log/turn.ts';

export interface Dump {
	readonly sessions: readonly Session[];
	readonly branches: readonly Branch[];
	readonly turns: readonly Turn[];
	readonly steps: readonly Step[];
	readonly summaries: readonly Summary[];
	readonly memoryFiles: readonly MemoryFile[];
	readonly memoryRevisions: readonly MemoryRevision[];
	readonly proposals: readonly Proposal[];
	readonly archives: readonly Archive[];
	readonly cold: readonly ColdRange[];
	/** By the id of the archive. */
	readonly bytes: ReadonlyMap<string, Uint8Array>;
}

const tables = [
	'sessions',
	'branches',
	'turns',
	'steps',
	'summaries',
	'memoryFiles',
	'memoryRevisions',
	'proposals',
	'archives',
	'cold'
] as const;

/** One transaction, so that nothing changes while it is read. */
export async function dumpOf(page: Page): Promise<Dump> {
	const { rows, packed } = await page.evaluate(
		async (names) => {
			const db = await new Promise<IDBDatabase>((resolve, reject) => {
				const opening = indexedDB.open('keepsake');
				opening.onsuccess = () => resolve(opening.result);
				opening.onerror = () => reject(new Error('cannot open the database'));
			});
			const reading = db.transaction([...names, 'archiveBytes']);
			const all = (name: string): Promise<Record<string, unknown>[]> =>
				new Promise((resolve, reject) => {
					const asked = reading.objectStore(name).getAll();
					asked.onsuccess = () => resolve(asked.result as Record<string, unknown>[]);
					asked.onerror = () => reject(new Error(`cannot read ${name}`));
				});
			const found = await Promise.all([...names, 'archiveBytes'].map(all));
			db.close();
			const bytes = found.pop() as unknown as { id: string; bytes: Uint8Array }[];
			const letters = (part: Uint8Array) =>
				Array.from(part, (byte) => String.fromCharCode(byte)).join('');
			return {
				rows: Object.fromEntries(names.map((name, at) => [name, found[at] ?? []])),
				packed: bytes.map((row) => [row.id, btoa(letters(row.bytes))] as const)
			};
		},
		[...tables]
	);
	return {
		...(rows as unknown as Omit<Dump, 'bytes'>),
		bytes: new Map(packed.map(([id, text]) => [id, new Uint8Array(Buffer.from(text, 'base64'))]))
	};
}

/** How many replies wait in the scratch database to be recovered. */
export const partialsIn = (page: Page): Promise<number> =>
	page.evaluate(async () => {
		const db = await new Promise<IDBDatabase>((resolve) => {
			const opening = indexedDB.open('keepsake-scratch');
			opening.onsuccess = () => resolve(opening.result);
		});
		if (!db.objectStoreNames.contains('partials')) return 0;
		const count = await new Promise<number>((resolve) => {
			const counting = db.transaction('partials').objectStore('partials').count();
			counting.onsuccess = () => resolve(counting.result);
		});
		db.close();
		return count;
	});
