import { describe, expect, it } from 'vitest';
import { answerText } from '#core/reply/answer-text.ts';
import { onDevice } from '#core/models/model-card.ts';
import { fence } from '#core/prompt/text/fence.ts';
import { answerOnDevice } from '#model/device/answer.ts';
import { asking } from '../../support/builders/on-device.ts';
import { phrasesFor } from '#model/device/phrases.ts';

const said = (text: string, model = onDevice) =>
	answerText({ model, content: [{ type: 'text', text }] });

describe('what is made of an answer', () => {
	it.each([
		'What was it?',
		'Was war das, und wann ist es gewesen?',
		'Qu’est-ce que c’était, et quand ?',
		'¿Qué era eso, y cuándo fue?'
	])('has nothing of the line over the answers of this device: %s', (question) => {
		const { head, nothing } = phrasesFor(question);
		expect(said(`${head}\n\nThe ferry leaves at nine.`)).toBe('The ferry leaves at nine.');
		expect(said(`${head}\n\n${nothing}`)).not.toMatch(/On-device|\]\(/);
	});

	it('names places in the app without their addresses, and leaves other links as they are', () => {
		expect(
			said('“At nine” — [Trip \\[2\\]](/chat/1-a#2-b), [note](/memory/memory/2026-11-22.md)')
		).toBe('“At nine” — Trip [2], note');
		expect(said('[Naxos](https://naxos.example/a)')).toBe('[Naxos](https://naxos.example/a)');
	});

	it('has the signs of a quotation as they were said, and takes none for a link', () => {
		expect(
			said('“The sea wa \\[…\\]” — [this \\*conversation\\*](/chat/1-a#2-b) and C:\\\\Users')
		).toBe('“The sea wa […]” — this *conversation* and C:\\Users');
	});

	it('has every sign of a quotation back that the answerer of this device had escaped', () => {
		const line =
			'Mail anna_b@example.org the $40 [draft] of https://x.example/a~b & c, www.x.example &#91;';
		const system = [
			{ type: 'text' as const, text: fence('memory', { file: 'MEMORY.md' }, `- ${line}`) }
		];
		const reply = answerOnDevice(asking('What draft do I mail?', { system, tools: [] }), 'en');
		expect(said(reply.kind === 'say' ? reply.text : '')).toContain(line);
	});

	it('is all of it where a model has answered', () => {
		const text = '**On-device** is what it calls itself.\n\nSee [the code](/src/main.ts).';
		expect(said(text, 'claude-opus-4-8')).toBe(text);
	});
});
