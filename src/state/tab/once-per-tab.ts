import type { AppState } from '#state/app.svelte.ts';

type Tab = Pick<AppState, 'app' | 'underWay'>;

/** What belongs to the tab and not to a page: made when it is first asked for, the same on every page. */
export function oncePerTab<T extends object>(
	make: (app: Tab['app'], underWay: Tab['underWay']) => T
): (tab: Tab) => T {
	const known = new WeakMap<Tab, T>();
	return (tab) => {
		const found = known.get(tab) ?? make(tab.app, tab.underWay);
		known.set(tab, found);
		return found;
	};
}
