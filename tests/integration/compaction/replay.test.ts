import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordedScales } from '../../support/recorded/recorded-scales.ts';
import { replay } from '../../support/recorded/replay.ts';

/**
 * No answer says that a prompt was too long, and little of the window is unused when a compaction begins
 * (docs/benchmarks/tokens.md).
 */
describe('a recorded session replayed message by message, weighed as its provider reported', () => {
	const lines = readFileSync(
		path.join(import.meta.dirname, '../../fixtures/pi-large-session.jsonl'),
		'utf8'
	).split('\n');

	it.each([
		['claude-sonnet-4-5', 12_000],
		['claude-sonnet-4-5', 20_000],
		['a-model-of-the-house', 12_000]
	])('with %s and a window of %i tokens (INV-26)', async (model, window) => {
		const scales = recordedScales(lines);
		const found = await replay({
			lines,
			window,
			preset: 'recommended',
			model,
			scales,
			counts: false
		});
		expect(found).toMatchObject({ overflows: 0, ends: {} });
		expect(found.calls).toBeGreaterThan(10);
		expect(Math.max(...found.unused)).toBeLessThan(0.08);
		expect(found.errorsAfter.length).toBeGreaterThan(0);
		for (const error of found.errorsAfter) expect(Math.abs(error)).toBeLessThan(0.08);
	});
});
