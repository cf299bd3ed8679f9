import { SvelteMap } from 'svelte/reactivity';
import type { Retry } from '#core/reply/retry.ts';

/** Resets of this tab, by session, while a call of their extraction waits to be made again. */
export const resetWaits = new SvelteMap<string, Retry>();
