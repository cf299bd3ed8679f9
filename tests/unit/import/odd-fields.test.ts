import { expect, test } from 'vitest';
import type { ImportedChat } from '#core/import/chat.ts';
import { chatsInRows, recognise } from '#core/import/recognise.ts';
import type { Row } from '#core/json.ts';
import { transcriptOf } from '../../support/foreign.ts';

/** Fields that only some conversations of a product have: what was said in them is kept like all else. */

function chatIn(row: Row): ImportedChat {
	const found = recognise(row).find(({ what }) => what === 'chat');
	if (found?.what !== 'chat') throw new Error('no chat');
	return found.chat;
}

test('Open WebUI: a picture that was made is an answer, counted where it is not there', () => {
	const node = (id: string, parentId: string | null, more: Row): Row => ({
		id,
		parentId,
		childrenIds: [],
		timestamp: 1_770_000_000,
		...more
	});
	const chat = chatIn({
		id: 'ow-9',
		title: 'A cat',
		chat: {
			history: {
				currentId: 'b',
				messages: {
					a: node('a', null, { role: 'user', content: 'Draw a cat' }),
					b: node('b', 'a', {
						role: 'assistant',
						content: '',
						files: [{ type: 'image', url: '/api/v1/files/cat/content' }]
					})
				}
			}
		}
	});
	expect(transcriptOf(chat)).toEqual({
		trunk: ['you: Draw a cat', 'it: [image: /api/v1/files/cat/content]']
	});
});

test('LibreChat: calls of functions and of the interpreter keep their name, input and result', () => {
	const chat = chatIn({
		conversationId: 'lc-9',
		title: 'Sums',
		messages: [
			{ messageId: '1', parentMessageId: null, isCreatedByUser: true, text: 'Add 2 and 3' },
			{
				messageId: '2',
				parentMessageId: '1',
				isCreatedByUser: false,
				content: [
					{
						type: 'tool_call',
						tool_call: {
							id: 'c1',
							type: 'function',
							function: { name: 'add', arguments: '{"of":[2,3]}', output: '5' }
						}
					},
					{
						type: 'tool_call',
						tool_call: {
							id: 'c2',
							type: 'code_interpreter',
							code_interpreter: { input: 'print(5)', outputs: [{ type: 'logs', logs: '5\n' }] }
						}
					},
					{ type: 'text', text: { value: 'Five.' } }
				]
			}
		]
	});
	expect(transcriptOf(chat)['trunk']).toEqual([
		'you: Add 2 and 3',
		'call: add {"of":[2,3]}',
		'result: 5',
		'call: code_interpreter {"input":"print(5)"}',
		'result: 5',
		'it: Five.'
	]);
});

test('Chatbox: what else was answered behind a message is a branch, in the thread in which it was', () => {
	const said = (id: string, role: string, content: string): Row => ({ id, role, content });
	const row = {
		'session:cb-9': {
			id: 'cb-9',
			name: 'Seas',
			messages: [said('1', 'user', 'Name a sea.'), said('2', 'assistant', 'The Baltic.')],
			threads: [{ id: 't', name: 'Before', messages: [said('x', 'user', 'Name a lake.')] }],
			messageForksHash: {
				'1': {
					position: 1,
					lists: [
						{
							id: 'l1',
							messages: [
								said('3', 'assistant', 'The Black Sea.'),
								said('4', 'user', 'And another?'),
								said('5', 'assistant', 'The Red Sea.')
							]
						},
						{ id: 'l2', messages: [] }
					]
				},
				'4': { position: 0, lists: [{ id: 'l3', messages: [said('6', 'assistant', 'None.')] }] }
			}
		}
	};
	const chats = recognise(row).flatMap((one) => (one.what === 'chat' ? [one.chat] : []));
	expect(chats.map(transcriptOf)).toEqual([
		{ trunk: ['you: Name a lake.'] },
		{
			trunk: ['you: Name a sea.', 'it: The Baltic.'],
			'branch 1 at 0': [
				'you: Name a sea.',
				'it: The Black Sea.',
				'you: And another?',
				'it: The Red Sea.'
			],
			'branch 2 at 1': ['you: And another?', 'it: None.']
		}
	]);
});

test('NextChat: dates are read as the browser of the chat wrote them', () => {
	const sessions = [
		{ lastUpdate: new Date(2025, 11, 5, 15, 4, 6).getTime(), date: '05/12/2025, 15:04:05' },
		{ lastUpdate: new Date(2026, 0, 12, 14, 0, 1).getTime(), date: '12.1.2026, 14:00:00' }
	].map(({ lastUpdate, date }, at) => ({
		id: `nc-${String(at)}`,
		topic: '',
		lastUpdate,
		messages: [{ id: 'm', role: 'user', date, content: 'Tea?' }]
	}));
	const chats = recognise({ 'chat-next-web-store': { sessions } });
	expect(chats.map((one) => one.what === 'chat' && one.chat.messages[0]?.at)).toEqual([
		new Date(2025, 11, 5, 15, 4, 5).getTime(),
		new Date(2026, 0, 12, 14).getTime()
	]);
});

