/** Waiting for what is more urgent: nothing that can be seen hangs on what comes behind these. */

/** How long is waited at most, ms: a page that nobody looks at draws nothing. */
const patience = { drawn: 100, calm: 1000 };

/** The browser has drawn what stands in the page now. */
export const drawn = (): Promise<void> =>
	new Promise((resolve) => {
		setTimeout(resolve, patience.drawn);
		requestAnimationFrame(() => setTimeout(resolve));
	});

/** What is put on screen now has been drawn, and the browser has nothing else to do. */
export const calm = (): Promise<void> =>
	drawn().then(
		() =>
			new Promise((resolve) => {
				setTimeout(resolve, patience.calm);
				if ('requestIdleCallback' in window) requestIdleCallback(() => resolve());
			})
	);
