import { expect, test } from 'vitest';
import { recognise } from '#core/import/recognise.ts';
import type { ImportedChat } from '#core/import/chat.ts';

/** Fields that a product fills now and then, or no more: what they say of a conversation. */

function chatIn(row: object): ImportedChat {
	const found = recognise(row).find(({ what }) => what === 'chat');
	if (found?.what !== 'chat') throw new Error('no chat');
	return found.chat;
}

/** A conversation of ChatGPT: messages one behind the other. */
const chatGpt = (...messages: readonly object[]) => ({
	conversation_id: 'c1',
	create_time: 1_700_000_000,
	mapping: Object.fromEntries(
		messages.map((message, at) => [
			`n${String(at)}`,
			{ parent: at === 0 ? null : `n${String(at - 1)}`, message }
		])
	)
});
const said = (role: string, text: string, rest: object = {}) => ({
	author: { role },
	content: { content_type: 'text', parts: [text] },
	...rest
});

test('ChatGPT: a message of no weight is hidden, and how long it thought is no answer', () => {
	const recap = { content_type: 'reasoning_recap', content: 'Thought for 5 seconds' };
	const { messages } = chatIn(
		chatGpt(
			said('user', 'Not shown', { weight: 0 }),
			said('user', 'Tea?'),
			{ author: { role: 'assistant' }, content: recap },
			said('assistant', 'Green.')
		)
	);
	expect(messages.map(({ from, content }) => [from, content.length])).toEqual([
		['nobody', 0],
		['user', 1],
		['assistant', 0],
		['assistant', 1]
	]);
});

test('ChatGPT: code whose language nobody knows is called with its words alone', () => {
	const content = { content_type: 'code', language: 'unknown', text: 'search("tea")' };
	const call = { author: { role: 'assistant' }, recipient: 'web', content };
	expect(chatIn(chatGpt(call)).messages[0]?.content).toMatchObject([
		{ type: 'call', name: 'web', input: { input: 'search("tea")' } }
	]);
	expect(chatIn(chatGpt(call)).messages[0]?.content[0]).not.toHaveProperty('input.language');
});

test('ChatGPT: a research is told when it is done, with the model of its report or of its message', () => {
	const research = (status: string) => {
		const report_message = { id: 'r', content: { parts: ['All about tea.'] } };
		const widget_state = JSON.stringify({ status, report_message });
		const metadata = { model_slug: 'gpt-x', chatgpt_sdk: { widget_state } };
		return said('tool', '', { metadata });
	};
	const { messages } = chatIn(chatGpt(research('completed'), research('running')));
	expect(messages[0]).toMatchObject({ from: 'assistant', model: 'gpt-x' });
	expect(messages[1]).toMatchObject({ from: 'tool', content: [] });
});

test('ChatGPT: instructions without a time are as old as their conversation', () => {
	const content = { content_type: 'user_editable_context', user_profile: '```\nLikes tea\n```' };
	expect(recognise(chatGpt({ author: { role: 'user' }, content }))).toContainEqual({
		what: 'memories',
		memories: [{ text: 'Likes tea', at: 1_700_000_000_000 }]
	});
});

test('Claude.ai: messages of one id, where no tree is kept, stand one behind the other; what is no message is counted', () => {
	const yes = { uuid: 'm', sender: 'human', content: [{ type: 'text', text: '' }], text: 'Yes' };
	const { messages, skipped } = chatIn({ uuid: 'c', chat_messages: [yes, yes, 'torn'] });
	expect(new Set(messages.map(({ id }) => id)).size).toBe(2);
	expect(messages[1]?.parent).toBe(messages[0]?.id);
	expect(messages.map(({ content }) => content)).toEqual([
		[{ type: 'text', text: 'Yes' }],
		[{ type: 'text', text: 'Yes' }]
	]);
	expect(skipped).toBe(1);
});

test('Claude.ai: a bullet is parted only where it is longer than a line may be', () => {
	const sentence = `Likes tea${' and more of it'.repeat(12)}.`;
	const bullet = `- ${sentence} ${sentence}`;
	const [found] = recognise({ conversations_memory: bullet });
	expect(found).toEqual({ what: 'memories', memories: [{ text: bullet, at: 0 }] });
});

test('Claude.ai: a project that says nothing but its name is no note, nor is an empty document', () => {
	const project = (rest: object) => recognise({ uuid: 'p', name: 'Tea', docs: [], ...rest })[0];
	const docs = [{ uuid: 'd', filename: 'a.md', content: ' ' }];
	expect(project({})).toEqual({ what: 'notes', notes: [] });
	expect(project({ docs })).toEqual({ what: 'notes', notes: [] });
	expect(project({ docs, description: 'All about it' })).toMatchObject({
		notes: [{ text: '# Tea\n\nAll about it\n' }]
	});
});

test('big-AGI: empty words are words, and a call has failed also where nothing says why', () => {
	const result = { pt: 'tool_response', id: 'a', error: true, response: { result: 'No' } };
	const fragments = [{ part: { pt: 'text', text: '' } }, { part: result }];
	const conversation = { id: 'c', messages: [{ id: 'm', role: 'assistant', fragments }] };
	const { messages, skipped } = chatIn({ conversations: [conversation] });
	expect(skipped).toBe(0);
	expect(messages[0]?.content[1]).toMatchObject({ type: 'result', isError: true });
});

test('LibreChat: messages that hold their answers are a tree under either name', () => {
	const answer = { messageId: 'b', text: 'Green.' };
	const asked = { messageId: 'a', sender: 'User', text: 'Tea?', children: [answer] };
	const read = (name: string) => chatIn({ conversationId: 'c', [name]: [asked] }).messages;
	expect(read('messages').map(({ id, parent }) => [id, parent])).toEqual([
		['a', null],
		['b', 'a']
	]);
	expect(read('messages')).toEqual(read('messagesTree'));
});
