import { flushSync } from 'svelte';
import { expect, vi } from 'vitest';
import type { AppState } from '#state/app.svelte.ts';

/** A new version that is asked for while something runs is taken when that has ended, and not before. */
export async function newVersionWaits(
	{ newVersion }: Pick<AppState, 'newVersion'>,
	{ end, ended }: { readonly end: () => void; readonly ended: Promise<unknown> }
): Promise<void> {
	const taken = vi.fn();
	newVersion.offer(taken);
	newVersion.take();
	flushSync();
	expect(taken).not.toHaveBeenCalled();
	end();
	await ended;
	flushSync();
	expect(taken).toHaveBeenCalledOnce();
	newVersion.stop();
}
