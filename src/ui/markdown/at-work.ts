/** What of the texts on the page is still to be drawn, coloured or set: whoever takes a picture of the page waits for it. */

/** Whoever still has something to do. */
const working = new Set<object>();

export const beginWork = (who: object): void => {
	working.add(who);
};

export const endWork = (who: object): void => {
	working.delete(who);
};

const nextFrame = () => new Promise(requestAnimationFrame);

/** Resolves when nothing has been at work for some frames, and after `most` ms at the latest. */
export async function allDrawn(most: number): Promise<void> {
	const until = performance.now() + most;
	for (let calm = 0; calm < 3 && performance.now() < until;) {
		await nextFrame();
		calm = working.size > 0 ? 0 : calm + 1;
	}
}
