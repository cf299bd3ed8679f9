import { flushSync } from 'svelte';
import { expect } from 'vitest';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { eventually } from './eventually.ts';

/** A screen that shows a session, once it has read it. Whoever has it there leaves it when the test ends. */
export async function onScreen(view: SessionView): Promise<{ readonly leave: () => void }> {
	const seen: unknown[] = [];
	const leave = $effect.root(() => {
		$effect(() => {
			seen.push(view.excerpt.isRead, view.session);
		});
	});
	await eventually(() => {
		flushSync();
		expect(view.excerpt.isRead).toBe(true);
	});
	return { leave };
}
