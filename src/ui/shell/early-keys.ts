import { isComposed } from '../kit/is-composed.ts';

/** What is typed before the first screen is there, while nothing has the focus: the composer takes it over. */

let early = '';

function keep(event: KeyboardEvent): void {
	const { key, ctrlKey, metaKey, altKey, target } = event;
	if (ctrlKey || metaKey || altKey || isComposed(event) || target !== document.body) return;
	if (key === 'Backspace') early = early.slice(0, -1);
	else if (key.length === 1) early += key;
}

addEventListener('keydown', keep);

/** What was typed so far; from now on it goes to what is on screen. */
export function takeEarly(): string {
	removeEventListener('keydown', keep);
	const typed = early;
	early = '';
	return typed;
}
