import { untrack } from 'svelte';
import { awaitedIn } from '#state/chat/awaited.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';

/**
 * A summary somebody asked for is made, and then shown, at the end: they may have scrolled far away from it. `follow`
 * brings the end into view, `show` the beginning of the draft, where it is read from.
 */
export function leadToDraft(
	view: SessionView,
	{ follow, show }: { readonly follow: () => void; readonly show: () => void }
): void {
	/** By hand, in this tab. While it is planned there are no parts yet: there may be nothing to summarise. */
	const isMade = $derived.by(() => {
		const { isOurs, progress, retry } = view.compacting;
		return isOurs && ((progress?.of ?? 0) > 0 || retry !== null);
	});
	const draftId = $derived(view.draft?.id);
	let isAsked = false;

	$effect(() => {
		if (!isMade) return;
		isAsked = true;
		untrack(follow);
	});
	$effect(() => {
		if (!draftId || !isAsked) return;
		isAsked = false;
		// Why a message waits stands below it, and that is what was led to.
		if (!untrack(() => awaitedIn(view))) untrack(show);
	});
}
