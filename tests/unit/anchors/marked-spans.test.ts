import { describe, expect, it } from 'vitest';
import { markedExcerpts, scoreLoss, type Half } from '../../support/recorded/marked-spans.ts';

/** Measured figures, also those of the sets when they were new, are in docs/benchmarks/loss.md. */
describe('spans that people marked in real sessions', () => {
	it('are at least 300, and at least half of them are for testing', () => {
		const marked = (half: (one: Half) => boolean): number =>
			markedExcerpts()
				.filter((excerpt) => half(excerpt.half))
				.reduce((sum, { spans }) => sum + spans.length, 0);
		const all = marked(() => true);
		expect(all).toBeGreaterThanOrEqual(300);
		expect(marked((half) => half !== 'development')).toBeGreaterThanOrEqual(all / 2);
	});

	it('lie within their excerpts and hold text', () => {
		for (const { text, spans } of markedExcerpts())
			for (const [from, end] of spans) {
				expect(from).toBeGreaterThanOrEqual(0);
				expect(end).toBeLessThanOrEqual(text.length);
				expect(text.slice(from, end).trim()).not.toBe('');
			}
	});

	it.each<[Half, number, number]>([
		['development', 0.98, 0.85],
		['first test', 0.98, 0.92],
		['second test', 0.985, 0.92],
		['third test', 0.98, 0.82],
		['fourth test', 0.98, 0.92],
		['fifth test', 0.935, 0.9],
		['sixth test', 0.97, 0.83],
		['seventh test', 0.97, 0.88],
		['eighth test', 0.985, 0.91],
		['ninth test', 0.97, 0.83],
		['tenth test', 0.97, 0.74]
	])('#200 of the set “%s” are found by the loss report', (half, recall, precision) => {
		const score = scoreLoss(half);
		expect(score.recall).toBeGreaterThanOrEqual(recall);
		expect(score.precision).toBeGreaterThanOrEqual(precision);
	});
});
