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
			[said('Edit src/core/log/turn.ts and callModel, see https://example.org/x for SHOP-12.')],
			{ budget: 500, family }
		);
		for (const name of ['src/core/log/turn.ts', 'callModel', 'https://example.org/x', 'SHOP-12'])
			expect(text).toContain(name);
	});

	it('keeps a short figure, id or name beside a longer one that begins or ends with it', () => {
		const lines = [
			'The short walk is 5 km and the long walk is 15 km.',
			'The deposit is $50 and the rent is $500.',
			'Fix #12 first, and then #123. PROJ-1 blocks PROJ-10.'
		];
		const { text } = rankAnchors([said(lines.join('\n'))], { budget: 500, family });
		expect(text).toBe('Ids: #12 #123 PROJ-1 PROJ-10\nFigures: $50; $500; 15 km; 5 km');
	});

	it('prefers what was used often over what was seen once', () => {
		const noise = Array.from({ length: 200 }, (_, at) => said(`seen_once_${String(at)}`, 'tool'));
		const often = Array.from({ length: 6 }, () => said('we need read_cart here'));
		const { text } = rankAnchors([...often, ...noise], { budget: 60, family });
		expect(text).toContain('read_cart');
	});

	it('is never empty where a smaller budget already holds names, also where all of them nearly fit', () => {
		const passages = [
			said('read_cart, sort_lines, print_bill, send_mail, close_till and open_box')
		];
		for (let budget = 12; budget < 60; budget++)
			expect(rankAnchors(passages, { budget, family }).items, String(budget)).not.toEqual([]);
	});

	it('lets words that only have a stroke between them give way to names, unless a path shows the folder', () => {
		const words = [
			'button/link',
			'column/index',
			'expand/collapse',
			'grouping/line',
			'lib/billing'
		];
		const names = ['read_cart', 'sort_lines', 'print_bill', 'send_mail', 'close_till', 'open_box'];
		const passages = [said('See lib/shop/cart.ex.'), said([...words, ...names].join(', '))];
		const { items } = rankAnchors(passages, { budget: 42, family });
		const kept = items.map(({ text }) => text);
		for (const name of [...names, 'lib/billing', 'lib/shop/cart.ex']) expect(kept).toContain(name);
		expect(words.filter((word) => kept.includes(word))).toEqual(['lib/billing']);
		const all = rankAnchors(passages, { budget: 500, family });
		for (const word of words) expect(all.text).toContain(word);
	});

	it('spends nothing on a name that a longer one spells out', () => {
		const { items } = rankAnchors([said('src/core/log/turn.ts, turn.ts, core/log/turn.ts')], {
			budget: 200,
			family
		});
		expect(items.map(({ text }) => text)).toEqual(['src/core/log/turn.ts']);
	});

	it('keeps what a plan names longer than what a log printed at the same time', () => {
		const plan = `# Work\n${['read_cart', 'sort_lines', 'print_bill', 'send_mail', 'close_till']
			.map((name) => `- ${name}: to be written after the tests of the week before are all green`)
			.join('\n')}\n`;
		const log = Array.from({ length: 5 }, (_, at) => `printed_${String(at)} after`).join('\n');
		const later = Array.from({ length: 40 }, (_, at) => said(`step_${String(at)}`, 'tool'));
		const { text } = rankAnchors([said(`${plan}done`, 'tool'), said(log, 'tool'), ...later], {
			budget: 60,
			family
		});
		expect(text).toContain('read_cart');
		expect(text).not.toContain('printed_0');
	});

	it('prefers what stands beside names in use over what a log printed at the same time', () => {
		const names = (stem: string) =>
			Array.from({ length: 6 }, (_, at) => `${stem}_${String(at)}`).join(' ');
		const earlier = [said(`cart_total ${names('with_it')}`, 'tool'), said(names('a_log'), 'tool')];
		const later = Array.from({ length: 30 }, () => said('cart_total is still wrong'));
		const { text } = rankAnchors([...earlier, ...later], { budget: 30, family });
		expect(text).toContain('with_it_0');
		expect(text).not.toContain('a_log_');
		const inRounds = rankAnchors(later, {
			budget: 30,
			family,
			previous: rankAnchors([...earlier, said('cart_total')], { budget: 100, family })
		});
		expect(inRounds.text).toContain('with_it_0');
		expect(inRounds.text).not.toContain('a_log_');
	});

	it('fills its budget, also where long names took the place of short ones', () => {
		const names = Array.from({ length: 80 }, (_, at) => `src/shop/part_${String(at)}/cart.ts`);
		const { text } = rankAnchors([said('cart.ts part_1 part_2'), said(names.join(' '))], {
			budget: 300,
			family
		});
		expect(estimateTokens(text, family)).toBeGreaterThan(270);
	});

	it('is the same list every time', () => {
		const passages = Array.from({ length: 60 }, (_, at) =>
			said(`name_${String(at % 7)}_${String(at)}`)
		);
		const once = rankAnchors(passages, { budget: 100, family });
		expect(rankAnchors(passages, { budget: 100, family })).toEqual(once);
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
