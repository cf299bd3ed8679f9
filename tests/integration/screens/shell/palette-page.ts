import { flushSync, mount, type ComponentProps } from 'svelte';
import { provideAppState, type AppState } from '#state/app.svelte.ts';
import CommandPalette from '../../../../src/routes/frame/CommandPalette.svelte';
import { all, press } from '../../kit/kit-page.ts';

/** The palette in a page of its own: opened, typed into, and what stands first in it run. */

export function mountPalette(
	keepsake: AppState,
	props: Partial<ComponentProps<typeof CommandPalette>>
): Record<string, unknown> {
	const inApp = (...asked: Parameters<typeof CommandPalette>) => {
		provideAppState(keepsake);
		return CommandPalette(...asked);
	};
	return mount(inApp, {
		target: document.body,
		context: new Map(),
		props: {
			typed: '',
			oncommand: undefined,
			onclose: () => undefined,
			onshortcuts: () => undefined,
			...props
		}
	});
}

/** Labels of what is found by these words. */
export function typeInPalette(words: string): readonly string[] {
	const field = document.querySelector('input')!;
	field.value = words;
	field.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
	return all('option').map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());
}

export const enter = () => press(document.querySelector('input'), 'Enter');