test('Claude.ai: files that only the later list names, thinking that is told in short, and kinds that came later', () => {
	const said = (uuid: string, sender: string, more: Row): Row => ({
		uuid,
		sender,
		text: '',
		created_at: '2026-02-01T10:00:00Z',
		...more
	});
	const chat = chatIn({
		uuid: 'ca-9',
		name: 'Files',
		created_at: '2026-02-01T10:00:00Z',
		updated_at: '2026-02-01T10:00:00Z',
		chat_messages: [
			said('1', 'human', {
				content: [{ type: 'text', text: 'Read these.' }],
				files: [{ file_name: 'a.pdf' }],
				files_v2: [{ file_name: 'a.pdf' }, { file_name: 'b.pdf' }]
			}),
			// It names no parent: it follows what stands before it.
			said('2', 'assistant', {
				content: [
					{ type: 'thinking', thinking: '', summaries: [{ summary: 'Comparing both.' }] },
					{ type: 'later_kind', text: 'They agree.' }
				]
			}),
			said('3', 'human', { parent_message_uuid: '2', content: [{ type: 'text', text: 'Good.' }] })
		]
	});
	expect(transcriptOf(chat)).toEqual({
		trunk: [
			'you: [file: a.pdf] | [file: b.pdf] | Read these.',
			'thought: Comparing both.',
			'it: They agree.',
			'you: Good.'
		]
	});
});

test('Open WebUI: a fold of the answer itself, also one in a block of code, does not part its words', () => {
	const fold = '<details><summary>A</summary>b</details>';
	const said = `Look:\n\n\`\`\`html\n${fold}\n\`\`\`\n\nThat is all.`;
	const thought = '<details type="reasoning" done="true">\nA fold, then.\n</details>\n';
	const message = (id: string, parentId: string | null, more: Row): Row => ({
		id,
		parentId,
		childrenIds: [],
		...more
	});
	const chat = chatIn({
		id: 'ow-10',
		title: 'A fold',
		chat: {
			history: {
				currentId: 'b',
				messages: {
					a: message('a', null, { role: 'user', content: 'How?' }),
					b: message('b', 'a', { role: 'assistant', content: `${said}\n${thought}${fold}` })
				}
			}
		}
	});
	expect(transcriptOf(chat)['trunk']).toEqual([
		'you: How?',
		`it: ${said}`,
		'thought: A fold, then.',
		`it: ${fold}`
	]);
});

test('big-AGI: reasoning is a thought, not words of the answer', () => {
	const message = (id: string, role: string, parts: readonly Row[]): Row => ({
		id,
		role,
		fragments: parts.map((part) => ({ part }))
	});
	const chat = chatIn({
		conversations: [
			{
				id: 'ba-2',
				messages: [
					message('m1', 'user', [{ pt: 'text', text: 'Which tea?' }]),
					message('m2', 'assistant', [
						{ pt: 'ma', aType: 'reasoning', aText: 'Tea is wanted.' },
						{ pt: 'text', text: 'Oolong.' }
					])
				]
			}
		]
	});
	expect(transcriptOf(chat)['trunk']).toEqual([
		'you: Which tea?',
		'thought: Tea is wanted.',
		'it: Oolong.'
	]);
});

