import type { UnsentText } from '#state/chat/unsent-text.svelte.ts';
import type { Typed } from '#ui/early/take-over.ts';

/** What was typed before the app was there goes on in the composer, behind what stood unsent in it. */
export function goOn(
	unsent: UnsentText,
	area: HTMLTextAreaElement,
	{ entered, text, hasPasted, selection }: Typed
): void {
	const kept = { text: unsent.text, pasted: unsent.pasted };
	const write = (words: string) => {
		// Which part of it was pasted nobody saw: then all of it counts as that.
		if (hasPasted) unsent.expect('insertFromPaste');
		unsent.text = words;
	};
	if (entered !== null) {
		write(entered);
		const enter = { key: 'Enter', bubbles: true, cancelable: true };
		area.dispatchEvent(new KeyboardEvent('keydown', enter));
	}
	if (entered !== null || text !== '') {
		write((entered === null ? '' : unsent.text) + text);
		if (kept.text !== '') unsent.putBefore(kept);
	}
	if (selection === null) return;
	area.focus();
	area.value = unsent.text;
	const before = unsent.text.length - text.length;
	area.setSelectionRange(before + selection.from, before + selection.to);
}
