import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exchangesOf } from '#core/archive/archive.ts';
import {
	text,
	type ImportedBlock,
	type ImportedChat,
	type ImportedMessage
} from '#core/import/chat.ts';
import { chatHeadOf } from '#core/import/chat-lines.ts';
import { shapeOf, turnCount } from '#core/import/chat-shape.ts';
import { readClaudeCode } from '#core/import/readers/claude-code.ts';
import { cleanText } from '#core/text/clean-text.ts';
import { copyOf } from '#core/import/fields.ts';
import { isRow, parseJson } from '#core/json.ts';
import { readMarkdownChat } from '#core/import/readers/markdown-chat.ts';
import { notePlaces } from '#core/import/note-path.ts';
import { readPi } from '#core/import/readers/pi.ts';
import { recognise } from '#core/import/recognise.ts';
import { splitJson, splitLines, type JsonSplitter } from '#core/import/split-json.ts';
import { isMemoryPath } from '#core/memory/memory.ts';
import {
	brokenBranch,
	everyJsonProduct,
	foreignText,
	linesOf,
	transcriptOf
} from '../../support/foreign.ts';

/** Files that are broken or made to break: nothing throws, nothing pollutes, nothing is followed for ever. */

const jsonFixtures = [
	...everyJsonProduct,
	'claude-memories.json',
	'open-webui-memories.json',
	'pam.json'
];

const aChat = (
	messages: readonly ImportedMessage[],
	over: Partial<ImportedChat> = {}
): ImportedChat => ({
	format: 'chatgpt',
	id: 'c',
	title: 't',
	createdAt: 1,
	activeAt: 1,
	messages,
	leaf: null,
	skipped: 0,
	...over
});

const said = (
	id: string,
	parent: string | null,
	from: ImportedMessage['from']
): ImportedMessage => ({
	id,
	parent,
	from,
	at: 1,
	content: [text(`says ${id}`)]
});

const readAll = (value: unknown): void => {
	for (const found of recognise(value)) if (found.what === 'chat') linesOf(found.chat);
};

test('messages that are their own ancestors end where the circle closes', () => {
	const ring = [said('a', 'c', 'user'), said('b', 'a', 'assistant'), said('c', 'b', 'user')];
	expect(turnCount(shapeOf(aChat(ring)).branches)).toBeGreaterThan(0);
	expect(brokenBranch(linesOf(aChat([...ring, said('d', 'c', 'assistant')])))).toBeNull();
	expect(turnCount(shapeOf(aChat([said('x', 'x', 'user')])).branches)).toBe(1);
});

test('a chat that names no leaf, or one where nothing was said, shows the last one where something was', () => {
	const messages = [
		said('a', null, 'user'),
		said('b', 'a', 'assistant'),
		said('system', null, 'nobody')
	];
	for (const leaf of [null, 'gone', 'system']) {
		const { branches } = shapeOf(aChat(messages, { leaf }));
		expect(turnCount(branches), String(leaf)).toBe(1);
		expect(branches[0]?.turns[0]?.answers.map(({ id }) => id)).toEqual(['b']);
	}
});

test('a chat without a title is called by its first question, not by what was attached to it', () => {
	const asked = (...words: string[]): ImportedMessage => ({
		...said('a', null, 'user'),
		content: words.map(text)
	});
	const titled = (message: ImportedMessage) => {
		const chat = aChat([message], { title: '' });
		return chatHeadOf(chat, shapeOf(chat).branches, 0).title;
	};
	expect(titled(asked('[file: plan.txt]\nDig.', 'Where do the beans go?'))).toBe(
		'Where do the beans go?'
	);
	expect(titled(asked('[file: plan.txt]'))).toBe('[file: plan.txt]');
});

test('a circle in the nodes of a ChatGPT mapping is read once', () => {
	const node = (id: string, parent: string) => ({
		id,
		parent,
		children: [],
		message: { author: { role: 'user' }, content: { content_type: 'text', parts: [id] } }
	});
	const row = { id: 'x', mapping: { a: node('a', 'b'), b: node('b', 'a') }, current_node: 'a' };
	const [found] = recognise(row);
	expect(found?.what === 'chat' && transcriptOf(found.chat)).toEqual({
		trunk: ['you: b', 'you: a']
	});
});

