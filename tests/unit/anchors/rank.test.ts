import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Passage, Speaker } from '#core/anchors/passage.ts';
import { rankAnchors } from '#core/anchors/rank.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';

const said = (text: string, by: Speaker = 'assistant'): Passage => ({ key: 'k', by, text });
// Any UTF-16 unit, half surrogate pairs too.
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
const family = 'claude4.7-5';

describe('the anchor list', () => {
	it('keeps every name verbatim while there is room', () => {
		const { text } = rankAnchors(
			[said('Edit src/core/turn.ts and callModel, see https://example.org/x for SHOP-12.')],
			{ budget: 500, family }
		);
		for (const name of ['src/core/turn.ts', 'callModel', 'https://example.org/x', 'SHOP-12'])
			expect(text).toContain(name);
	});

	it('prefers what was used often over what was seen once', () => {
		const noise = Array.from({ length: 200 }, (_, at) => said(`seen_once_${String(at)}`, 'tool'));
		const often = Array.from({ length: 6 }, () => said('we need read_cart here'));
		const { text } = rankAnchors([...often, ...noise], { budget: 60, family });
		expect(text).toContain('read_cart');
	});

	it('spends nothing on a name that a longer one spells out', () => {
		const { items } = rankAnchors([said('src/core/turn.ts, turn.ts, core/turn.ts')], {
			budget: 200,
			family
		});
		expect(items.map(({ text }) => text)).toEqual(['src/core/turn.ts']);
	});

	it('carries a name over a round in which nobody said it', () => {
		const first = rankAnchors([said('use read_cart')], { budget: 100, family });
		const second = rankAnchors([said('use write_cart')], { budget: 100, family, previous: first });
		expect(second.text).toContain('read_cart');
		expect(second.text).toContain('write_cart');
	});

	it('never exceeds its budget, whatever was said', () => {
		fc.assert(
			fc.property(
				fc.array(
					fc.lorem({ maxCount: 3 }).map((words) => words.replaceAll(' ', '_')),
					{
						maxLength: 60
					}
				),
				fc.string({ unit }),
				fc.integer({ min: 0, max: 300 }),
				(names, other, budget) => {
					const passages = [said(names.join(' ')), said(other, 'user')];
					const { text, items } = rankAnchors(passages, { budget, family });
					expect(estimateTokens(text, family)).toBeLessThanOrEqual(budget);
					for (const item of items) expect(text).toContain(item.text);
				}
			),
			{ numRuns: 30 }
		);
	});
});
