import { expect, test } from 'vitest';
import { exchangesOf } from '#core/archive/archive.ts';
import { chatsInRows, recognise } from '#core/import/recognise.ts';
import { readClaudeCode } from '#core/import/readers/claude-code.ts';
import { chatHeadOf } from '#core/import/chat-lines.ts';
import { shapeOf } from '#core/import/chat-shape.ts';
import { isRow, parseJson, type Row } from '#core/json.ts';
import { readMarkdownChat } from '#core/import/readers/markdown-chat.ts';
import { readPi } from '#core/import/readers/pi.ts';
import { growthOf, inProportion } from '../../support/growth.ts';
import {
	brokenBranch,
	chatsIn,
	everyJsonProduct,
	foreignText,
	foundIn,
	linesOf,
	memoriesIn,
	transcriptOf
} from '../../support/foreign.ts';

/** The conversations of other products, read from files made to their schemas. */

const rowsIn = (name: string) => {
	const parsed = foreignText(name)
		.split('\n')
		.filter((line) => line !== '')
		.map((row) => parseJson(row));
	const rows = parsed.filter(isRow);
	return { rows, bad: parsed.length - rows.length };
};

test('ChatGPT: the branch on screen is the trunk, the other answer is a branch, hidden messages stay out', () => {
	const [rome, empty, quote] = chatsIn('chatgpt.json');
	expect(transcriptOf(rome!)).toEqual({
		trunk: [
			'you: What should I see in Rome?',
			'it: The Pantheon and the Forum.',
			'you: [image: file-Map1] | How far is it on this map? Compute 3*4. | [file: tickets.pdf]',
			'thought: Reading the map\nIt is about a kilometre.',
			'call: python {"language":"python","input":"3*4"}',
			'result: 12',
			'it: About 12 minutes on foot.'
		],
		'branch 1 at 0': [
			'you: What should I see in Rome?',
			'it: Begin with Trastevere.',
			'you: And for dinner?',
			'it: Carbonara.'
		]
	});
	expect(chatHeadOf(rome!, shapeOf(rome!).branches, 0)).toEqual({
		title: 'Three days in Rome',
		createdAt: 1_718_000_000_000,
		activeAt: 1_718_000_600_500
	});
	expect(linesOf(empty!)).toEqual([]);
	expect(transcriptOf(quote!)).toEqual({
		trunk: [
			'you: Who wrote it?',
			'call: browser {}',
			'result: A page\nIt was written by Ada.',
			'it: Ada wrote it.'
		]
	});
	expect(chatHeadOf(quote!, shapeOf(quote!).branches, 0).title).toBe('Who wrote it?');
});

test('ChatGPT: custom instructions are candidates for memory, not messages', () => {
	expect(memoriesIn('chatgpt.json')).toEqual([
		'Lives in Graz',
		'Has a dog called Momo',
		'Answer briefly'
	]);
});

test('Claude.ai: calls without ids are paired in order, attachments come as text or by name', () => {
	const [bread, rivers] = chatsIn('claude-ai.json');
	expect(transcriptOf(bread!)).toEqual({
		trunk: [
			'you: [file: notes.txt]\nflour 50 g | [image: jar.jpeg] | How do I feed a starter?',
			'thought: They want ratios.',
			'call: web_search {"query":"starter ratio"}',
			'call: web_search {"query":"starter temperature"}',
			'result: 1:5:5',
			'result: Warmth https://example.org/w',
			'it: Feed it one part starter, five flour, five water.',
			'you: Thanks, I bake on Saturdays.',
			'it: Then feed it on Friday night.'
		]
	});
	expect(transcriptOf(rivers!)).toEqual({
		trunk: ['you: Name a river.', 'it: The Tiber.'],
		'branch 1 at 0': ['you: Name a river.', 'it: The Mur.']
	});
});

test('Claude.ai: memories are read line by line, headings left out', () => {
	expect(memoriesIn('claude-memories.json')).toEqual([
		'Mira is a surveyor in Graz who works mostly outdoors.',
		'- Bakes bread on Saturdays',
		'- Has a dog called Momo',
		'The garden plan uses metric units.'
	]);
});

