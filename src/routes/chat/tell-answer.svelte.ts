import type { Answering } from '#state/chat/answering.svelte.ts';
import { announce } from '#ui/kit/notices/announce.ts';
import { words } from '#ui/words/talk-words.ts';

/** How the answer stands, for whoever hears the page. Called while a component is made. */
export function tellAnswer(answering: Answering): { readonly said: string } {
	/** An answer was begun while this is on screen. */
	let isBegun = false;
	const said = $derived.by(() => {
		const { announcement } = answering;
		if (announcement === 'none') return '';
		return words.messages[announcement === 'cutOff' ? 'complete' : announcement];
	});
	// The status has four words, and none for this; whoever comes back to such an answer has heard it.
	$effect(() => {
		const { cutOff, cutOffHelp } = words.messages;
		if (answering.announcement === 'answering') isBegun = true;
		if (answering.announcement === 'cutOff' && isBegun) announce(`${cutOff}. ${cutOffHelp}`);
	});
	return {
		get said() {
			return said;
		}
	};
}
