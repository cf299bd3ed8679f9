import { eraseDatabases } from '#db/erase.ts';
import type { App } from '#flows/ports.ts';

/** `held`: another tab holds on to the data. `partly`: the browser refused to remove some of it, and the rest is gone. */
type Erased = 'erased' | 'held' | 'partly';

/**
 * Remove everything this app has stored in the browser: databases, files, caches, service worker (security row 34).
 * The page must be loaded anew afterwards. A copy that is being written cannot be removed, so that is waited for; and
 * the copies go first, for a start that finds them alone would offer to bring back what was to be erased.
 */
export async function eraseEverything({
	db,
	scratch,
	locks
}: Pick<App, 'db' | 'scratch' | 'locks'>): Promise<Erased> {
	const held = await locks.hold(
		'copies',
		async (): Promise<Erased> => {
			const removed = await Promise.allSettled([
				removeFiles(),
				removeCaches(),
				removeServiceWorkers()
			]);
			localStorage.clear();
			sessionStorage.clear();
			if (!(await eraseDatabases(db, scratch))) return 'held';
			return removed.every(({ status }) => status === 'fulfilled') ? 'erased' : 'partly';
		},
		{ wait: true }
	);
	return held.status === 'done' ? held.value : 'held';
}

/** Platform parts that pages without https, and older browsers, do not have. */
const platform = () =>
	navigator as {
		readonly storage?: Partial<StorageManager>;
		readonly serviceWorker?: ServiceWorkerContainer;
	};

async function removeFiles(): Promise<void> {
	const root = await platform().storage?.getDirectory?.();
	if (!root) return;
	const names: string[] = [];
	for await (const name of root.keys()) names.push(name);
	await Promise.all(names.map((name) => root.removeEntry(name, { recursive: true })));
}

async function removeCaches(): Promise<void> {
	if (!('caches' in globalThis)) return;
	await Promise.all((await caches.keys()).map((name) => caches.delete(name)));
}

async function removeServiceWorkers(): Promise<void> {
	const found = (await platform().serviceWorker?.getRegistrations()) ?? [];
	await Promise.all(found.map((registration) => registration.unregister()));
}
