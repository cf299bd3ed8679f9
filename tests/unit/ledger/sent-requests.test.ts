import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reuseOf } from '#core/wire/cache-reuse.ts';
import { compareParts, partsOfBody } from '#core/ledger/compare-requests.ts';
import { fileBody, unfileBody, type PostedBody } from '#core/ledger/filed-body.ts';
import type { Prompt, RequestBody, Segment } from '#core/prompt/prompt.ts';

/** What was sent can be read again byte for byte, compared, and weighed against the provider's cache. */

const text = fc.string({ unit: 'binary', maxLength: 30 });
const block = text.map((words) => ({ type: 'text' as const, text: words }));
const message = fc.oneof(
	fc.record({ role: fc.constant('user' as const), content: fc.array(block, { maxLength: 3 }) }),
	fc.record({ role: fc.constant('assistant' as const), content: fc.array(block, { maxLength: 3 }) })
);
const tool = fc.record({
	name: text,
	description: text,
	input_schema: fc.dictionary(text, text, { maxKeys: 2 })
});
const rest = fc.record(
	{
		thinking: fc.constantFrom({ type: 'adaptive' as const }, { type: 'disabled' as const }),
		temperature: fc.constantFrom(0, 0.3, 1),
		cache_control: fc.constantFrom({ type: 'ephemeral' as const })
	},
	{ requiredKeys: [] }
);
const body: fc.Arbitrary<RequestBody> = fc
	.tuple(
		fc.array(block, { maxLength: 3 }),
		fc.array(tool, { maxLength: 2 }),
		fc.array(message, { maxLength: 5 }),
		rest
	)
	.map(([system, tools, messages, more]) => ({
		model: 'claude-test',
		max_tokens: 100,
		...(system.length > 0 ? { system } : {}),
		...(tools.length > 0 ? { tools } : {}),
		messages,
		...more
	}));

const segment = (source: string, over: Partial<Segment> = {}): Segment => ({
	source: source as Segment['source'],
	text: '',
	tokens: 10,
	on: true,
	switchable: true,
	absent: null,
	...over
});

test('a request that was filed and read again is the same, byte for byte', () => {
	fc.assert(
		fc.property(body, (sent: PostedBody) => {
			const { parts, ...entry } = fileBody(sent);
			const read = unfileBody(entry, (hash) => parts.get(hash)?.());
			expect(JSON.stringify(read)).toBe(JSON.stringify(sent));
		})
	);
});

test('a request of which any part is gone is not shown as if it were whole', () => {
	fc.assert(
		fc.property(body, fc.nat(), (sent, which) => {
			const { parts, ...entry } = fileBody(sent);
			const hashes = [...parts.keys()];
			fc.pre(hashes.length > 0);
			const gone = hashes[which % hashes.length];
			const textOf = (hash: string) => (hash === gone ? undefined : parts.get(hash)?.());
			expect(unfileBody(entry, textOf)).toBeNull();
		})
	);
});

const said = (...words: string[]) => words.map((one) => ({ type: 'text' as const, text: one }));
const chat = (over: Partial<RequestBody> = {}): RequestBody => ({
	model: 'claude-test',
	max_tokens: 100,
	system: said('base', 'rules', 'memory'),
	tools: [{ name: 'recall', description: 'find', input_schema: {} }],
	messages: [
		{ role: 'user', content: said('pinned', 'summary text', 'Hello') },
		{ role: 'assistant', content: said('Hi') },
		{ role: 'user', content: said('And now?') }
	],
	...over
});
const segments = [
	'System',
	'Memory rules',
	'MEMORY.md',
	'Pins',
	'Summary',
	'Recent messages',
	'Tools',
	'New message'
].map((source) => segment(source));

