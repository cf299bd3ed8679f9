import { expect, test } from 'vitest';
import { recognise } from '#core/import/recognise.ts';
import { transcriptOf } from '../../support/foreign.ts';

/** Messages of big-AGI are made of fragments, of which some are no words. */

const part = (pt: string, rest: object) => ({ ft: 'content', part: { pt, ...rest } });
const doc = {
	ft: 'attachment',
	title: 'Attachment',
	part: { pt: 'doc', l1Title: 'report.txt', data: { idt: 'text', text: 'Sales are up.' } }
};

function chatOf(said: readonly (readonly [role: string, ...fragments: object[]])[]) {
	const messages = said.map(([role, ...fragments], at) => ({
		id: `m${String(at)}`,
		role,
		created: 1_700_000_000_000 + at,
		fragments
	}));
	const [found] = recognise({ conversations: [{ id: 'c1', userTitle: 'Sales', messages }] });
	if (found?.what !== 'chat') throw new Error('no chat');
	return found.chat;
}

test('a document that came with a question is read with it, and one that is all of a question is a question', () => {
	const chat = chatOf([
		['user', doc, part('text', { text: 'Sum this up' })],
		['assistant', part('text', { text: 'Up.' })],
		['user', doc],
		['assistant', part('text', { text: 'Still up.' })]
	]);
	expect(transcriptOf(chat)['trunk']).toEqual([
		'you: [file: report.txt]\nSales are up. | Sum this up',
		'it: Up.',
		'you: [file: report.txt]\nSales are up.',
		'it: Still up.'
	]);
	expect(chat.skipped).toBe(0);
});

test('calls stand with their results, what the product says of itself stays out, and what is of no known kind is counted', () => {
	const call = { type: 'function_call', name: 'find' };
	const ran = { type: 'code_execution', language: 'python', code: '2+2' };
	const chat = chatOf([
		['user', part('text', { text: 'Look it up' })],
		[
			'assistant',
			part('tool_invocation', { id: 'x', invocation: { ...call, args: '{"page":1}' } }),
			part('tool_response', { id: 'x', error: false, response: { ...call, result: 'Page 1' } }),
			part('tool_invocation', { id: 'y', invocation: ran }),
			part('tool_response', { id: 'y', error: 'it broke', response: { ...ran, result: '' } }),
			part('error', { error: 'Issue: the service was busy.' }),
			part('ph', { pText: '...' }),
			part('hologram', { url: 'https://example.org' }),
			part('text', { text: 'Done.' })
		]
	]);
	expect(transcriptOf(chat)['trunk']).toEqual([
		'you: Look it up',
		'call: find {"page":1}',
		'result: Page 1',
		'call: code_execution {"type":"code_execution","language":"python","code":"2+2"}',
		'result (error): it broke',
		'it: Done.'
	]);
	expect(chat.skipped).toBe(1);
});
