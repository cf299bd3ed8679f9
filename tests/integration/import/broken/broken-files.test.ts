/** Files that are damaged, of no known kind, or gone: what can be read is brought, and the rest is named. */
import { expect, test } from 'vitest';
import { readArchiveLine } from '#core/archive/reading.ts';
import { foreignText, fileOf, everyProduct } from '../../../support/foreign.ts';
import {
	importFile,
	readFile,
	readFiles,
	runRead,
	zipOf
} from '../../../support/apps/importing.ts';
import { db, previewOf, withTarget } from '../../../support/apps/import-target.ts';
import { couldNotImport, unreadableReason } from '#ui/words/import-text.ts';
import { FleetingFile } from '../../../support/breaking/fleeting-file.ts';

withTarget();

test('a file that ends in the middle gives every conversation before the cut, and says that it was cut', async () => {
	const whole = foreignText('chatgpt.json');
	const cut = { file: new Blob([whole.slice(0, whole.lastIndexOf('"c-quote"'))]), name: 'c.json' };
	expect(
		(await previewOf([cut])).items.map(({ name, state, reason }) => [name, state, reason])
	).toEqual([
		['Three days in Rome', 'new', null],
		['', 'left-alone', 'empty'],
		['c.json', 'new', null],
		['c.json', 'unreadable', 'cut-off']
	]);
	expect(await importFile(db, cut)).toMatchObject({ status: 'imported', sessions: 1 });
});

test.each(everyProduct)(
	'%s cut anywhere or with bytes changed never breaks the import',
	async (name) => {
		const bytes = new TextEncoder().encode(foreignText(name));
		const step = Math.max(40, Math.floor(bytes.length / 12));
		for (let at = 1; at < bytes.length; at += step) {
			const flipped = bytes.slice();
			flipped[at] = (flipped[at] ?? 0) ^ 0x55;
			for (const file of [new Blob([bytes.slice(0, at)]), new Blob([flipped])]) {
				const { outcome } = await readFile(db, { file, name });
				expect(['read', 'failed']).toContain(outcome.status);
				if (outcome.status === 'failed')
					expect(['unreadable', 'damaged']).toContain(outcome.failure.kind);
			}
		}
	}
);

test('of conversations that nobody can read among others each is told by its title, those without one together', async () => {
	const [chat] = JSON.parse(foreignText('chatgpt.json')) as unknown[];
	const list = [
		{ title: 'Boats', mapping: 'lost' },
		chat,
		{ mapping: [] },
		7,
		null,
		// With the ids of an export this could be taken for one of the links that stand beside its conversations.
		{ id: 'p', conversation_id: 'p', title: 'Planes', mapping: null, current_node: 'q' },
		{ id: 's', conversation_id: 'p', title: 'A link to it', is_anonymous: true },
		{ name: 'Trains' },
		{ name: 'Trains' }
	];
	const file = { file: new Blob([JSON.stringify(list)]), name: 'c.json' };
	const { items } = await previewOf([file]);
	expect(
		items.flatMap(({ name, state, count, reason }) =>
			state === 'unreadable' ? [[name, count, reason]] : []
		)
	).toEqual([
		['Boats', 1, 'unknown-item'],
		['Planes', 1, 'unknown-item'],
		['Trains', 2, 'unknown-item'],
		['c.json', 3, 'unknown-items']
	]);
	expect(await importFile(db, file)).toMatchObject({ status: 'imported', sessions: 1 });
});

test('that nothing was changed is said of an import that could not be, and of no part of one beside which others come', async () => {
	const [chat] = JSON.parse(foreignText('chatgpt.json')) as unknown[];
	const file = { file: new Blob([`[${JSON.stringify(chat)}, {"title": Boats}]`]), name: 'c.json' };
	const bad = (await previewOf([file])).items.filter(({ state }) => state === 'unreadable');
	expect(bad.map(({ reason }) => reason)).toEqual(['not-json']);
	expect(await importFile(db, file)).toMatchObject({ status: 'imported', sessions: 1 });
	for (const what of ['not-json', 'unusable', 'nothing-inside', 'unknown']) {
		expect(unreadableReason(what)).not.toMatch(/nothing was changed/i);
		expect(couldNotImport({ kind: 'unreadable', what })).toMatch(
			/^Could not .* Nothing was changed\.$/
		);
	}
});

test.each(['not-json', 'unusable'])(
	'a file that cannot be read, “%s”, says what to do: have it once more',
	(what) => {
		expect(couldNotImport({ kind: 'unreadable', what })).toContain('once more');
	}
);

