import { vi } from 'vitest';

/** A browser that cannot open some databases, and says why, or with null never says anything; until `open` again. */
export function unopenable(
	isMeant: (name: string) => boolean,
	why: DOMException | null = new DOMException(
		'Internal error opening backing store',
		'UnknownError'
	)
): { readonly open: () => void } {
	const open: IDBFactory['open'] = indexedDB.open.bind(indexedDB);
	const spy = vi.spyOn(indexedDB, 'open').mockImplementation((name, version): IDBOpenDBRequest => {
		if (!isMeant(name)) return open(name, version);
		const request = { error: why, addEventListener: unheard } as unknown as IDBOpenDBRequest;
		const event = { target: request, preventDefault: unheard, stopPropagation: unheard };
		if (why)
			setTimeout(() => {
				request.onerror?.(event as unknown as Event);
			});
		return request;
	});
	// Dexie opens once more where it is told an unknown error, and says so on the console.
	const said = vi.spyOn(console, 'warn').mockImplementation(unheard);
	return {
		open: () => {
			spy.mockRestore();
			said.mockRestore();
		}
	};
}

const unheard = (): void => undefined;
