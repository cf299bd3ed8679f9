/**
 * What the browser keeps as short texts, for one tab and for all of them. Where it lets nobody have it (turned off, its
 * file damaged, which leaves the databases as they are) the page goes on with one of its own, which ends with it.
 */

type WebStorage = Pick<Storage, 'length' | 'key' | 'getItem' | 'setItem' | 'removeItem' | 'clear'>;

export const tabStorage = (): WebStorage => orOwn('tab', () => sessionStorage);
export const sharedStorage = (): WebStorage => orOwn('shared', () => localStorage);

export const keysOf = (store: WebStorage): string[] =>
	Array.from({ length: store.length }, (_, at) => store.key(at) ?? '');

const own = { tab: ownStorage(), shared: ownStorage() };

function orOwn(which: keyof typeof own, ask: () => Storage | null): WebStorage {
	try {
		return ask() ?? own[which];
	} catch {
		return own[which];
	}
}

function ownStorage(): WebStorage {
	const items = new Map<string, string>();
	return {
		get length() {
			return items.size;
		},
		key: (at) => [...items.keys()][at] ?? null,
		getItem: (key) => items.get(key) ?? null,
		setItem: (key, text) => void items.set(key, text),
		removeItem: (key) => void items.delete(key),
		clear: () => items.clear()
	};
}
