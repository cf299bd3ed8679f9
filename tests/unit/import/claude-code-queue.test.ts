import { expect, test } from 'vitest';
import { chatHeadOf } from '#core/import/chat-lines.ts';
import { shapeOf } from '#core/import/chat-shape.ts';
import { readClaudeCode } from '#core/import/readers/claude-code.ts';
import type { Row } from '#core/json.ts';
import {
	answers,
	asks,
	calls,
	line,
	read,
	says,
	words
} from '../../support/builders/claude-code-lines.ts';
import { transcriptOf } from '../../support/foreign.ts';

/** What the user typed while Claude Code worked, commands, and call ids that come again. */

/** What was typed while it worked, as versions of today write it: a line of its own that is no message. */
const queued = (uuid: string, parent: string, prompt: unknown, more: Row = {}): Row => ({
	...line('attachment', uuid, parent, {}),
	message: undefined,
	attachment: { type: 'queued_command', prompt, commandMode: 'prompt', ...more }
});

const echo = (name: string, args = '') =>
	`<command-name>/${name}</command-name>\n<command-message>${name}</command-message>\n<command-args>${args}</command-args>`;

test('what was typed while it worked is a question of its own, where it came', () => {
	const rows = [
		asks('1', null, 'Build the gate'),
		says('2', '1', 'm1', [calls('t1')]),
		answers('3', '2', 't1'),
		queued('4', '3', 'Use red paint', { origin: { kind: 'human' } }),
		says('5', '4', 'm2', [words('Red it is.')]),
		queued('6', '5', [words('And this lock'), { type: 'image', source: {} }])
	];
	expect(read(rows)).toEqual({
		trunk: [
			'you: Build the gate',
			'call: Bash {"of":"t1"}',
			'result: result of t1',
			'you: Use red paint',
			'it: Red it is.',
			'you: And this lock | [image]'
		]
	});
	expect(readClaudeCode(rows, 0)?.leaf).toBe('6');
});

test.each([
	['a task that ended', { commandMode: 'task-notification' }],
	['another agent', { origin: { kind: 'peer' } }],
	['the program', { isMeta: true }]
])('what %s put into the queue is nobody’s question', (_, more) => {
	const rows = [
		asks('1', null, 'Build the gate'),
		queued('2', '1', 'Something came in', more),
		says('3', '2', 'm1', [words('Built.')])
	];
	expect(read(rows)).toEqual({ trunk: ['you: Build the gate', 'it: Built.'] });
});

test('what was typed while it worked stands once where a version writes it as a message too', () => {
	const named = { source_uuid: '6' };
	expect(
		read([
			asks('1', null, 'Build the gate'),
			queued('2', '1', 'Use red paint'),
			asks('3', '2', 'Use red paint'),
			says('4', '3', 'm1', [words('Red it is.')]),
			queued('5', '4', 'Go on', named),
			says('5b', '5', 'm2', [words('Wait.')]),
			asks('6', '5b', 'Go on'),
			says('7', '6', 'm3', [words('Done.')]),
			queued('8', '7', 'Go on'),
			says('9', '8', 'm4', [words('Once more.')])
		])
	).toEqual({
		trunk: [
			'you: Build the gate',
			'you: Use red paint',
			'it: Red it is.',
			'it: Wait.',
			'you: Go on',
			'it: Done.',
			'you: Go on',
			'it: Once more.'
		]
	});
});

test('calls of one id in one reply get their results one after the other, and a line that is written twice answers one', () => {
	const again = answers('4', '3', 'call_0');
	const second = line('user', '5', '4', {
		role: 'user',
		content: [{ type: 'tool_result', tool_use_id: 'call_0', content: 'the second' }]
	});
	expect(
		read([
			asks('1', null, 'Look'),
			says('2', '1', 'm1', [calls('call_0')]),
			says('3', '2', 'm1', [calls('call_0')]),
			again,
			second,
			again,
			says('6', '5', 'm2', [calls('call_0')])
		]).trunk
	).toEqual([
		'you: Look',
		'call: Bash {"of":"call_0"}',
		'call: Bash {"of":"call_0"}',
		'result: result of call_0',
		'result: the second',
		'call: Bash {"of":"call_0"}',
		'result (error): No result was recorded for this call.'
	]);
});

test('commands that the program carries out itself, what they print and tasks that ended are nobody’s words', () => {
	const rows = [
		asks('1', null, echo('model', 'opus')),
		asks('2', '1', '<local-command-stdout>Set model to opus</local-command-stdout>'),
		asks('3', '2', 'Real question'),
		says('4', '3', 'm1', [words('Answer')]),
		asks('5', '4', '<task-notification><status>completed</status></task-notification>'),
		says('6', '5', 'm2', [words('Noted')]),
		{ ...asks('7', '6', 'A task ended.'), origin: { kind: 'task-notification' } },
		asks('8', '7', echo('clear'))
	];
	const chat = readClaudeCode(rows, 0)!;
	expect(transcriptOf(chat)).toEqual({ trunk: ['you: Real question', 'it: Answer', 'it: Noted'] });
	expect(chatHeadOf(chat, shapeOf(chat).branches, 0).title).toBe('Real question');
});

test('what a summary was asked to keep is the user’s words, and a bare /compact is nobody’s', () => {
	const summary = { ...asks('4', null, 'This session is continued.'), isCompactSummary: true };
	const rows = (args: string) => [
		asks('1', null, 'Build the gate'),
		says('2', '1', 'm1', [words('Built.')]),
		{ type: 'system', subtype: 'compact_boundary', uuid: '3', logicalParentUuid: '2' },
		{ ...summary, parentUuid: '3' },
		asks('5', '4', echo('compact', args)),
		asks('6', '5', '<local-command-stdout>Compacted</local-command-stdout>'),
		asks('7', '6', 'Now the fence'),
		says('8', '7', 'm2', [words('Done.')])
	];
	const trunk = ['you: Build the gate', 'it: Built.', 'you: Now the fence', 'it: Done.'];
	expect(read(rows('')).trunk).toEqual(trunk);
	expect(read(rows('Keep the colour of the paint')).trunk).toEqual(
		trunk.toSpliced(2, 0, 'you: /compact Keep the colour of the paint')
	);
});
