/** Says a few words to screen readers from anywhere, where no visible region is near. */

let region: HTMLElement | undefined;
let said = '';

/** How long a region stands in the page before its first words: those that come with it are not heard, ms. */
const settling = 150;

/** Speaks `text` politely. The region is made at the first word and stays. */
export function announce(text: string) {
	// The same words twice are only heard twice if they differ.
	said = said === text ? `${text}\u00A0` : text;
	if (region?.isConnected) {
		region.textContent = said;
		return;
	}
	const made = document.createElement('div');
	region = made;
	made.className = 'visually-hidden';
	made.setAttribute('aria-live', 'polite');
	document.body.append(made);
	setTimeout(() => (made.textContent = said), settling);
}
