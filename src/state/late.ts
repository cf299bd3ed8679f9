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
