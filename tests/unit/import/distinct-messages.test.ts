import { expect, test } from 'vitest';
import { text, type ImportedMessage } from '#core/import/chat.ts';
import { distinctMessages } from '#core/import/distinct-messages.ts';
import { recognise } from '#core/import/recognise.ts';
import { transcriptOf } from '../../support/foreign.ts';

/** Messages of one id: none is lost, and none comes twice. */

const said = (id: string, parent: string | null, words: string): ImportedMessage => ({
	id,
	parent,
	from: 'assistant',
	at: 0,
	content: [text(words)]
});

test('another message of one id gets an id of its own, and what names the id means the last that had it', () => {
	const messages = [
		said('a', null, 'one'),
		said('a', 'a', 'two'),
		said('a 2', 'a', 'three'),
		said('b', 'a', 'four')
	];
	expect(
		distinctMessages({ messages, leaf: 'a' }).messages.map(({ id, parent }) => [id, parent])
	).toEqual([
		['a', null],
		['a 3', 'a'],
		['a 2', 'a 3'],
		['b', 'a 3']
	]);
	expect(distinctMessages({ messages, leaf: 'a' }).leaf).toBe('a 3');
});

test('a message that is written twice is one, with the result that only one of its lines has', () => {
	const call = { type: 'call', id: 't', name: 'look', input: {} } as const;
	const result = { type: 'result', call: 't', name: '', parts: [], isError: false } as const;
	const asking = { ...said('a', null, ''), content: [call] };
	for (const messages of [
		[asking, { ...asking, content: [call, result] }],
		[{ ...asking, content: [call, result] }, asking]
	])
		expect(distinctMessages({ messages, leaf: null }).messages).toEqual([
			{ ...asking, content: [call, result] }
		]);
});

const chatIn = (row: object) => {
	const [found] = recognise(row);
	if (found?.what !== 'chat') throw new Error('no chat');
	return transcriptOf(found.chat);
};

test('Claude.ai: messages without a tree follow one another, also where ids and words are the same', () => {
	const message = (uuid: string, sender: string, words: string) => ({ uuid, sender, text: words });
	const chat = [
		message('1', 'human', 'Go on'),
		message('2', 'assistant', 'One.'),
		message('1', 'human', 'Go on'),
		message('2', 'assistant', 'Two.')
	];
	expect(chatIn({ uuid: 'c', name: 'C', chat_messages: chat })).toEqual({
		trunk: ['you: Go on', 'it: One.', 'you: Go on', 'it: Two.']
	});
});

test('NextChat: a question and its answer may have one id', () => {
	const message = (id: string, role: string, content: string) => ({ id, role, content });
	const messages = [
		message('1', 'user', 'Rain?'),
		message('1', 'assistant', 'No.'),
		message('3', 'user', 'Snow?')
	];
	const sessions = [{ id: 's', topic: 'N', messages }];
	expect(chatIn({ 'chat-next-web-store': { sessions } })).toEqual({
		trunk: ['you: Rain?', 'it: No.', 'you: Snow?']
	});
});
