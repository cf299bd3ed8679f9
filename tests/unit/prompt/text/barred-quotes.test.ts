import { describe, expect, it } from 'vitest';
import { textOfResult } from '#core/log/blocks.ts';
import type { Exchange } from '#core/log/turn.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import { quotedPlaces, withoutBarred, type BarredPlaces } from '#core/prompt/text/barred-quotes.ts';
import { fence } from '#core/prompt/text/fence.ts';
import { tellPassage } from '#core/prompt/text/passage.ts';
import { openTurns } from '#tools/open-turns.ts';
import type { ToolPorts } from '#tools/ports.ts';
import { aPromptInput, answering } from '../../../support/builders/a-prompt.ts';
import { aStep, aTurn, call, result, text } from '../../../support/builders/a-turn.ts';

const path = 'memory/private.md';
const never: BarredPlaces = new Map([[path, 'never']]);
const passage = (place: string, text: string) =>
	tellPassage(
		{ place, day: '2026-11-20', by: 'a note', link: null, text },
		{ before: null, after: null }
	);

/** A turn in which a tool was called and has answered. */
function asking(name: string, input: Record<string, unknown>, answer: string, seq = 0): Exchange {
	const turn = aTurn(seq);
	const steps = [
		aStep(turn, 0, [call('c1', name, input)], { results: [result('c1', answer)] }),
		aStep(turn, 1, 'So it is.')
	];
	return { turn, steps };
}
const told = (exchanges: readonly Exchange[]): string =>
	exchanges
		.flatMap(({ steps }) => steps.flatMap(({ results }) => results ?? []))
		.map(textOfResult)
		.join('\n');

