import { tabStorage } from '#db/web-storage.ts';

/**
 * Browsers keep a page that is left as it stands, for Back. What it had begun is not to be trusted by then: its workers
 * are ended, and WebKit has let go of its locks without a word, so that another tab may do the same work. When it comes
 * back it begins anew, as it does where no page is kept.
 */
export function beginAnewWhenBack(reload: () => void): void {
	addEventListener('pageshow', ({ persisted }) => {
		if (persisted) reload();
	});
}

/** Everything is being erased in another tab: this one begins anew, and what its composers keep as a page goes is not kept. */
export function leaveErased(): void {
	for (const going of ['pagehide', 'visibilitychange'])
		addEventListener(going, () => tabStorage().clear());
	location.replace('/');
}