describe('two requests', () => {
	test('are taken apart into the parts they were made of', () => {
		expect(partsOfBody(chat(), segments).map(({ source, text: words }) => [source, words])).toEqual(
			[
				['System', 'base'],
				['Memory rules', 'rules'],
				['MEMORY.md', 'memory'],
				['Pins', 'pinned'],
				['Summary', 'summary text'],
				['Messages', expect.stringContaining('And now?')],
				['Tools', expect.stringContaining('recall')]
			]
		);
	});

	test('are taken apart alike where the assistant has said the summary', () => {
		const { messages } = chat();
		const told: RequestBody['messages'] = [
			{ role: 'user', content: said('pinned') },
			{ role: 'assistant', content: said('summary text') },
			{ role: 'user', content: said('Hello') },
			...messages.slice(1)
		];
		const parts = partsOfBody(chat({ messages: told }), segments);
		const textOf = (source: string) => parts.find((part) => part.source === source)?.text;
		expect([textOf('Pins'), textOf('Summary')]).toEqual(['pinned', 'summary text']);
		expect(textOf('Messages')).toBe(
			partsOfBody(chat(), segments).find(({ source }) => source === 'Messages')?.text
		);
	});

	test('have the weights that were listed, and none where no parts were', () => {
		const weights = (listed: readonly Segment[]) =>
			partsOfBody(chat(), listed).map(({ source, tokens }) => [source, tokens]);
		expect(weights(segments)).toContainEqual(['Messages', 20]);
		expect(weights([])).toEqual([
			['System', null],
			['Messages', null],
			['Tools', null]
		]);
	});

	test('differ in what was added, removed and changed, and nowhere else', () => {
		const listed = [
			...['System', 'Memory rules', 'Pins', 'First request', 'Summary', 'Recent messages'],
			...['Tools', 'New message']
		].map((source) => segment(source));
		const after = partsOfBody(
			chat({
				system: said('base', 'other rules'),
				messages: [
					{ role: 'user', content: said('pinned', 'first', 'summary text', 'Hello') },
					...chat().messages.slice(1)
				]
			}),
			listed
		);
		const found = compareParts(partsOfBody(chat(), segments), after);
		expect(found.map(({ source, change }) => [source, change])).toEqual([
			['System', 'same'],
			['Memory rules', 'changed'],
			['MEMORY.md', 'removed'],
			['Pins', 'same'],
			['First request', 'added'],
			['Summary', 'same'],
			['Messages', 'same'],
			['Tools', 'same']
		]);
	});

	test('that are equal have no change, whatever they hold', () => {
		fc.assert(
			fc.property(body, (sent) => {
				const parts = partsOfBody(sent, []);
				expect(compareParts(parts, parts).every(({ change }) => change === 'same')).toBe(true);
			})
		);
	});
});

