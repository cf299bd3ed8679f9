import { expect, test } from 'vitest';
import { readClaudeCode } from '#core/import/readers/claude-code.ts';
import {
	answers,
	asks,
	calls,
	line,
	read,
	says,
	words
} from '../../support/builders/claude-code-lines.ts';

/** Session files of Claude Code as they really are: with lines that name parents nobody wrote, and calls made side by side. */

test('a line whose parent was never written follows the line before it, and nothing of the conversation is lost', () => {
	expect(
		read([
			asks('1', null, 'Question 1'),
			says('2', '1', 'm1', [calls('t1')]),
			answers('3', 'never written', 't1'),
			says('4', '3', 'm2', [words('Answer 1')]),
			says('5', 'nor this', 'm3', [words('Answer 1, continued')]),
			asks('6', '5', 'Question 2'),
			says('7', 'nor that', 'm4', [words('Answer 2')])
		])
	).toEqual({
		trunk: [
			'you: Question 1',
			'call: Bash {"of":"t1"}',
			'result: result of t1',
			'it: Answer 1',
			'it: Answer 1, continued',
			'you: Question 2',
			'it: Answer 2'
		]
	});
});

test('a parent in a sidechain is no gap either, and a second root stays one', () => {
	const side = { ...asks('s1', '2', 'a side chain'), isSidechain: true };
	expect(
		read([
			asks('1', null, 'Question 1'),
			says('2', '1', 'm1', [words('Answer 1')]),
			side,
			asks('3', 's1', 'Question 2'),
			asks('4', null, 'Begun anew'),
			says('5', '4', 'm2', [words('Answer 4')])
		])
	).toEqual({
		trunk: ['you: Begun anew', 'it: Answer 4'],
		'branch 1 at 0': ['you: Question 1', 'it: Answer 1', 'you: Question 2']
	});
});

test.each([
	['the slower first call ends last', ['b', 'a']],
	['the calls end in their order', ['a', 'b']]
])('calls of one reply that hang side by side are all kept where %s', (_, ended) => {
	const parents: Readonly<Record<string, string>> = { a: '2', b: '3' };
	const last = ended.at(-1) ?? '';
	expect(
		read([
			asks('1', null, 'Do both'),
			says('2', '1', 'm1', [calls('a')]),
			says('3', '2', 'm1', [words('And at the same time'), calls('b')]),
			...ended.map((id) => answers(`result ${id}`, parents[id] ?? '', id)),
			says('5', `result ${last}`, 'm2', [words('Done.')])
		])
	).toEqual({
		trunk: [
			'you: Do both',
			'call: Bash {"of":"a"}',
			'it: And at the same time',
			'call: Bash {"of":"b"}',
			'result: result of a',
			'result: result of b',
			'it: Done.'
		]
	});
});

test('three calls that all hang on the first line are put one behind the other', () => {
	const { trunk } = read([
		asks('1', null, 'Do all'),
		says('2', '1', 'm1', [calls('a')]),
		says('3', '2', 'm1', [calls('b')]),
		says('4', '2', 'm1', [calls('c')]),
		answers('5', '2', 'a'),
		answers('6', '3', 'b'),
		answers('7', '4', 'c'),
		says('8', '5', 'm2', [words('Done.')])
	]);
	expect(trunk?.filter((said) => said.startsWith('call') || said.startsWith('it'))).toEqual([
		'call: Bash {"of":"a"}',
		'call: Bash {"of":"b"}',
		'call: Bash {"of":"c"}',
		'it: Done.'
	]);
});

test('calls of one id have the result that came behind each', () => {
	const result = (uuid: string, parent: string, content: string) =>
		line('user', uuid, parent, {
			role: 'user',
			content: [{ type: 'tool_result', tool_use_id: 'call_0', content }]
		});
	const chat = readClaudeCode(
		[
			asks('1', null, 'Look up both'),
			says('2', '1', 'm1', [calls('call_0')]),
			result('3', '2', 'A costs 100'),
			says('4', '3', 'm2', [calls('call_0')]),
			result('5', '4', 'B costs 900'),
			says('6', '5', 'm3', [calls('call_0')])
		],
		0
	);
	const blocks = chat?.messages.flatMap(({ content }) => content) ?? [];
	const told = blocks.map((block) =>
		block.type === 'result' ? JSON.stringify(block.parts) : block.type
	);
	expect(told).toEqual([
		'text',
		'call',
		expect.stringContaining('A costs 100'),
		'call',
		expect.stringContaining('B costs 900'),
		'call'
	]);
});

test('what the program says by itself is nobody’s message; a command that is answered is what the user typed', () => {
	const rows = [
		asks('1', null, '<command-name>/model</command-name>\n<command-args>opus</command-args>'),
		asks('2', '1', '<local-command-stdout>Set model to opus</local-command-stdout>'),
		asks('3', '2', 'Real question'),
		says('4', '3', 'm1', [words('Answer')]),
		asks('5', '4', '<task-notification><status>completed</status></task-notification>'),
		says('6', '5', 'm2', [words('Noted')]),
		asks(
			'7',
			'6',
			'<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>the gate</command-args>'
		),
		says('8', '7', 'm3', [words('It holds.')]),
		{ type: 'ai-title', aiTitle: 'A gate', sessionId: 'cc-1' }
	];
	const chat = readClaudeCode(rows, 0)!;
	const asked = chat.messages.flatMap(({ from, content }) =>
		from === 'user' ? content.map((block) => (block.type === 'text' ? block.text : '')) : []
	);
	expect(asked).toEqual(['Real question', '/review the gate']);
	expect(chat.title).toBe('A gate');
	const called = { type: 'agent-name', agentName: 'gate', sessionId: 'cc-1' };
	expect(readClaudeCode([...rows, called], 0)?.title).toBe('gate');
	const renamed = { type: 'custom-title', customTitle: 'Our gate', sessionId: 'cc-1' };
	expect(readClaudeCode([renamed, ...rows, called], 0)?.title).toBe('Our gate');
});
