import { flushSync } from 'svelte';
import { describe, expect, it } from 'vitest';
import { tellEmergencies } from '#state/tab/tell-emergencies.svelte.ts';

/** The counter of the session on screen, and how often the person was told. */
function watched() {
	let count = $state<number | undefined>();
	let told = 0;
	const stop = $effect.root(() => {
		tellEmergencies(
			() => count,
			() => told++
		);
	});
	flushSync();
	return {
		/** Returns how often it was told so far. */
		becomes(next: number | undefined): number {
			count = next;
			flushSync();
			return told;
		},
		stop
	};
}

describe('an emergency', () => {
	it('#20 is told once when it happens, and again with the next one', () => {
		const emergencies = watched();
		expect(emergencies.becomes(0)).toBe(0);
		expect(emergencies.becomes(1)).toBe(1);
		expect(emergencies.becomes(1)).toBe(1);
		expect(emergencies.becomes(2)).toBe(2);
		emergencies.stop();
	});

	it('of before is not told when the session is opened, nor while it is still being read', () => {
		const emergencies = watched();
		expect(emergencies.becomes(undefined)).toBe(0);
		expect(emergencies.becomes(3)).toBe(0);
		expect(emergencies.becomes(undefined)).toBe(0);
		expect(emergencies.becomes(4)).toBe(1);
		emergencies.stop();
	});

	it('that was taken back is not told, the next one is', () => {
		const emergencies = watched();
		emergencies.becomes(2);
		expect(emergencies.becomes(1)).toBe(0);
		expect(emergencies.becomes(2)).toBe(1);
		emergencies.stop();
	});
});
