import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractSummary } from '#core/anchors/extractive.ts';
import { trimMiddle } from '#core/anchors/extractive/trim.ts';
import type { Passage, Speaker } from '#core/anchors/passage.ts';
import { makeExtractive } from '#core/summarise/extractive.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';

// Any UTF-16 unit, half surrogate pairs too.
const unit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));
const family = 'claude4.7-5';
const turn = (asked: string, answered: string): Passage[] => [
	{ key: 'k', by: 'user', text: asked },
	{ key: 'k', by: 'tool', text: 'listing of files '.repeat(80) },
	{ key: 'k', by: 'assistant', text: `${'I looked at it. '.repeat(30)}${answered}` }
];

describe('the summary without a model', () => {
	const turns = [
		turn('Rename read_cart in src/cart.ts, and never touch the tests.', 'Renamed it to loadCart.'),
		turn('Now the price is 12.50 EUR, please update.', 'The price is 12.50 EUR now. Ship it?')
	];

	it('carries requests, conclusions, rules, open questions and names', () => {
		const summary = extractSummary(turns, { budgetTokens: 800, family });
		for (const text of [
			'Rename read_cart in src/cart.ts, and never touch the tests.',
			'Now the price is 12.50 EUR, please update.',
			'Renamed it to loadCart.',
			'## Standing instructions',
			'## Open questions\n- Ship it?',
			'## Names and figures'
		])
			expect(summary).toContain(text);
	});

	it('puts nothing into the assistant’s mouth that a tool was only called with', () => {
		const asked: Passage[] = [
			{ key: 'k', by: 'user', text: 'Write me a poem about autumn.' },
			{ key: 'k', by: 'assistant', text: 'Write me a poem about autumn.', isCall: true }
		];
		const summary = extractSummary([asked], { budgetTokens: 800, family });
		expect(summary).toContain('- User: Write me a poem about autumn.');
		expect(summary).not.toContain('- Assistant:');
	});

	it('leaves names and figures to a list that stands beside it', () => {
		const summary = extractSummary(turns, { budgetTokens: 800, family, besideAnchors: true });
		expect(summary).not.toContain('## Names and figures');
		expect(summary).toContain(
			'- User: Rename read_cart in src/cart.ts, and never touch the tests.'
		);
	});

	it('carries on the summary before it', () => {
		const summary = extractSummary(turns, {
			budgetTokens: 600,
			family,
			previous: 'The shop sells tea.'
		});
		expect(summary).toContain('## Earlier summary\nThe shop sells tea.');
	});

	it('carries on one that carried on another without piling up headings', () => {
		const carried = (previous: string) =>
			extractSummary(turns, { budgetTokens: 600, family, previous });
		const third = carried(carried(carried('The shop sells tea.')));
		expect(third).toContain('## Earlier summary\nThe shop sells tea.');
		expect(third.match(/## Earlier summary/g)).toHaveLength(1);
	});

	it('gives a summary that tells most of it most of the room', () => {
		const previous = 'The shop sells tea, and so on. '.repeat(60);
		const kept = (previousShare: number) =>
			extractSummary(turns, { budgetTokens: 600, family, previous, previousShare }).split('tea')
				.length;
		expect(kept(0.7)).toBeGreaterThan(kept(0.1) * 2);
		expect(
			extractSummary(turns, { budgetTokens: 600, family, previous, previousShare: 1 })
		).toContain('- User: Now the price is');
	});

	it('keeps every turn that fits, however many and short they are', () => {
		const said = (count: number) =>
			Array.from({ length: count }, (_, at): Passage[] => [
				{ key: 'k', by: 'user', text: `Item ${String(at)}?` },
				{ key: 'k', by: 'assistant', text: `Yes ${String(at)}.` }
			]);
		const wordy = (count: number): Passage[][] =>
			said(count).map((turn) => [
				...turn,
				{ key: 'k', by: 'tool', text: 'listing of files '.repeat(20) }
			]);
		const many = extractSummary(wordy(24), { budgetTokens: 700, family });
		for (let at = 0; at < 24; at++) expect(many).toContain(`Item ${String(at)}?`);
		const few = extractSummary(wordy(3), { budgetTokens: 100, family });
		for (let at = 0; at < 3; at++) {
			expect(few).toContain(`Item ${String(at)}?`);
			expect(few).toContain(`Yes ${String(at)}.`);
		}
	});

	it('cuts no word in two', () => {
		const long = 'Unforgettable evenings at the harbourmaster’s. '.repeat(60);
		for (const budgetTokens of [160, 200, 300, 450]) {
			const summary = extractSummary([turn(long, long), turn(long, long)], {
				budgetTokens,
				family
			});
			const words = summary.match(/[\p{L}’]+/gu) ?? [];
			expect(words.length).toBeGreaterThan(20);
			for (const word of words.filter((one) => /forg|table|ven|harb|mast|ter/u.test(one)))
				expect(long).toMatch(new RegExp(`(?<!\\p{L})${word}(?![\\p{L}’])`, 'u'));
		}
	});

	it('counts the pictures it cannot quote', () => {
		const summary = extractSummary(turns, { budgetTokens: 600, family, images: 3 });
		expect(summary).toContain('## Images and documents\n3');
	});

	it('speaks the language of the user in its headings', () => {
		expect(extractSummary(turns, { budgetTokens: 600, family, language: 'de' })).toContain(
			'## Bleibende Anweisungen'
		);
	});

	it('makes one line of no two', () => {
		const rules = Array.from(
			{ length: 12 },
			(_, at) =>
				`Always write ${['cats', 'dogs', 'trees'][at % 3] ?? ''} number ${String(at)} with a capital letter.`
		);
		const asked = [
			turn(rules.join('\n'), 'Noted.'),
			turn('Go on with the list. '.repeat(60), 'Done.')
		];
		for (let budgetTokens = 150; budgetTokens < 900; budgetTokens += 50) {
			const summary = extractSummary(asked, {
				budgetTokens,
				family,
				previous: rules.map((rule) => `- ${rule}`).join('\n')
			});
			for (const line of summary.split('\n'))
				expect(line.match(/number \d+/g)?.length ?? 0, line).toBeLessThan(2);
		}
	});

	it('leaves whole lines out of a list, and tells where', () => {
		const list = (from: number, to: number) =>
			Array.from({ length: to - from }, (_, at) => `- rule ${String(from + at)} is about tea`);
		const all = list(0, 20).join('\n');
		const cut = trimMiddle(all, 90, family).split('\n');
		const at = cut.indexOf('- …');
		expect(cut.slice(0, at)).toEqual(list(0, at));
		expect(cut.slice(at + 1)).toEqual(list(20 - (cut.length - at - 1), 20));
		expect(at).toBeGreaterThan(cut.length / 2);
		expect(cut.length - at).toBeGreaterThan(1);
		expect(estimateTokens(cut.join('\n'), family)).toBeGreaterThan(70);
	});

	it('shortens a long line by itself', () => {
		const long = `- ${'one thing and another '.repeat(80)}end`;
		const cut = trimMiddle(`- tea\n${long}\n- milk`, 120, family).split('\n');
		expect(cut).toHaveLength(3);
		expect(cut[0]).toBe('- tea');
		expect(cut[1]).toMatch(/^- one thing .* … .*end$/);
		expect(cut[2]).toBe('- milk');
	});

	it('leaves out no first line for a last one', () => {
		const asked = `${'Rename read_cart in src/cart.ts and '.repeat(3)}stop.\n- one\nThanks!`;
		for (let tokens = 12; tokens < 40; tokens++)
			expect(trimMiddle(asked, tokens, family)).toMatch(/^Rename/);
	});

	it('any text is cut to its room, and each of its lines is one of the text or cut by itself', () => {
		const line = fc.oneof(fc.lorem({ mode: 'sentences', maxCount: 4 }), fc.string({ unit }));
		fc.assert(
			fc.property(
				fc.array(line, { maxLength: 9 }),
				fc.integer({ min: 6, max: 90 }),
				(lines, tokens) => {
					const text = lines.join('\n');
					const cut = trimMiddle(text, tokens, family);
					expect(estimateTokens(cut, family)).toBeLessThanOrEqual(tokens);
					expect(cut.split('\n').length).toBeLessThanOrEqual(text.split('\n').length + 1);
				}
			)
		);
	});

	it.each([
		['en', '- User [done]: Buy tea.', '- User [open]: Buy milk.'],
		['de', '- Nutzer [erledigt]: Buy tea.', '- Nutzer [offen]: Buy milk.'],
		['es', '- Usuario [hecho]: Buy tea.', '- Usuario [pendiente]: Buy milk.'],
		['ja', '- ユーザー [完了]: Buy tea.', '- ユーザー [未完了]: Buy milk.']
	])('tells how a request stands in the language of the user: %s', (language, done, open) => {
		const passages: Passage[] = [
			{ key: 'a', by: 'user', text: 'Buy tea.' },
			{ key: 'a', by: 'assistant', text: `Bought. ${'I looked at it. '.repeat(30)}` },
			{ key: 'b', by: 'user', text: 'Buy milk.' }
		];
		const told = { budget: 400, language, soFar: null, images: 0, besideAnchors: true };
		const summary = makeExtractive(passages, { ...told, family });
		expect(summary).toContain(done);
		expect(summary).toContain(open);
	});

	it('stays within its budget and below its source, and is never empty when there is text', () => {
		const passage = fc.record({
			key: fc.constant('k'),
			by: fc.constantFrom<Speaker>('user', 'assistant', 'tool'),
			text: fc.oneof(fc.lorem({ mode: 'sentences', maxCount: 12 }), fc.string({ unit }))
		});
		fc.assert(
			fc.property(
				fc.array(fc.array(passage, { maxLength: 4 }), { maxLength: 12 }),
				fc.integer({ min: 20, max: 700 }),
				(many, budgetTokens) => {
					const source = many
						.flat()
						.map(({ text }) => text)
						.join('\n');
					const summary = extractSummary(many, { budgetTokens, family });
					if (source.trim() === '') return summary === '';
					expect(summary).not.toBe('');
					const weight = estimateTokens(source, family);
					const cap = Math.max(8, Math.min(budgetTokens, weight));
					expect(estimateTokens(summary, family)).toBeLessThanOrEqual(cap);
					return true;
				}
			),
			{ numRuns: 25 }
		);
	});
});
