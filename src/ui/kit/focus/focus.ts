/** Where the focus goes on when what had it leaves the page. */

/** Nothing has the focus: what had it is gone, or can do no more, which some browsers act on only with the next picture. */
export function isFocusLost(): boolean {
	const { activeElement } = document;
	return !activeElement || activeElement === document.body || activeElement.matches(':disabled');
}

/** What had the focus is gone or done with; what has come in its place has a button. */
export function focusButton(element: HTMLElement): void {
	element.querySelector('button')?.focus({ preventScroll: true });
}

/** Go on in a text field; not after a touch, which would open the keyboard on the glass. */
export function passFocus(field: HTMLElement | undefined): void {
	const isByKey = document.activeElement?.matches('button:focus-visible') ?? false;
	if (isByKey || window.matchMedia('(hover: hover)').matches) field?.focus({ preventScroll: true });
}
