import { tabStorage } from '#db/web-storage.ts';
import type { App } from '#flows/ports.ts';

const tabs = new WeakMap<object, string>();

/** The app of each tab has an id of its own. */
export function tabIdOf(app: Pick<App, 'clock'>): string {
	const known = tabs.get(app) ?? app.clock.newId();
	tabs.set(app, known);
	return known;
}

const key = 'keepsake-tab';
const lasting = new WeakMap<object, string>();

/** The same for one that outlives a reload; empty where the browser keeps none. */
export function lastingTabId(app: Pick<App, 'clock'>): string {
	const known = lasting.get(app) ?? begin(app);
	lasting.set(app, known);
	return known;
}

/**
 * A tab that is duplicated, or opened by a script, begins with what the session storage of the first one holds: there the
 * id lies only while nobody looks at the page. One that crashed has a new id, and goes on from all that lies there.
 */
function begin({ clock }: Pick<App, 'clock'>): string {
	const id = tabStorage().getItem(key) ?? clock.newId();
	// Whether the browser keeps any is known before somebody writes.
	if (!keep(id)) return '';
	const look = () => keep(document.visibilityState === 'visible' ? null : id);
	look();
	addEventListener('pagehide', () => keep(id));
	document.addEventListener('visibilitychange', look);
	return id;
}

/** Null: take it away. False where it cannot be kept. */
function keep(id: string | null): boolean {
	try {
		if (id === null) tabStorage().removeItem(key);
		else tabStorage().setItem(key, id);
		return true;
	} catch {
		// Full.
		return false;
	}
}