test('names of the prototype are data: nothing is inherited and nothing is set', () => {
	const evil = JSON.parse(
		'{"mapping":{"__proto__":{"id":"p","parent":null,"children":[],"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["hello"]}}},"constructor":{"prototype":{"polluted":1}}},"id":"x","current_node":"__proto__","__proto__":{"polluted":true}}'
	) as unknown;
	readAll(evil);
	expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
	const input = JSON.parse('{"a":{"__proto__":{"polluted":1},"b":2}}') as unknown;
	expect(copyOf(input)).toEqual({ a: { b: 2 } });
	expect(Object.getPrototypeOf(copyOf(input))).toBe(Object.prototype);
});

test('a tree as deep as a long conversation is read; input that nests without end is cut off', () => {
	let tree: object = { messageId: 'm0', text: 'end', isCreatedByUser: true, children: [] };
	for (let at = 1; at < 20_000; at++)
		tree = {
			messageId: `m${String(at)}`,
			text: 'x',
			isCreatedByUser: at % 2 === 0,
			children: [tree]
		};
	const [found] = recognise({ conversationId: 'deep', messagesTree: [tree] });
	expect(found?.what === 'chat' && turnCount(shapeOf(found.chat).branches)).toBeGreaterThan(9_000);
	let deep: unknown = 1;
	for (let at = 0; at < 100_000; at++) deep = [deep];
	expect(JSON.stringify(copyOf(deep))).toContain('…');
});

test('fields of any other kind read as missing: no value of JSON makes a reader throw', () => {
	const kinds = jsonFixtures.map((name) => JSON.parse(foreignText(name)) as unknown);
	const odd = fc.jsonValue({ maxDepth: 3 });
	/** One value somewhere in a fixture becomes something else. */
	const changed = fc.tuple(fc.constantFrom(...kinds), odd, fc.nat()).map(([whole, value, at]) => {
		let seen = 0;
		const count = (one: unknown): unknown => {
			if (seen++ === at % 200) return value;
			if (Array.isArray(one)) return one.map(count);
			if (!isRow(one)) return one;
			return Object.fromEntries(Object.entries(one).map(([name, inner]) => [name, count(inner)]));
		};
		return count(whole);
	});
	fc.assert(
		fc.property(fc.oneof(changed, odd), (value) => {
			for (const item of Array.isArray(value) ? value : [value]) readAll(item);
		}),
		{ numRuns: 600 }
	);
});

test('lines of any kind make no reader of sessions throw', () => {
	const real = ['claude-code.jsonl', 'pi.jsonl'].flatMap((name) => foreignText(name).split('\n'));
	const line = fc.oneof(
		fc.constantFrom(...real).map(parseJson),
		fc.jsonValue({ maxDepth: 3 }),
		fc.record({
			type: fc.constantFrom('user', 'assistant', 'message', 'session'),
			message: fc.jsonValue()
		})
	);
	fc.assert(
		fc.property(fc.array(line), (values) => {
			const rows = values.filter(isRow);
			for (const chat of [readClaudeCode(rows, 0), readPi(rows, 0)])
				if (chat) expect(brokenBranch(linesOf(chat))).toBeNull();
		}),
		{ numRuns: 300 }
	);
});

test('any Markdown is read in the time of its length', () => {
	const piece = fc.constantFrom(
		'---\n',
		'type: conversation\n',
		'### You\n',
		'> ',
		'```\n',
		'x'.repeat(500),
		'>[!nexus_user] a\n',
		'\n'
	);
	fc.assert(
		fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
			readMarkdownChat(`---\ntype: conversation\n---\n${pieces.join('')}`, 'x.md');
		}),
		{ numRuns: 200 }
	);
});

test('whatever a note is called, it goes to a path of the memory', () => {
	for (const name of [
		'../../etc/passwd',
		'/abs.md',
		'C:\\win.md',
		'__proto__.md',
		'日記.md',
		'a/b/..md',
		'.md',
		'memory/../x.md',
		'\u202egnp.md'
	])
		expect(isMemoryPath(pathOf(name)), name).toBe(true);
	fc.assert(
		fc.property(fc.array(fc.string({ unit: 'binary' })), (some) => {
			const names = some.map((name) => `${name}.md`);
			const paths = [...notePlaces(names).values()].map(({ path }) => path);
			return (
				paths.every(isMemoryPath) &&
				paths.length === new Set(names).size &&
				new Set(paths).size === paths.length
			);
		})
	);
	expect(pathOf('workspace/MEMORY.md')).toBe('MEMORY.md');
	expect(notePlaces(['ws/memory/2026-02-18.md']).get('ws/memory/2026-02-18.md')).toEqual({
		path: 'memory/2026-02-18.md',
		isMemory: true
	});
	expect(pathOf('日記.md')).not.toBe(pathOf('手紙.md'));
});

