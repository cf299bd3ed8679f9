let isAsked = false;

/**
 * Ask the browser once to keep the data for good: at a calm moment, after the first answered message, when there is
 * something to keep.
 */
export async function askToPersist(): Promise<void> {
	if (isAsked || !('storage' in navigator)) return;
	isAsked = true;
	if (!(await navigator.storage.persisted())) await navigator.storage.persist();
}
