import { SvelteSet } from 'svelte/reactivity';
import type { LineOrigin } from '#core/memory/memory.ts';
import { linesOf, type DeskItem } from '#state/desk/desk-items.ts';

/** What the list is narrowed to. */
export type DeskFilter = 'all' | LineOrigin | 'drafts';

/** What of the desk is shown, and which of the lines shown are selected. */
export class DeskSelection {
	filter = $state<DeskFilter>('all');
	readonly #marked = new SvelteSet<string>();
	readonly #items: () => readonly DeskItem[];
	readonly shown = $derived.by(() => {
		const { filter } = this;
		if (filter === 'all') return this.#items();
		return this.#items().filter((item) =>
			item.kind === 'draft' ? filter === 'drafts' : item.proposal.origin === filter
		);
	});
	/** What was decided elsewhere, or is not shown, is not meant. */
	readonly lines = $derived.by(() => linesOf(this.shown).filter(({ id }) => this.#marked.has(id)));

	constructor(items: () => readonly DeskItem[]) {
		this.#items = items;
	}

	readonly toggle = (id: string): void => {
		if (!this.#marked.delete(id)) this.#marked.add(id);
	};

	/** Every line that is shown, and no other. */
	all(): void {
		this.clear();
		for (const { id } of linesOf(this.shown)) this.#marked.add(id);
	}

	clear(): void {
		this.#marked.clear();
	}
}
