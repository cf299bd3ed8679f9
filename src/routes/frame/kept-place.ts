import type { Snapshot } from '@sveltejs/kit';
import type { Attachment } from 'svelte/attachments';
import { untilAct } from '#ui/kit/focus/until-act.ts';

/** A place in a page that is drawn by and by, and how one comes back to it. */
interface KeptPlace {
	readonly snapshot: Snapshot<number>;
	/** Of what stands in the page once there is something to read. */
	readonly follow: Attachment<HTMLElement>;
	/** It is gone to: no other place in the page is. */
	readonly isSought: () => boolean;
}

/**
 * A page scrolls in the frame and not in the window, which alone the browser would remember. Lists that are still being
 * read make it as long as it was only by and by, so it is brought back until the person does something.
 */
export function keptPlace(): KeptPlace {
	let scroller: Element | null = null;
	let sought: number | null = null;
	const go = () => {
		if (sought !== null) scroller?.scrollTo({ top: sought });
	};
	return {
		snapshot: {
			capture: () => scroller?.scrollTop ?? 0,
			restore: (top) => {
				sought = top;
				go();
				untilAct(() => {
					sought = null;
				});
			}
		},
		follow: (element) => {
			scroller = element.parentElement;
			const observer = new ResizeObserver(go);
			for (const part of scroller?.children ?? []) observer.observe(part);
			return () => {
				observer.disconnect();
			};
		},
		isSought: () => sought !== null
	};
}
