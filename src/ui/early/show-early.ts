/** The composer in the built page, before the app is there: shown where one belongs, and what is pressed in it kept. */

/** The element around it. What it keeps is read once, when the app takes over. */
export interface EarlyScreen extends HTMLElement {
	/** What stood there when Enter was pressed. */
	entered?: string;
	/** Something was pasted or dropped into it. */
	hasPasted?: boolean;
	/** An input method is in the middle of a word. */
	isComposing?: boolean;
	/** The first of the app's shortcuts and the keys behind it, which were meant for what it opens. */
	pressed?: KeyboardEventInit[];
}

/** Stands in the script of the page and must not refer to anything outside itself. */
export function showEarly(): void {
	const found = document.querySelector<EarlyScreen>('#early');
	const inIt = found?.querySelector('textarea');
	if (!found || !inIt) return;
	const early = found;
	const area = inIt;
	// Inside another page nothing is shown (security row 18); elsewhere than in a session there is no composer.
	if (window.top !== window.self || !/^\/(chat\/[^/]+)?$/.test(location.pathname)) {
		early.remove();
		return;
	}
	const pressed: KeyboardEventInit[] = [];
	early.pressed = pressed;
	early.hidden = false;
	// Kit takes the focus away from everything else when it draws its first page.
	const hold = (): void => void (area.autofocus = true);
	area.addEventListener('focus', hold);
	if (matchMedia('(hover: hover)').matches) {
		area.focus();
		hold();
	}

	function keep(event: KeyboardEvent): void {
		if (!early.isConnected || event.isComposing) return;
		// 229 is how older browsers say the same.
		// eslint-disable-next-line @typescript-eslint/no-deprecated
		if (event.keyCode === 229) return;
		const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
		const isWithMod = ctrlKey !== metaKey && !altKey;
		const low = key.toLowerCase();
		const isShortcut =
			isWithMod && (low === '/' || (shiftKey && low === 'o') || (!shiftKey && low === 'k'));
		if (isShortcut || (pressed.length > 0 && !isWithMod)) {
			event.preventDefault();
			pressed.push({ key, ctrlKey, metaKey, altKey, shiftKey });
		} else if (key === 'Enter' && !shiftKey && !altKey && event.target === area) {
			event.preventDefault();
			if (area.value.trim() !== '') early.entered ??= area.value;
		}
	}
	addEventListener('keydown', keep, true);
	area.addEventListener('compositionstart', () => (early.isComposing = true));
	area.addEventListener('compositionend', () => (early.isComposing = false));
	area.addEventListener('beforeinput', ({ inputType }) => {
		if (/Paste|Drop|Yank/.test(inputType)) early.hasPasted = true;
	});
	// An app that cannot start would leave a composer that leads nowhere.
	addEventListener('unhandledrejection', () => early.remove(), { once: true });
}
