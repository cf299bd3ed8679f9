import type { Erasable, Erased } from '#core/erased.ts';
import { sharedStorage, tabStorage } from '#db/web-storage.ts';
import { removalsOfDatabases, type Removal } from '#db/erase.ts';
import type { App } from '#flows/ports.ts';
import { settledOrStop, waitOrStop } from '#flows/ports/waiting.ts';

/** How long the browser, or another tab, is given for a step, ms. */
const patienceMs = 8_000;

/**
 * Remove everything this app has stored in the browser: databases, files, caches, service worker (security row 34).
 * The page must be loaded anew afterwards. A copy that is being written cannot be removed, so that is waited for; and
 * the copies go first, for a start that finds them alone would offer to bring back what was to be erased. A step that
 * fails keeps no other from being done, and all of it can be done again. `patience`: for each step, ms.
 */
export async function eraseEverything(
	{ db, scratch, locks }: Pick<App, 'db' | 'scratch' | 'locks'>,
	{ patience = patienceMs } = {}
): Promise<Erased> {
	const waiting = new AbortController();
	const timer = setTimeout(() => waiting.abort(), 4 * patience);
	const held = await locks.hold(
		'copies',
		async (): Promise<Erased> => {
			clearTimeout(timer);
			const left = new Set<Erasable>();
			const removeAll = (removals: readonly Removal[]) =>
				Promise.all(
					removals.map(async ({ what, remove }) => {
						if (!(await isDone(remove, patience))) left.add(what);
					})
				);
			await removeAll(besideDatabases);
			await removeAll(removalsOfDatabases(db, scratch));
			return left.size === 0 ? { status: 'erased' } : { status: 'left', left: [...left] };
		},
		{ wait: true, signal: waiting.signal }
	);
	clearTimeout(timer);
	return held.status === 'done' ? held.value : { status: 'busy' };
}

/** Whether a step ended well, and in time. */
async function isDone(remove: Removal['remove'], patience: number): Promise<boolean> {
	const over = new AbortController();
	const step = { isWell: false };
	const work = (async () => {
		await remove();
		step.isWell = true;
	})();
	const late = waitOrStop(patience, over.signal).then(() => over.abort());
	await settledOrStop(work, over.signal);
	over.abort();
	await late;
	return step.isWell;
}

const besideDatabases: readonly Removal[] = [
	{ what: 'copies', remove: removeFiles },
	{ what: 'app', remove: removeCaches },
	{ what: 'app', remove: removeServiceWorkers },
	{ what: 'unsent', remove: () => sharedStorage().clear() },
	{ what: 'unsent', remove: () => tabStorage().clear() }
];

/** Platform parts that pages without https, and older browsers, do not have. */
const platform = () =>
	navigator as {
		readonly storage?: Partial<StorageManager>;
		readonly serviceWorker?: ServiceWorkerContainer;
	};

async function removeFiles(): Promise<void> {
	const root = await platform().storage?.getDirectory?.().catch(notForUs);
	if (!root) return;
	const names: string[] = [];
	for await (const name of root.keys()) names.push(name);
	await Promise.all(names.map((name) => root.removeEntry(name, { recursive: true })));
}

/** What a site may not have at all, in private windows of some browsers, holds nothing of it. */
function notForUs(error: unknown): null {
	if (error instanceof DOMException && error.name === 'SecurityError') return null;
	throw error;
}

async function removeCaches(): Promise<void> {
	if (!('caches' in globalThis)) return;
	await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

async function removeServiceWorkers(): Promise<void> {
	const found = (await platform().serviceWorker?.getRegistrations()) ?? [];
	await Promise.all(found.map((registration) => registration.unregister()));
}
