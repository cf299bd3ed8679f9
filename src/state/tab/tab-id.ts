import type { App } from '#flows/ports.ts';

const tabs = new WeakMap<object, string>();

/** The app of each tab has an id of its own. */
export function tabIdOf(app: Pick<App, 'clock'>): string {
	const known = tabs.get(app) ?? app.clock.newId();
	tabs.set(app, known);
	return known;
}