const pathOf = (name: string): string => notePlaces([name]).get(name)?.path ?? '';

test('a note keeps its name in whatever script, and one that came before it could stays where it is', () => {
	expect(['Рецепты.md', '日記.md', 'عائلة.md', 'हिन्दी.md'].map(pathOf)).toEqual([
		'memory/Рецепты.md',
		'memory/日記.md',
		'memory/عائلة.md',
		'memory/हिन्दी.md'
	]);
	expect(pathOf('Vault/Re\u0301unions 2026.md')).toBe('memory/R\u00e9unions-2026.md');
	expect(pathOf('Wann? Heute.md')).toMatch(/^memory\/Wann-Heute-[0-9a-f]{6}\.md$/);
	const here = new Set(['memory/note-b7433e.md']);
	const places = notePlaces(['Рецепты.md', '日記.md'], here);
	expect(places.get('Рецепты.md')?.path).toBe('memory/note-b7433e.md');
	expect(places.get('日記.md')?.path).toBe('memory/日記.md');
});

test('notes of one name go to places of their own, the same ones in whatever order they come', () => {
	const names = [
		'work/todo.md',
		'home/todo.md',
		'work/todo.txt',
		'a/MEMORY.md',
		'b/MEMORY.md',
		'a/memory/2026-02-18.md',
		'b/memory/2026-02-18.md'
	];
	const places = notePlaces(names);
	expect([...places].map(([name, { path }]) => `${name} → ${path}`)).toEqual([
		'a/MEMORY.md → MEMORY.md',
		'b/MEMORY.md → memory/b-MEMORY.md',
		'home/todo.md → memory/todo.md',
		'work/todo.md → memory/work-todo.md',
		expect.stringMatching(/^work\/todo.txt → memory\/todo-[0-9a-f]{6}.md$/),
		'a/memory/2026-02-18.md → memory/2026-02-18.md',
		'b/memory/2026-02-18.md → memory/b-2026-02-18.md'
	]);
	expect(notePlaces(names.toReversed())).toEqual(places);
});

/** A splitter fed with a text cut at any places. */
function fed(splitter: JsonSplitter, whole: string, cuts: readonly number[]) {
	const places = [...new Set(cuts.map((cut) => cut % (whole.length + 1)))].sort((a, b) => a - b);
	const parts = [];
	let from = 0;
	for (const place of [...places, whole.length]) {
		parts.push(...splitter.push(whole.slice(from, place)));
		from = place;
	}
	return [...parts, ...splitter.end()];
}

test('a list taken apart in any pieces gives the items that parsing it whole gives', () => {
	const limits = { size: 1e6, depth: 1000 };
	fc.assert(
		fc.property(fc.array(fc.jsonValue()), fc.array(fc.nat()), fc.nat(3), (list, cuts, indent) => {
			const parts = fed(splitJson(limits), ` \ufeff${JSON.stringify(list, null, indent)}\n`, cuts);
			expect(parts.map((part) => part.kind)).toEqual(list.map(() => 'item'));
			expect(parts.map((part) => JSON.parse(part.text) as unknown)).toEqual(
				JSON.parse(JSON.stringify(list))
			);
		})
	);
	fc.assert(
		fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.nat()), (row, cuts) => {
			const json = JSON.stringify(row);
			expect(fed(splitJson(limits), json, cuts)).toEqual([{ kind: 'whole', text: json }]);
		})
	);
});

test('a list that ends in the middle gives what came before, and says so', () => {
	const whole = JSON.stringify([{ a: '[}"' }, { b: 2 }, { c: [1, 2, { d: 3 }] }]);
	for (let end = 1; end < whole.length; end++) {
		const parts = fed(splitJson({ size: 1e6, depth: 9 }), whole.slice(0, end), [3, 7]);
		expect(parts.at(-1)?.kind).toBe('cut-off');
		for (const part of parts.slice(0, -1)) expect(isRow(JSON.parse(part.text))).toBe(true);
	}
});

