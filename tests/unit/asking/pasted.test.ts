import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carrySpans, isPassage, withoutSpans, type Span } from '#core/asking/pasted.ts';
import { handedIn, judgeOrigin, typedIn } from '#core/provenance/line-origin.ts';
import { taintOf } from '#core/provenance/taint.ts';
import { ownSentences } from '#core/summarise/own-sentences.ts';
import { aStep, aTurn } from '../../support/builders/a-turn.ts';

interface Edit {
	readonly at: number;
	readonly cut: number;
	readonly come: string;
	readonly byPaste: boolean;
}

const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
	fc.record({
		at: fc.nat(60),
		cut: fc.nat(20),
		come: fc.oneof(
			fc.constant(''),
			fc.constant('typed'),
			fc.stringMatching(/^[a-c ]{0,12}$/),
			fc.constant('P Q R S P Q R S P Q R S P Q R S')
		),
		byPaste: fc.boolean()
	}),
	{ maxLength: 12 }
);

function write(all: readonly Edit[]): { readonly text: string; readonly spans: readonly Span[] } {
	let text = '';
	let spans: readonly Span[] = [];
	for (const { at, cut, come, byPaste } of all) {
		const from = Math.min(at, text.length);
		const after = text.slice(0, from) + come + text.slice(from + cut);
		spans = carrySpans(spans, { before: text, after, byPaste });
		text = after;
	}
	return { text, spans };
}

describe('what was pasted into a message', () => {
	it('stays inside of the text, in order and apart, whatever is edited', () => {
		fc.assert(
			fc.property(edits, (all) => {
				const { text, spans } = write(all);
				let end = -1;
				for (const { from, to } of spans) {
					expect(from).toBeGreaterThan(end);
					expect(to).toBeGreaterThan(from);
					end = to;
				}
				expect(end).toBeLessThanOrEqual(text.length);
			})
		);
	});

	it('holds no typed letter, and every pasted one, however both are edited', () => {
		fc.assert(
			fc.property(edits, (all) => {
				// Capitals come by pasting only, small letters by typing only, so that both are known again.
				const kept = all.map((edit) => ({ ...edit, byPaste: /[A-Z]/.test(edit.come) }));
				const { text, spans } = write(kept);
				for (const { from, to } of spans) expect(text.slice(from, to)).not.toMatch(/[a-z]/);
				expect(withoutSpans(text, spans)).not.toMatch(/[A-Z]( [A-Z]){4}/);
			})
		);
	});

	it('is split by what is typed into it and shortened by what is cut out of it', () => {
		const before = 'one two three four five';
		const spans = carrySpans([], { before: '', after: before, byPaste: true });
		expect(spans).toEqual([{ from: 0, to: 23 }]);
		const after = 'one two (I add this) three four five';
		const split = carrySpans(spans, { before, after });
		expect(withoutSpans(after, split).trim()).toBe('(I add this)');
		const cut = carrySpans(split, { before: after, after: 'one two (I add this)' });
		expect(cut).toEqual([{ from: 0, to: 8 }]);
	});

	it('counts from a few words on: a name, a number or a place is no saying of somebody else', () => {
		expect(isPassage('Grace Hopper')).toBe(false);
		expect(isPassage('+49 30 123456')).toBe(false);
		expect(isPassage('I live in Lisbon')).toBe(true);
		expect(isPassage('我住在里斯本，在一家很小的面包店工作，每天早上四点起床。')).toBe(true);
	});
});

describe('facts in pasted words', () => {
	const words = 'What does he mean? I live in Lisbon and I never eat fish.';
	const pasted = [{ from: 19, to: words.length }];
	const exchange = (turn: ReturnType<typeof aTurn>) => ({ turn, steps: [aStep(turn, 0)] });
	const typed = exchange(aTurn(0, words));
	const brought = exchange(aTurn(0, words, { pasted }));
	const judge = (one: typeof typed) =>
		judgeOrigin({ typed: typedIn([one]), handed: handedIn([one]), taint: taintOf([one], 'none') });

	it('are not the own words of who pasted them', () => {
		expect(judge(typed)('I live in Lisbon')).toBe('own');
		expect(judge(brought)('I live in Lisbon')).toBe('import');
	});

	it('are no memory where code looks for memories', () => {
		const none = new Set<string>();
		expect(ownSentences([typed], none)).not.toEqual([]);
		expect(ownSentences([brought], none)).toEqual([]);
	});

	it('leave what was typed beside them an own word', () => {
		const said = 'I live in Porto. He writes: I live in Lisbon and never eat fish.';
		const turn = aTurn(0, said, { pasted: [{ from: 28, to: said.length }] });
		expect(judge(exchange(turn))('I live in Porto.')).toBe('own');
		expect(judge(exchange(turn))('I never eat fish.')).toBe('import');
	});
});
