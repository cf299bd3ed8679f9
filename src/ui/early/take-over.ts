import type { EarlyScreen } from './show-early.ts';

/** The app takes the place of what stood in the page before it, with all that was typed there. */

/** What was typed before the app was there. */
export interface Typed {
	/** What stood in the composer when Enter was pressed, or null. */
	readonly entered: string | null;
	/** What stands there, without what was entered. */
	readonly text: string;
	readonly hasPasted: boolean;
	/** Where the caret is, or the ends of the selection; null where the focus is elsewhere. */
	readonly selection: { readonly from: number; readonly to: number } | null;
}

const earlyScreen = (): EarlyScreen | null => document.querySelector<EarlyScreen>('#early');

export const isEarly = (): boolean => earlyScreen() !== null;

/** A screen without a composer is there, or one that can tell nobody what was typed. */
export function leaveEarly(): void {
	const early = earlyScreen();
	early?.remove();
	const pressed = early?.pressed ?? [];
	// By then the screen listens to its keys.
	if (pressed.length > 0) setTimeout(() => pressed.forEach(pressAgain));
}

/**
 * A composer is there: `give` gets what was typed, at once, or when the word that is being composed is whole; until
 * then it stays where it is.
 */
export function takeEarly(give: (typed: Typed) => void): void {
	const early = earlyScreen();
	const area = early?.querySelector('textarea');
	if (!early || !area) return;
	const hand = () => {
		give(typedIn(early, area));
		leaveEarly();
	};
	if (early.isComposing)
		area.addEventListener('compositionend', () => setTimeout(hand), { once: true });
	else hand();
}

function typedIn(early: EarlyScreen, area: HTMLTextAreaElement): Typed {
	const { entered = null, hasPasted = false } = early;
	const { value, selectionStart, selectionEnd } = area;
	const begin = entered !== null && value.startsWith(entered) ? entered.length : 0;
	return {
		entered: begin > 0 ? entered : null,
		text: value.slice(begin),
		hasPasted,
		selection:
			document.activeElement === area
				? { from: Math.max(0, selectionStart - begin), to: Math.max(0, selectionEnd - begin) }
				: null
	};
}

function pressAgain(press: KeyboardEventInit): void {
	const target = document.activeElement ?? document.body;
	target.dispatchEvent(new KeyboardEvent('keydown', { ...press, bubbles: true, cancelable: true }));
}