test('Claude.ai: long memories are parted between sentences, also where no space follows them and in bullets', () => {
	const chinese = Array.from(
		{ length: 40 },
		(_, at) => `第${String(at)}项：他说“你好。”然后喝茶。`
	);
	const english = Array.from(
		{ length: 40 },
		(_, at) => `Sentence ${String(at)} tells of the garden.`
	);
	const memories = (prose: string) =>
		recognise({ conversations_memory: prose, project_memories: {} }).flatMap((found) =>
			found.what === 'memories' ? found.memories.map(({ text }) => text) : []
		);
	expect(memories(chinese.join('')).join('')).toBe(chinese.join(''));
	expect(memories(chinese.join('')).length).toBeGreaterThanOrEqual(40);
	expect(memories(`- ${english.join(' ')}`)).toEqual([`- ${english[0]!}`, ...english.slice(1)]);
});

test('Claude Code: a reply over several lines is one step, parallel calls keep their results, usage counts once', () => {
	const { rows, bad } = rowsIn('claude-code.jsonl');
	const chat = readClaudeCode(rows, bad);
	expect(chat?.skipped).toBe(1);
	expect(chat?.title).toBe('Counting files');
	expect(transcriptOf(chat!)).toEqual({
		trunk: [
			'you: Count the files.',
			'thought: Use ls.',
			'call: Bash {"command":"ls"}',
			'call: Bash {"command":"wc"}',
			'result: a b c',
			'result (error): 3',
			'it: There are three.',
			'you: And the folders?',
			'it: One folder.'
		]
	});
	const steps = exchangesOf(linesOf(chat!)).exchanges.flatMap((exchange) => exchange.steps);
	expect(steps.map((step) => step.usage?.output)).toEqual([20, 4, 4]);
	expect(steps[0]).toMatchObject({ model: 'claude-sonnet-5-5', stopReason: 'tool_use' });
});

test('pi: results are messages of their own and a compaction is no message', () => {
	const { rows } = rowsIn('pi.jsonl');
	const chat = readPi(rows, 0);
	expect(chat?.title).toBe('The bean plan');
	expect(transcriptOf(chat!)).toEqual({
		trunk: [
			'you: Read the plan.',
			'thought: Open it.',
			'call: read {"path":"plan.md"}',
			'result: Plant beans.',
			'it: It says: plant beans.'
		]
	});
});

test('Open WebUI: thoughts and calls are taken out of the text, pictures come with it', () => {
	const [chat] = chatsIn('open-webui.json');
	expect(transcriptOf(chat!)).toEqual({
		trunk: [
			'you: (image) | [file: garden.pdf] | When do I sow beans?',
			'thought: Frost ends in "May".',
			'call: weather {"city":"Graz"}',
			'result: frost until 12 May',
			'it: In the middle of May.'
		],
		'branch 1 at 0': ['you: (image) | [file: garden.pdf] | When do I sow beans?', 'it: In March.']
	});
	expect(chat?.pinned).toBe(true);
	expect(memoriesIn('open-webui-memories.json')).toEqual(['Prefers metric units']);
});

test('LibreChat: parents and trees of children read alike', () => {
	const [verbs] = chatsIn('librechat.json');
	expect(transcriptOf(verbs!)).toEqual({
		trunk: ['you: Conjugate ire.', 'it: eo is it imus itis eunt'],
		'branch 1 at 0': [
			'you: Conjugate ire.',
			'thought: Irregular.',
			'call: dictionary {"verb":"ire"}',
			'result: eo, is, it',
			'it: eo, is, it'
		]
	});
	const [trees] = chatsIn('librechat-tree.json');
	expect(transcriptOf(trees!)).toEqual({
		trunk: ['you: Name a tree.', 'it: An oak.', 'you: Another.', 'it: A lime.']
	});
});

test('llama.cpp: attachments, thoughts and calls kept as JSON text', () => {
	const [chat] = chatsIn('llama-ui.json');
	expect(transcriptOf(chat!)).toEqual({
		trunk: [
			'you: [file: map.txt]\nN is up | (image) | [file: voice.wav] | Where is north?',
			'thought: Look at the compass.',
			'call: compass {}',
			'result: 0 degrees',
			'it: Up.'
		]
	});
});

test('stores of NextChat, Chatbox and big-AGI give their conversations and none of their keys', () => {
	const all = ['nextchat.json', 'chatbox.json', 'big-agi.json', 'librechat.json'].flatMap(chatsIn);
	expect(all.map((chat) => [chat.title, transcriptOf(chat)['trunk']])).toEqual([
		['Tea', ['you: Which tea is this? | (image)', 'it: Oolong.']],
		['Chess: Endgames', ['you: What is opposition?', 'it: Kings facing each other.']],
		[
			'Chess',
			[
				'you: Name an opening. | [image: picture:1]',
				'thought: A classic.',
				'call: book {"page":1}',
				'result: {"name":"Ruy Lopez"}',
				'it: The Ruy Lopez.'
			]
		],
		['Clouds', ['you: Which cloud rains?', 'it: Nimbostratus.']],
		['Verbs', ['you: Conjugate ire.', 'it: eo is it imus itis eunt']]
	]);
	expect(JSON.stringify(all.map(linesOf))).not.toContain('should-never-enter');
});

