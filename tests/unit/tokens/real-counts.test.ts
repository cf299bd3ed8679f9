import { describe, expect, it } from 'vitest';
import { estimateTokens } from '#core/tokens/estimate.ts';
import {
	countedFamilies,
	errorsByScript,
	weighedTexts
} from '../../support/recorded/weighed-texts.ts';

/** Against what public tokenizers really make of real texts; the table is in docs/benchmarks/engine.md. */
describe('the estimate of a text (INV-26)', () => {
	const errors = errorsByScript();
	const mean = (of: (one: (typeof errors)[number]) => number): number =>
		errors.reduce((sum, one) => sum + of(one), 0) / errors.length;

	it('is within 7 % of real tokenizers, averaged over scripts and kinds', () => {
		expect(mean(({ known }) => known)).toBeLessThan(0.07);
	});

	it.each([
		'Tables',
		'Tables, padded',
		'Latin, Polish',
		'Latin, Vietnamese',
		'Code, TypeScript',
		'JSON'
	])('%s: within 12 per cent of every tokenizer', (script) => {
		for (const family of countedFamilies)
			for (const { text, counts } of weighedTexts().filter((one) => one.script === script)) {
				const share = estimateTokens(text, family) / counts[family] - 1;
				expect(Math.abs(share), `${family} ${String(share)}`).toBeLessThan(0.12);
			}
	});

	it('never makes less than two thirds of the truth of any text', () => {
		for (const { text, counts } of weighedTexts())
			for (const family of countedFamilies)
				expect(estimateTokens(text, family) / counts[family]).toBeGreaterThan(2 / 3);
	});

	it('is within 5 % for an unknown model after five reports', () => {
		const after = errors.flatMap((one) => (one.after === null ? [] : [one.after]));
		expect(after.length).toBeGreaterThan(10);
		const off = after.reduce((sum, one) => sum + one, 0) / after.length;
		expect(off).toBeLessThan(0.05);
		expect(mean(({ before }) => before)).toBeGreaterThan(off);
	});
});
