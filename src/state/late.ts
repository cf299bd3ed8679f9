/**
 * What `fetch` gives, asked for once; after a failure anew. An import of what is there already still waits for a turn of
 * the browser's loop, and so for a frame to be drawn.
 */
export function late<T>(fetch: () => Promise<T>): () => Promise<T> {
	let coming: Promise<T> | null = null;
	return () => {
		coming ??= fetch().catch((problem: unknown) => {
			coming = null;
			throw problem;
		});
		return coming;
	};
}

/**
 * For `{#await}`: a part of the screen that somebody asked for. Where it cannot be fetched that is told, and nothing waits
 * any more: `giveUp` takes back what asked for it, so that it can be asked for again.
 */
export const part = <T>(fetching: Promise<T>, giveUp: () => void): Promise<T> =>
	fetching.catch((problem: unknown) => {
		giveUp();
		reportError(problem);
		return new Promise<never>(() => undefined);
	});