describe('the cache of the provider', () => {
	const prompt = (next: RequestBody): Pick<Prompt, 'body' | 'segments'> => ({
		body: next,
		segments
	});
	const longer = chat({
		messages: [
			...chat().messages,
			{ role: 'assistant', content: said('Now.') },
			{ role: 'user', content: said('Thanks') }
		]
	});

	/** Nine tokens a message: the three of the last request are pins, the summary and the beginning of what is recent. */
	const weigh = (messages: RequestBody['messages']) => 9 * messages.length;

	test('uses again everything up to the first change', () => {
		const grown = reuseOf(chat(), prompt(longer), weigh);
		expect(grown).toMatchObject({
			same: ['Tools', 'System', 'Memory rules', 'MEMORY.md', 'Pins', 'Summary'],
			firstChange: null,
			tokens: 67
		});
		expect(grown?.held.get('Summary')).toBe(10);
		expect(grown?.held.get('Recent messages')).toBe(7);
		expect(grown?.held.has('New message')).toBe(false);
		const noted = chat({ system: said('base', 'rules', 'memory', 'a note') });
		expect(reuseOf(chat({ system: said('base', 'rules') }), prompt(noted), weigh)).toMatchObject({
			same: ['Tools', 'System', 'Memory rules'],
			firstChange: 'MEMORY.md',
			tokens: 30
		});
		const untooled = chat({ tools: [{ name: 'other', description: '', input_schema: {} }] });
		expect(reuseOf(chat(), prompt(untooled), weigh)).toMatchObject({
			same: [],
			firstChange: 'Tools',
			tokens: 0
		});
		const rewritten = chat({ messages: [{ role: 'user', content: said('New start') }] });
		expect(reuseOf(chat(), prompt(rewritten), weigh)).toMatchObject({
			same: ['Tools', 'System', 'Memory rules', 'MEMORY.md'],
			firstChange: 'Pins',
			tokens: 40
		});
	});

	test('has not the answer before a message that is asked in other words: no request ended with it', () => {
		const edited = chat({
			messages: [...longer.messages.slice(0, -1), { role: 'user', content: said('Thank you') }]
		});
		expect(reuseOf(longer, prompt(edited), weigh)).toMatchObject({
			firstChange: 'Recent messages',
			tokens: 67
		});
	});

	test('uses nothing again of what was said where the model shall think otherwise than before', () => {
		const [before, next] = [chat(), chat({ ...longer, thinking: { type: 'disabled' } })];
		expect(reuseOf(before, prompt(next), weigh)).toMatchObject({
			same: ['Tools', 'System', 'Memory rules', 'MEMORY.md'],
			firstChange: 'Pins',
			tokens: 40
		});
	});

	test('knows a part that was switched off for no part of the request', () => {
		const off = segments.map((one) =>
			['Memory rules', 'Summary'].includes(one.source) ? { ...one, on: false } : one
		);
		const system = said('base', 'memory');
		expect(
			reuseOf(chat({ system }), { body: chat({ ...longer, system }), segments: off }, weigh)
		).toMatchObject({ same: ['Tools', 'System', 'MEMORY.md', 'Pins', 'Recent messages'] });
		const edited = chat({ system: said('base', 'memory', 'more') });
		expect(
			reuseOf(chat({ system: said('base') }), { body: edited, segments: off }, weigh)?.firstChange
		).toBe('MEMORY.md');
	});

	test('uses nothing again where a part of the instructions was edited or taken out: only their end was kept', () => {
		for (const system of [said('base', 'rules', 'memory, edited'), said('base', 'rules')]) {
			const next = chat({ system });
			const parts = segments.filter(({ source }) => system.length === 3 || source !== 'MEMORY.md');
			const reuse = reuseOf(chat(), { ...prompt(next), segments: parts }, weigh);
			expect(reuse).toMatchObject({ same: [], tokens: 0 });
			expect(reuse?.firstChange).toBe(system.length === 3 ? 'MEMORY.md' : null);
		}
		const unruled = segments.filter(({ source }) => source !== 'Memory rules');
		const next = chat({ system: said('base', 'memory') });
		expect(reuseOf(chat(), { ...prompt(next), segments: unruled }, weigh)).toMatchObject({
			firstChange: null,
			tokens: 0
		});
	});

	test('names the part that changed as the inspector lists it', () => {
		const changeOf = (next: RequestBody, before = chat()) =>
			reuseOf(before, prompt(next), weigh)?.firstChange;
		const [, ...later] = chat().messages;
		const opening = (...words: string[]): Partial<RequestBody> => ({
			messages: [{ role: 'user', content: said(...words) }, ...later]
		});
		expect(changeOf(chat(opening('pinned anew', 'summary text', 'Hello')))).toBe('Pins');
		expect(changeOf(chat(opening('pinned', 'edited summary', 'Hello')))).toBe('Summary');
		expect(changeOf(chat(opening('pinned', 'summary text')))).toBe('Recent messages');
		// A message that was not answered, and another one behind it.
		const both = [
			...later.slice(0, -1),
			{ role: 'user' as const, content: said('And now?', 'Well?') }
		];
		expect(changeOf(chat({ messages: [...chat().messages.slice(0, 1), ...both] }))).toBe(
			'Recent messages'
		);
		const more = [...(chat().system ?? []), { type: 'text' as const, text: 'a note' }];
		expect(changeOf(chat(), chat({ system: more }))).toBe(null);
		// The mark for the cache goes to the new block, which changes nothing of the one before it.
		const mark = { cache_control: { type: 'ephemeral' as const } };
		const marked = (chat().system ?? []).map((block, at, all) =>
			at === all.length - 1 ? { ...block, ...mark } : block
		);
		expect(changeOf(chat(), chat({ system: marked }))).toBeNull();
	});

	test('has nothing of another model, and nothing before the first request', () => {
		expect(reuseOf(null, prompt(chat()), weigh)).toBeNull();
		expect(reuseOf(chat({ model: 'other' }), prompt(chat()), weigh)).toBeNull();
	});
});
