import { flushSync, mount } from 'svelte';
import { AppState, provideAppState } from '#state/app.svelte.ts';
import Page from '../../../../src/routes/settings/presets/+page.svelte';
import { provideShellState, ShellState } from '../../../../src/routes/frame/shell-state.svelte.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';

/** The page of the presets, over an app. Its address is for the test to replace. */
export function mountPresets(app: TestApp): {
	readonly keepsake: AppState;
	readonly page: Record<string, unknown>;
} {
	const keepsake = new AppState(app);
	const inApp = (...asked: Parameters<typeof Page>) => {
		provideAppState(keepsake);
		provideShellState(new ShellState());
		return Page(...asked);
	};
	const page = mount(inApp, { target: document.body, context: new Map(), props: {} });
	flushSync();
	return { keepsake, page };
}