test('bad lines of a session are skipped and counted, the good ones come', async () => {
	const preview = await previewOf([fileOf('claude-code.jsonl')]);
	expect(preview.skippedLines).toBe(1);
	expect(await importFile(db, fileOf('claude-code.jsonl'))).toMatchObject({
		sessions: 1,
		turns: 2,
		skippedLines: 1
	});
});

test('text that is not UTF-8 is refused with its reason, never turned into question marks', async () => {
	const latin = new Uint8Array([0x5b, 0x22, 0xe9, 0x22, 0x5d]);
	expect((await readFile(db, { file: new Blob([latin]), name: 'c.json' })).outcome).toMatchObject({
		status: 'failed',
		failure: { kind: 'unreadable', what: 'encoding' }
	});
});

const windows = {
	little: (text: string) => Buffer.from(text, 'utf16le'),
	big: (text: string) => Buffer.from(text, 'utf16le').swap16()
};
const claude = [
	{
		uuid: 'a',
		name: 'Größe',
		chat_messages: [{ uuid: 'b', sender: 'human', text: '住在格拉茨 – hi', content: [] }]
	}
];

test.each(['little', 'big'] as const)(
	'text as Windows writes it, two bytes a sign (%s end first), is read with its mark and without',
	async (order) => {
		for (const mark of ['\ufeff', '']) {
			const file = (name: string, text: string) => ({
				name,
				file: new Blob([windows[order](mark + text)])
			});
			const { items } = await previewOf([
				file('c.json', JSON.stringify(claude)),
				file('s.jsonl', foreignText('claude-code.jsonl')),
				file('日记.md', '# 日记\n\n- 住在格拉茨\n'),
				file('list.txt', '[2026-02-01] - Größe 38\n[2026-02-02] - Has a dog\n')
			]);
			expect(items.map(({ what, name, after }) => [what, name, after])).toEqual([
				['session', 'Größe', null],
				['session', 'Counting files', null],
				['memory-file', 'memory/日记.md', '# 日记\n\n- 住在格拉茨\n'],
				['memories', 'list.txt', '- Größe 38\n- Has a dog']
			]);
			// The first of these signs has an empty byte as well, on the other side.
			const one = await previewOf([file('a.md', '一\n一\n一二三\n')]);
			expect(one.items[0]?.after).toBe('一\n一\n一二三\n');
		}
	}
);

test('what is no format at all says so, and nothing is written', async () => {
	for (const [name, content] of [
		['photo.heic', '\u0000\u0001'],
		['x.json', '{"hello":1}'],
		['x.json', '[1,2,3]'],
		['x.json', ''],
		['x.jsonl', 'no json\n']
	] as const)
		expect((await readFile(db, { file: new Blob([content]), name })).outcome.status, name).toBe(
			'failed'
		);
	expect(await db.sessions.count()).toBe(0);
});

test('a file that is changed or taken away after it was chosen is told, and the others are imported', async () => {
	const note = new FleetingFile(['- Likes tea\n']);
	const chat = new FleetingFile([foreignText('claude-ai.json')]);
	const packed = new FleetingFile([await zipOf({ 'notes/Plan.md': '- dig\n' }).arrayBuffer()]);
	const files = [
		{ file: note, name: 'MEMORY.md' },
		{ file: chat, name: 'c.json' },
		{ file: packed, name: 'n.zip' },
		fileOf('open-webui.json')
	];
	const { read } = await readFiles(db, files);
	for (const file of [note, chat, packed]) file.isGone = true;
	const sums = await runRead(db, read!);
	expect(sums).toMatchObject({ status: 'imported', memoryFiles: 0, gone: 3 });
	expect(await db.sessions.count()).toBeGreaterThan(0);
	const { items } = await previewOf(files);
	expect(items.filter(({ reason }) => reason === 'gone').map(({ name }) => name)).toEqual([
		'MEMORY.md',
		'c.json',
		'n.zip'
	]);
});

test('where nothing can be read, the file that is damaged is the one that is named', async () => {
	const holiday = { file: zipOf({ 'word/document.xml': '<w:p>Sun</w:p>' }), name: 'holiday.docx' };
	const whole = new Uint8Array(await zipOf({ 'c.json': '[]' }).arrayBuffer());
	const chats = { file: new Blob([whole.subarray(0, 4)]), name: 'chats.zip' };
	for (const files of [
		[holiday, chats],
		[chats, holiday]
	])
		expect((await readFiles(db, files)).outcome).toMatchObject({
			status: 'failed',
			failure: { kind: 'damaged', what: 'chats.zip' }
		});
});

test('an archive line that nests without end or is of a kind nobody knows is refused', () => {
	expect(
		readArchiveLine(`{"type":"turn","asked":${'['.repeat(500)}${']'.repeat(500)}}`)
	).toBeNull();
	expect(readArchiveLine('{"type":"__proto__"}')).toBeNull();
});
