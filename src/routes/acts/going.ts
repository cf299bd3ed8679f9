import type { Going, Notices } from '#state/notices.svelte.ts';
import { words } from '#ui/words/words.ts';

/** What takes longer than this is said to be going on, ms. */
const patience = 400;

/** Says what is being done, as soon as that takes a while, with a way to give it up. */
export function going(
	notices: Notices,
	{ doing, onstop }: { readonly doing: string; readonly onstop: () => void }
) {
	const stop = new AbortController();
	let sign: Going | null = null;
	let done: number | null = null;
	const timer = setTimeout(() => {
		sign = notices.follow(doing, {
			label: words.kit.cancel,
			onpress: () => {
				stop.abort();
				onstop();
			}
		});
		if (done !== null) sign.at(done);
	}, patience);
	return {
		signal: stop.signal,
		told: (part: number) => {
			done = part;
			sign?.at(part);
		},
		end: () => {
			clearTimeout(timer);
			sign?.end();
		}
	};
}