test('conversations in Markdown are told from notes by their front matter, and code is no heading', () => {
	const nexus = readMarkdownChat(foreignText('nexus.md'), 'nexus.md');
	expect(transcriptOf(nexus!)).toEqual({
		trunk: ['you: Which blue is cold?', 'it: Phthalo blue.\n\n```text\n### You\n```']
	});
	expect(nexus).toMatchObject({ id: 'nx-1', title: 'Paint colours' });
	const knots = readMarkdownChat(foreignText('basic-memory.md'), 'x.md');
	expect(transcriptOf(knots!)).toEqual({ trunk: ['you: Which knot holds?', 'it: The bowline.'] });
	expect(readMarkdownChat('# A note\n\n### You\nhello', 'note.md')).toBeNull();
});

test.each([
	['in one line', 'aliases: ["Paint, and colours", Blue]'],
	['quoted once', "aliases: ['Paint, and colours']"],
	['a line each', 'aliases:\n  - "Paint, and colours"\n  - Blue'],
	['a line each, not moved in', 'aliases:\n- Paint, and colours'],
	['no list', 'aliases: Paint, and colours']
])('a chat in a vault is named by the first of its aliases: %s', (_, aliases) => {
	const file = `---\nconversation_id: nx-1\ntags:\n  - chats\n${aliases}\nmode: x\n---\n### You\nHello`;
	expect(readMarkdownChat(file, 'x.md')?.title).toBe('Paint, and colours');
});

test('every chat of every format has ids that are the same each time, and a chain that holds', () => {
	for (const name of everyJsonProduct)
		for (const [index, chat] of chatsIn(name).entries()) {
			const lines = linesOf(chat);
			expect(brokenBranch(lines), name).toBeNull();
			expect(linesOf(chatsIn(name)[index]!), name).toEqual(lines);
			expect(
				lines.filter((line) => line.type === 'turn').every((line) => line.source === 'import')
			).toBe(true);
		}
	expect(foundIn('chatgpt.json').filter((found) => found.what === 'unknown')).toEqual([]);
});

test('of llama.cpp a message belongs to the head before it, and many conversations cost no more each than one', () => {
	const rows = (count: number): Row[] =>
		Array.from({ length: count }, (_, at) => [
			{ type: 'session', harness: 'llama.app', id: `c${String(at)}`, name: 'Tea' },
			{ type: 'message', message: { id: 'a', parent: null, role: 'user', content: 'Tea?' } }
		]).flat();
	expect(chatsInRows(rows(2), 0)?.map(({ messages }) => messages.length)).toEqual([1, 1]);
	const read = (count: number) => chatsInRows(rows(count), 0);
	expect(growthOf(read, 20_000)).toBeLessThan(inProportion);
});

test('of llama.cpp the lines that it writes today are read, several conversations a file', () => {
	const message = (of: string, id: string, parent: string | null, more: Row): Row => ({
		type: 'message',
		message: { convId: of, id, parent, timestamp: 1_782_900_000_000, ...more }
	});
	const call = { id: 'k', type: 'function', function: { name: 'look', arguments: '{"at":"tea"}' } };
	const conversation = (of: string): Row[] => [
		{ type: 'session', harness: 'llama.app', id: of, name: `Tea ${of}`, currNode: `${of}3` },
		message(of, `${of}0`, null, { type: 'root', role: 'system', content: '' }),
		message(of, `${of}1`, `${of}0`, { role: 'user', content: 'When is tea?' }),
		message(of, `${of}2`, `${of}1`, { role: 'assistant', content: '', toolCalls: [call] }),
		message(of, `${of}3`, `${of}2`, { role: 'tool', content: 'At four', toolCallId: 'k' })
	];
	const chats = chatsInRows([...conversation('a'), ...conversation('b')], 0) ?? [];
	expect(chats.map(({ title, leaf }) => [title, leaf])).toEqual([
		['Tea a', 'a3'],
		['Tea b', 'b3']
	]);
	expect(chats[1]?.messages.map(({ from }) => from)).toEqual([
		'nobody',
		'user',
		'assistant',
		'tool'
	]);
	expect(chats[1]?.messages[2]?.content).toContainEqual(
		expect.objectContaining({ type: 'call', id: 'k', name: 'look', input: { at: 'tea' } })
	);
});
