import type { Attachment } from 'svelte/attachments';

interface Ends {
	readonly toStart: () => void;
	readonly toEnd: () => void;
}

/**
 * Home and End in a region whose rows are measured as they come. The browser's own way to either end is a smooth one, and
 * the first row that is measured on it would end it there. Fields, and what scrolls inside, keep their keys.
 */
export const endKeys =
	({ toStart, toEnd }: Ends): Attachment<HTMLElement> =>
	(region) => {
		const press = (event: KeyboardEvent) => {
			const { key, target, altKey, shiftKey } = event;
			if ((key !== 'Home' && key !== 'End') || altKey || shiftKey) return;
			const taker = (target as Element).closest('input, textarea, select, [tabindex="0"]');
			if (taker !== region || event.defaultPrevented) return;
			event.preventDefault();
			if (key === 'End') toEnd();
			else toStart();
		};
		region.addEventListener('keydown', press);
		return () => region.removeEventListener('keydown', press);
	};
