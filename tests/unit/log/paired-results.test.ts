import { expect, it } from 'vitest';
import { partsOf } from '#core/reply/reply-parts.ts';
import { passagesOf } from '#core/summarise/passages.ts';
import { renderStep } from '#core/summarise/transcript.ts';
import { beginWire, sayAssistant, sayUser } from '#core/wire/wire.ts';
import { stepFormOf } from '#core/wire/wire-rows.ts';
import { aStep, aTurn, call, result } from '../../support/builders/a-turn.ts';

/** Other servers and imports give one id to several calls of an answer: each keeps its own result all the same. */

const turn = aTurn(0);

it.each(['call_0', ''])('two calls with the id “%s” have each their own result', (id) => {
	const step = aStep(turn, 0, [call(id, 'look', { at: 'a' }), call(id, 'look', { at: 'b' })], {
		results: [result(id, 'ALPHA'), result(id, 'BETA')]
	});
	expect(partsOf([step])).toMatchObject([{ result: 'ALPHA' }, { result: 'BETA' }]);
	const told = passagesOf([{ turn, steps: [step] }], new Set()).filter(({ by }) => by === 'tool');
	expect(told.map(({ text }) => text)).toEqual(['ALPHA', 'BETA']);
	const read = renderStep(step, { style: 'marked', nonce: 'n' });
	expect(read.indexOf('"b"')).toBeGreaterThan(read.indexOf('ALPHA'));
	expect(read.indexOf('BETA')).toBeGreaterThan(read.indexOf('"b"'));

	const wire = beginWire({ opening: '', goOn: '', missingResult: 'missing' }, { tools: true });
	const form = stepFormOf(step);
	if (!form?.results) throw new Error('It says something');
	sayAssistant(wire, form, null);
	sayUser(wire, form.results);
	expect(wire.messages.at(-1)?.content).toMatchObject([{ content: 'ALPHA' }, { content: 'BETA' }]);
});

it('a call without a result of its own does not take that of another', () => {
	const step = aStep(turn, 0, [call('c'), call('c'), call('d')], {
		results: [result('c', 'ALPHA'), result('d', 'DELTA')]
	});
	expect(partsOf([step])).toMatchObject([
		{ result: 'ALPHA' },
		{ result: null },
		{ result: 'DELTA' }
	]);
});
