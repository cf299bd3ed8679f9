/** Says a few words to screen readers from anywhere, where no visible region is near. */

let region: HTMLElement | undefined;

/** Speaks `text` politely. The region is made at the first word and stays. */
export function announce(text: string) {
	if (!region?.isConnected) {
		region = document.createElement('div');
		region.className = 'visually-hidden';
		region.setAttribute('aria-live', 'polite');
		document.body.append(region);
	}
	// The same words twice are only heard twice if they differ.
	region.textContent = region.textContent === text ? `${text}\u00A0` : text;
}
