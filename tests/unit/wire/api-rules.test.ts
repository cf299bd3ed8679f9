import { describe, expect, it } from 'vitest';
import type { Message } from '#core/log/blocks.ts';
import { aTool } from '../../support/builders/a-prompt.ts';
import { call, result, text, thought } from '../../support/builders/a-turn.ts';
import { brokenRules, brokenThinking } from '../../support/scripted/api-rules.ts';

/** The checker that the property tests rely on finds what it is there to find. */

const body = (...messages: Message[]) => ({
	model: 'm',
	max_tokens: 1,
	tools: [aTool()],
	messages
});

const user = (...content: Extract<Message, { role: 'user' }>['content']): Message => ({
	role: 'user',
	content
});

const assistant = (...content: Extract<Message, { role: 'assistant' }>['content']): Message => ({
	role: 'assistant',
	content
});

describe('the checker of the rules of the API', () => {
	it.each<[string, Message[]]>([
		['no message', []],
		['the assistant first', [assistant(text('a')), user(text('b'))]],
		['the assistant last', [user(text('a')), assistant(text('b'))]],
		['one role twice', [user(text('a')), user(text('b'))]],
		['an empty message', [user()]],
		['an empty text', [user(text(' '))]],
		['a call without a result', [user(text('a')), assistant(call('x')), user(text('b'))]],
		['a result without a call', [user(text('a')), assistant(text('b')), user(result('x'))]],
		[
			'a call answered twice',
			[user(text('a')), assistant(call('x')), user(result('x'), result('x'))]
		],
		[
			'words before a result',
			[user(text('a')), assistant(call('x')), user(text('b'), result('x'))]
		],
		[
			'an id used twice',
			[
				user(text('a')),
				assistant(call('x')),
				user(result('x')),
				assistant(call('x')),
				user(result('x'))
			]
		],
		['a bad id', [user(text('a')), assistant(call('x y')), user(result('x y'))]],
		['a bad name', [user(text('a')), assistant(call('x', 'functions.recall')), user(result('x'))]],
		['unsigned thinking', [user(text('a')), assistant(thought(''), text('b')), user(text('c'))]],
		['thinking at the end', [user(text('a')), assistant(text('b'), thought('s')), user(text('c'))]],
		[
			'an error without words',
			[user(text('a')), assistant(call('x')), user({ ...result('x', ''), is_error: true })]
		]
	])('finds %s', (_name, messages) => {
		expect(brokenRules(body(...messages))).not.toEqual([]);
	});

	it('finds calls where no tools are defined', () => {
		const { tools: _tools, ...rest } = body(
			user(text('a')),
			assistant(call('x')),
			user(result('x'))
		);
		expect(_tools).toHaveLength(1);
		expect(brokenRules(rest)).not.toEqual([]);
	});

	it('finds thinking that stands behind something else', () => {
		const request = body(user(text('a')), assistant(thought('s'), text('b')), user(text('c')));
		const basis = { prefix: 'other', model: 'm', key: 'k' };
		expect(brokenThinking(request, 'k', new Map([['s', basis]]))).not.toEqual([]);
	});

	it('lets a proper conversation pass', () => {
		expect(
			brokenRules(
				body(
					user(text('a')),
					assistant(thought('s'), text('b'), call('x'), call('y')),
					user(result('x'), result('y'), text('c'))
				)
			)
		).toEqual([]);
	});
});
