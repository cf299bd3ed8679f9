/** Says a few words to screen readers from anywhere, where no visible region is near. */

let region: HTMLElement | undefined;
let said = '';
let waiting: readonly string[] = [];

/**
 * How long words wait, ms: those that come with their region are not heard, and of two that come one right behind the
 * other only the second is, unless they come as one.
 */
const settling = 150;

/** Speaks `text` politely. The region is made at the first word and stays. */
export function announce(text: string) {
	if (waiting.length === 0) setTimeout(speak, settling);
	waiting = [...waiting, text];
	if (region?.isConnected) return;
	region = document.createElement('div');
	region.className = 'visually-hidden';
	region.setAttribute('aria-live', 'polite');
	document.body.append(region);
}

function speak() {
	const text = waiting.join(' ');
	waiting = [];
	// The same words twice are only heard twice if they differ.
	said = said === text ? `${text}\u00A0` : text;
	if (region) region.textContent = said;
}
