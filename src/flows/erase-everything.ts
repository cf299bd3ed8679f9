import { eraseDatabases } from '#db/erase.ts';
import type { App } from '#flows/ports.ts';

/**
 * Remove everything this app has stored in the browser: databases, files, caches, service worker (security row 34).
 * False when another tab holds on to the data. The page must be loaded anew afterwards.
 */
export async function eraseEverything({
	db,
	scratch
}: Pick<App, 'db' | 'scratch'>): Promise<boolean> {
	await Promise.all([removeFiles(), removeCaches(), removeServiceWorkers()]);
	localStorage.clear();
	sessionStorage.clear();
	return eraseDatabases(db, scratch);
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
