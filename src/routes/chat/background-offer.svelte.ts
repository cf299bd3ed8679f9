import { untrack } from 'svelte';
import type { Looked, Offer } from '#core/offers/first-call.ts';
import { backgroundOffer } from '#core/offers/price-offers.ts';
import type { App } from '#flows/ports.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { Foresight, foreseenIn } from '#state/summary/foresight.svelte.ts';

/**
 * Whether it is to be asked that summaries may be prepared in the background: where the conversation has grown long, and
 * one would be made of it. It may be memory that takes the room, which no summary makes smaller. Made within a
 * component, and followed as long as that one.
 */
export function watchBackgroundOffer(
	app: App,
	view: SessionView,
	looked: () => Looked
): { readonly current: Offer | null } {
	const ahead = new Foresight(app);
	// Where nothing was said yet there is nothing to summarise, however much a file weighs.
	const offered = $derived(view.draft || view.newestKept < 0 ? null : backgroundOffer(looked()));
	const isLong = $derived(offered !== null);
	const current = $derived(foreseenIn(ahead.stage)?.kind === 'plan' ? offered : null);

	$effect(() => {
		const { session } = view;
		if (isLong && !view.answering.isRunning) untrack(() => ahead.ask(session, null, 'soft'));
		return ahead.stop;
	});

	return {
		get current() {
			return current;
		}
	};
}