describe('what tools have quoted of a file that may not be sent any more', () => {
	it('of read_memory is cleared as a whole, and says why and how it comes back', () => {
		const read = asking('read_memory', { path }, '- The user was ill in May.');
		expect(quotedPlaces([read])).toEqual([path]);
		const without = told(withoutBarred([read], never));
		expect(without).not.toContain('ill in May');
		expect(without).toContain(`${path} is not sent here, because it is kept from every endpoint`);
		expect(without).toContain('“May be sent to”');
		// What is stored stays.
		expect(told([read])).toContain('ill in May');
	});

	it('of recall is cleared passage by passage', () => {
		const found = `${passage(path, 'The user was ill in May.')}\n\n${passage('MEMORY.md', 'The user likes tea.')}\n\n${passage(`“${path}”, turn 3`, 'A talk of that name.')}`;
		const recalled = asking('recall', { query: 'May' }, found);
		expect(quotedPlaces([recalled])).toEqual([path, 'MEMORY.md']);
		const without = told(withoutBarred([recalled], never));
		expect(without).not.toContain('ill in May');
		expect(without).toContain('The user likes tea.');
		expect(without).toContain('A talk of that name.');
	});

	it('is cleared also where opened turns show it once more', () => {
		const opened = [
			'[1] 2026-11-20',
			fence('call', { of: 'read_memory' }, JSON.stringify({ path: 'MEMORY.md' })),
			fence('result', { of: 'read_memory' }, '- The user likes tea.'),
			fence('call', { of: 'read_memory' }, JSON.stringify({ path })),
			fence('call', { of: 'recall' }, JSON.stringify({ query: 'May' })),
			fence('result', { of: 'read_memory' }, '- The user was ill in May.'),
			fence('result', { of: 'recall' }, passage(path, 'It was in May.'))
		].join('\n');
		const turn = asking('open_turns', { from: 1, to: 1 }, opened);
		const without = told(withoutBarred([turn], never));
		expect(without).toContain('likes tea');
		expect(without).not.toContain('in May.');
		expect(without.match(/Cleared/g)).toHaveLength(2);
	});

	it('is cleared also where two calls of a step have one id, as with other servers', () => {
		const [read] = [asking('read_memory', { path }, '- The user was ill in May.')];
		const twice = {
			...read,
			steps: read.steps.map((step, at) =>
				at > 0
					? step
					: {
							...step,
							content: [...step.content, call('c1', 'read_memory', { path: 'MEMORY.md' })]
						}
			)
		};
		expect(told(withoutBarred([twice], never))).not.toContain('ill in May');
	});

	it('begins an epoch for each reason, for the words in its place tell it', () => {
		const exchanges = [asking('read_memory', { path }, '- The user was ill in May.')];
		const keyOf = (why: 'scope' | 'never') =>
			assemblePrompt(aPromptInput({ exchanges, barred: new Map([[path, why]]) })).epochKey;
		expect(keyOf('scope')).not.toBe(keyOf('never'));
	});

	it('stands in whole blocks where opened turns are too long to be shown whole', async () => {
		const passages = Array.from({ length: 6 }, (_, at) =>
			passage(path, `The user was ill in May ${String(at)}. ${'It was so. '.repeat(60)}`)
		).join('\n\n');
		const exchanges = Array.from({ length: 11 }, (_, seq) => {
			const { turn, steps } = asking('recall', { query: 'May' }, passages, seq);
			return { turn: { ...turn, asked: [text('And then? '.repeat(340))] }, steps };
		});
		const ports = {
			exchanges: () => Promise.resolve(exchanges),
			dayOf: () => '2026-11-20',
			longest: 24_000
		};
		const opened = await openTurns({ from: 1, to: 11 }, ports as unknown as ToolPorts);
		expect(opened.text).toContain('ill in May');
		expect(opened.text).toContain('characters left out');
		const later = asking('open_turns', { from: 1, to: 11 }, opened.text, 11);
		expect(told(withoutBarred([later], never))).not.toContain('ill in May');
	});

	it('is known as what it is where a long turn is gone on with', async () => {
		const lines = '- The user was ill in May.\n'.repeat(2000);
		const exchanges = [asking('read_memory', { path }, lines)];
		const ports = {
			exchanges: () => Promise.resolve(exchanges),
			dayOf: () => '2026-11-20',
			longest: 24_000
		};
		const input = { from: 1, to: 1, skip: 20_000 };
		const opened = await openTurns(input, ports as unknown as ToolPorts);
		expect(opened.text.split('ill in May').length).toBeGreaterThan(500);
		const later = asking('open_turns', input, opened.text, 1);
		expect(told(withoutBarred([later], never))).not.toContain('ill in May');
	});

	it('is the only thing that changes: everything else is the same object, each time', () => {
		const read = asking('read_memory', { path }, '- The user was ill in May.');
		const other = asking('recall', { query: 'tea' }, passage('MEMORY.md', 'Tea.'), 1);
		const foreign = asking('read_file', { path }, '- Somebody else wrote this.', 2);
		const all = [read, other, foreign];
		expect(withoutBarred(all, new Map())).toBe(all);
		const [first, second, third] = withoutBarred(all, never);
		expect(second).toBe(other);
		expect(third).toBe(foreign);
		expect(withoutBarred(all, never)[0]?.steps[0]).toBe(first?.steps[0]);
		expect(first?.steps[1]).toBe(read.steps[1]);
	});
});

describe('a prompt', () => {
	const exchanges = [asking('read_memory', { path }, '- The user was ill in May.')];
	const newest = answering({ turn: aTurn(1, 'And now?'), steps: [] });
	const open = assemblePrompt(aPromptInput({ exchanges, newest }));
	const session = { ...aPromptInput().session, epoch: 4, epochKey: open.epochKey };

	it('holds what was read while that may be sent, and begins an epoch without it when not (INV-24)', () => {
		const same = assemblePrompt(aPromptInput({ session, exchanges, newest }));
		expect([same.epoch, same.epochKey]).toEqual([4, open.epochKey]);
		expect(JSON.stringify(same.body)).toContain('ill in May');
		const barred = assemblePrompt(aPromptInput({ session, exchanges, newest, barred: never }));
		expect(JSON.stringify(barred.body)).not.toContain('ill in May');
		expect(barred.epoch).toBe(5);
		const recent = barred.segments.find(({ source }) => source === 'Recent messages');
		expect(recent).toMatchObject({ cleared: [path] });
		expect(recent?.text).toContain(`[Cleared: ${path}`);
	});

	it('clears it too in a turn that is gone on with', () => {
		const [exchange] = exchanges;
		const on = aPromptInput({ newest: answering(exchange!, 'on'), barred: never });
		expect(JSON.stringify(assemblePrompt(on).body)).not.toContain('ill in May');
	});
});
