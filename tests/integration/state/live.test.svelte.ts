import { flushSync, untrack } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { watch, type Watchable } from '#db/watch.ts';
import { AppState } from '#state/app.svelte.ts';
import { Live } from '#state/live.svelte.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { anApp } from '../../support/apps/an-app.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { eventually } from '../../support/eventually.ts';

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
	await eventually(() => {
		flushSync();
		expect(first.seen.at(-1)).toBe('Emma of 1');
	});
	leave();
	await eventually(() => {
		expect(shelf.readers).toBe(0);
	});
	shelf.put('Persuasion');
	const again = visit(catalogue);
	await eventually(() => {
		flushSync();
		expect(again.seen.at(-1)).toBe('Persuasion of 2');
	});
	shelf.put('Sanditon');
	await eventually(() => {
		flushSync();
		expect(again.seen.at(-1)).toBe('Sanditon of 3');
	});
});

test('a read that fails is thrown to the edge of the page instead of leaving a screen empty in silence', async () => {
	const uncaught: unknown[] = [];
	const hear = (reason: unknown) => uncaught.push(reason);
	process.on('unhandledRejection', hear);
	const unreadable = new TypeError('a row that cannot be read');
	const broken = new Live(watch(() => Promise.reject<string>(unreadable)));
	leave = $effect.root(() => {
		$effect(() => {
			expect(broken.current).toBeUndefined();
		});
	});
	flushSync();
	await eventually(() => expect(uncaught).toEqual([unreadable]));
	process.off('unhandledRejection', hear);
});

test('a draft that was decided on elsewhere is gone when somebody comes back to the conversation it was first seen in', async () => {
	const app = await anApp();
	await storeSession(app.db, aSession(), someExchanges(6));
	const draft = aSummary(2, { id: 'd1', status: 'draft' });
	await app.db.summaries.put(draft);
	const keepsake = new AppState(app);
	/** The screen of the conversation: it asks for its session, and shows the draft. */
	const open = () => {
		const shown: (string | null)[] = [];
		leave = $effect.root(() => {
			const view = $derived.by(() => untrack(() => keepsake.views.of('s1')));
			$effect(() => {
				shown.push(view.draft?.id ?? null);
			});
		});
		return shown;
	};
	const last = (shown: readonly (string | null)[]) => {
		flushSync();
		return shown.at(-1);
	};
	const first = open();
	await eventually(() => {
		expect(last(first)).toBe('d1');
	});
	leave();
	await app.db.summaries.put({ ...draft, status: 'discarded' });
	const again = open();
	await eventually(() => {
		expect(last(again)).toBeNull();
	});
	await app.close();
});