test('an item that is too long or too deep is left out, and the next one is read', () => {
	const list = `[{"a":"${'x'.repeat(5000)}"},${'['.repeat(60)}${']'.repeat(60)},{"b":1}]`;
	const parts = fed(splitJson({ size: 1000, depth: 50 }), list, [100, 2000, 5100]);
	expect(parts).toEqual([
		{ kind: 'too-large', text: '' },
		{ kind: 'too-deep', text: '' },
		{ kind: 'item', text: '{"b":1}' }
	]);
});

test('lines come out the same however they are cut, and one that is too long is left out', () => {
	fc.assert(
		fc.property(
			fc.array(fc.string().map((line) => line.replaceAll('\n', ' '))),
			fc.array(fc.nat()),
			(lines, cuts) => {
				const parts = fed(splitLines(1e6), lines.join('\n'), cuts);
				expect(parts.map((part) => part.text)).toEqual(lines.filter((line) => line.trim() !== ''));
			}
		)
	);
	expect(fed(splitLines(10), `${'x'.repeat(50)}\nshort`, [5, 20])).toEqual([
		{ kind: 'too-large', text: '' },
		{ kind: 'item', text: 'short' }
	]);
});

const block: fc.Arbitrary<ImportedBlock> = fc.oneof(
	fc.string().map(text),
	fc.record({ type: fc.constant('thinking' as const), text: fc.string() }),
	fc.record({
		type: fc.constant('call' as const),
		id: fc.option(fc.constantFrom('a', 'b', 'c d'), { nil: null }),
		name: fc.string(),
		input: fc.jsonValue()
	}),
	fc.record({
		type: fc.constant('result' as const),
		call: fc.option(fc.constantFrom('a', 'b', 'c d'), { nil: null }),
		name: fc.string(),
		parts: fc.array(fc.string().map(text), { maxLength: 2 }),
		isError: fc.boolean()
	})
);

const kinds: readonly ImportedMessage['from'][] = ['user', 'assistant', 'tool', 'nobody'];
const tree: fc.Arbitrary<ImportedChat> = fc
	.array(
		fc.record({
			parent: fc.option(fc.nat(30), { nil: null }),
			from: fc.constantFrom(...kinds),
			content: fc.array(block, { maxLength: 4 })
		}),
		{ maxLength: 30 }
	)
	.map((rows) =>
		aChat(
			rows.map(({ parent, from, content }, index) => ({
				id: `m${String(index)}`,
				parent: parent === null ? null : `m${String(parent)}`,
				from,
				at: index,
				content: from === 'user' ? content.filter((one) => one.type === 'text') : content
			}))
		)
	);

test('any tree of messages becomes branches whose chains hold and whose every call has one result', () => {
	fc.assert(
		fc.property(tree, (chat) => {
			const lines = linesOf(chat);
			expect(brokenBranch(lines)).toBeNull();
			expect(linesOf(chat)).toEqual(lines);
			const { exchanges } = exchangesOf(lines);
			const ids = exchanges.map(({ turn }) => turn.turnId);
			expect(new Set(ids).size).toBe(ids.length);
			for (const { turn, steps } of exchanges) {
				expect(turn.asked.length).toBeGreaterThan(0);
				for (const step of steps) {
					const calls = step.content.flatMap((one) => (one.type === 'tool_use' ? [one.id] : []));
					expect((step.results ?? []).map((result) => result.tool_use_id)).toEqual(calls);
					expect(step.content.length).toBeGreaterThan(0);
				}
			}
		}),
		{ numRuns: 500 }
	);
});

test('every word that was said on the branch on screen is in the trunk', () => {
	fc.assert(
		fc.property(tree, (chat) => {
			const byId = new Map(chat.messages.map((message) => [message.id, message]));
			const trunk = (transcriptOf(chat)['trunk'] ?? []).join('\n');
			const parents = new Set(chat.messages.map((message) => message.parent));
			const leaves = chat.messages.filter((message) => !parents.has(message.id));
			const seen = new Set<string>();
			let at = leaves.at(-1) ?? chat.messages.at(-1);
			while (at && !seen.has(at.id)) {
				seen.add(at.id);
				if (at.from !== 'nobody')
					for (const one of at.content)
						if (one.type === 'text' && one.text.trim() !== '')
							expect(trunk).toContain(cleanText(one.text).text);
				at = at.parent === null ? undefined : byId.get(at.parent);
			}
		}),
		{ numRuns: 300 }
	);
});
