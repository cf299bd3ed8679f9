import { storageManager } from '#state/data/storage-manager.ts';

let isAsked = false;

/**
 * Ask the browser once to keep the data for good: at a calm moment, after the first answered message, when there is
 * something to keep.
 */
export async function askToPersist(): Promise<void> {
	if (isAsked) return;
	isAsked = true;
	const storage = storageManager();
	if (!(await storage.persisted?.())) await storage.persist?.();
}
