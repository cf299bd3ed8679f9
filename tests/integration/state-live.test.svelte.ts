import { flushSync } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import { Live } from '#state/live.svelte.ts';
import type { Watchable } from '#db/watch.ts';

/** A watched value is followed while somebody looks, and looked at anew when somebody comes back to it. */

class Shelf {
	books: readonly string[] = ['Emma'];
	readonly #readers = new Set<(books: readonly string[]) => void>();
	get readers(): number {
		return this.#readers.size;
	}
	readonly watch: Watchable<readonly string[]> = {
		subscribe: (next) => {
			this.#readers.add(next);
			void Promise.resolve().then(() => {
				if (this.#readers.has(next)) next(this.books);
			});
			return () => this.#readers.delete(next);
		}
	};
	put(book: string): void {
		this.books = [...this.books, book];
		for (const next of this.#readers) next(this.books);
	}
}

/** What is made of a watched value, in an object that outlives the screens that show it. */
class Catalogue {
	readonly #live: Live<readonly string[]>;
	constructor(shelf: Shelf) {
		this.#live = new Live(shelf.watch);
	}
	readonly #all = $derived.by(() => this.#live.current ?? []);
	readonly newest = $derived.by(() => this.#all.at(-1) ?? null);
	readonly count = $derived.by(() => this.#all.length);
}

let leave: () => void = () => undefined;
afterEach(() => {
	leave();
});

/** A screen that shows the newest book, and one more thing that is made of the same. */
function visit(catalogue: Catalogue): { readonly seen: string[] } {
	const seen: string[] = [];
	leave = $effect.root(() => {
		$effect(() => {
			seen.push(`${catalogue.newest ?? 'none'} of ${String(catalogue.count)}`);
		});
	});
	flushSync();
	return { seen };
}

test('what changed while nobody looked is there when somebody comes back', async () => {
	const shelf = new Shelf();
	const catalogue = new Catalogue(shelf);
	const first = visit(catalogue);
	await vi.waitFor(() => {
		flushSync();
		expect(first.seen.at(-1)).toBe('Emma of 1');
	});
	leave();
	await vi.waitFor(() => {
		expect(shelf.readers).toBe(0);
	});
	shelf.put('Persuasion');
	const again = visit(catalogue);
	await vi.waitFor(() => {
		flushSync();
		expect(again.seen.at(-1)).toBe('Persuasion of 2');
	});
	shelf.put('Sanditon');
	await vi.waitFor(() => {
		flushSync();
		expect(again.seen.at(-1)).toBe('Sanditon of 3');
	});
});