test('LibreChat: who asked is told by either field, parents are kept where any is named, and the export tells the time where no message does', () => {
	const message = (messageId: string, more: Row): Row => ({ messageId, text: messageId, ...more });
	const chat = (messages: readonly Row[], more: Row = {}) =>
		chatIn({ conversationId: 'lc-9', title: 'Tea', messages, ...more });
	const none = '00000000-0000-0000-0000-000000000000';
	const asked = { sender: 'User', model: 'gpt-4o', createdAt: '2026-01-02T00:00:00Z' };
	const answered = { sender: 'GPT', model: 'gpt-4o', createdAt: '2026-01-03T00:00:00Z' };
	const named = chat([
		message('a', { ...asked, parentMessageId: none }),
		message('b', { ...answered, parentMessageId: 'a' }),
		message('c', { ...asked, isCreatedByUser: true, parentMessageId: 'a' })
	]);
	expect(named.messages.map(({ id, parent, from, model }) => [id, parent, from, model])).toEqual([
		['a', null, 'user', ''],
		['b', 'a', 'assistant', 'gpt-4o'],
		['c', 'a', 'user', '']
	]);
	expect(named).toMatchObject({
		createdAt: Date.UTC(2026, 0, 2),
		activeAt: Date.UTC(2026, 0, 2)
	});
	const inLine = chat([message('a', { sender: 'User' }), message('b', { sender: 'GPT' })], {
		exportAt: '2026-01-04T00:00:00Z'
	});
	expect(inLine.messages.map(({ parent }) => parent)).toEqual([null, 'a']);
	expect(inLine).toMatchObject({ createdAt: 0, activeAt: Date.UTC(2026, 0, 4) });
	// As a tree: in the order in which it is written.
	const tree = chatIn({
		conversationId: 'lc-10',
		messagesTree: [
			message('a', { ...asked, children: [message('b', answered), message('c', answered)] }),
			message('d', asked)
		]
	});
	expect(tree.messages.map(({ id, parent }) => [id, parent])).toEqual([
		['a', null],
		['b', 'a'],
		['c', 'a'],
		['d', null]
	]);
});

test('Chatbox: a thread has an id of its own in its session, a call that came to nothing has no result, and a star is a pin', () => {
	const said = (id: string, contentParts: readonly Row[]): Row => ({
		id,
		role: 'assistant',
		contentParts
	});
	const called = { type: 'tool-call', toolCallId: 'c2', toolName: 'read', args: { id: 1 } };
	const read = { type: 'call', id: 'c2', name: 'read', input: { id: 1 } };
	const answered = { type: 'result', call: 'c2', name: 'read' };
	const row = {
		id: 's1',
		name: 'Tea',
		starred: true,
		threads: [{ id: 't1', name: 'Green', messages: [said('a', [{ type: 'text', text: 'A' }])] }],
		messages: [
			said('b', [
				{ type: 'info', text: 'Looking it up' },
				{ type: 'tool-call', state: 'call', toolCallId: 'c1', toolName: 'search', args: {} },
				{ ...called, state: 'error', result: { code: 7 } },
				{ ...called, state: 'result', result: 'Tea' }
			])
		]
	};
	const chats = recognise(row).flatMap((found) => (found.what === 'chat' ? [found.chat] : []));
	expect(chats.map(({ id, title, pinned }) => [id, title, pinned])).toEqual([
		['s1 t1', 'Tea: Green', true],
		['s1', 'Tea', true]
	]);
	expect(chats[1]?.messages[0]?.content).toEqual([
		{ type: 'text', text: 'Looking it up' },
		{ type: 'call', id: 'c1', name: 'search', input: {} },
		read,
		{ ...answered, parts: [{ type: 'text', text: '{"code":7}' }], isError: true },
		read,
		{ ...answered, parts: [{ type: 'text', text: 'Tea' }], isError: false }
	]);
});

test('pi: a session that was renamed has its newest name', () => {
	const rows: readonly Row[] = [
		{ type: 'session', version: 3, id: 's1', timestamp: '2026-01-02T00:00:00Z' },
		{ type: 'session_info', id: 'a', parentId: null, name: 'Tea' },
		{ type: 'message', id: 'b', parentId: 'a', message: { role: 'user', content: 'Which tea?' } },
		{ type: 'session_info', id: 'c', parentId: 'b', name: 'Green tea' }
	];
	expect(chatsInRows(rows, 0)?.map(({ title }) => title)).toEqual(['Green tea']);
});

test('NextChat: a conversation began with its first message', () => {
	const dated = (id: string, date: string): Row => ({ id, role: 'user', content: id, date });
	const session = {
		id: 'n1',
		topic: 'Tea',
		lastUpdate: Date.UTC(2026, 0, 9),
		messages: [dated('a', '2026-01-02T00:00:00Z'), dated('b', '2026-01-03T00:00:00Z')]
	};
	expect(chatIn({ 'chat-next-web-store': { sessions: [session] } })).toMatchObject({
		createdAt: Date.UTC(2026, 0, 2),
		activeAt: Date.UTC(2026, 0, 9)
	});
});

test('Open WebUI: what is no message is counted, and a memory is as old as its last change', () => {
	const messages = { a: { role: 'user', content: 'Tea?' }, b: null };
	expect(chatIn({ id: 'ow-1', chat: { history: { messages } } }).skipped).toBe(1);
	const [memory] = recognise({
		id: 'm1',
		user_id: 'u1',
		content: 'Likes tea',
		created_at: 1_770_000_000,
		updated_at: 1_770_000_500
	});
	expect(memory).toMatchObject({ what: 'memories', memories: [{ at: 1_770_000_500_000 }] });
});
