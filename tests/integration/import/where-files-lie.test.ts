/** Where the files of other products lie, and how they begin: nothing of that is a reason not to read them. */
import { expect, test } from 'vitest';
import { archiveLines } from '#core/archive/archive.ts';
import type { ImportItem } from '#core/backup/import-preview.ts';
import { sessionJson } from '#core/export/session-json.ts';
import { unreadableReason } from '#ui/words/import-text.ts';
import { everyJsonProduct, foreignText } from '../../support/foreign.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges } from '../../support/builders/stored-session.ts';
import { importFile, zipOf } from '../../support/apps/importing.ts';
import { db, previewOf, withTarget } from '../../support/apps/import-target.ts';

withTarget();

const claudeCode = foreignText('claude-code.jsonl');
const pi = foreignText('pi.jsonl');
const chatgpt = foreignText('chatgpt.json');

const shown = async (file: Blob, name: string) =>
	(await previewOf([{ file, name }])).items
		.filter(({ state }) => state === 'new' || state === 'unreadable')
		.map(({ what, name: item, reason }) => [what, item, reason]);

test('memory and sessions in folders that begin with a dot are read; what editors and systems leave is not', async () => {
	const zip = zipOf({
		'.openclaw/workspace/MEMORY.md': '- Lives in Graz\n',
		'.openclaw/workspace/memory/2026-02-18.md': '- Slept badly\n',
		'.claude/projects/-home-me/s.jsonl': claudeCode,
		'.openclaw/workspace/.git/description.md': 'not ours',
		'.openclaw/workspace/.draft.md': 'not ours',
		'__MACOSX/.openclaw/workspace/._MEMORY.md': 'not ours',
		'vault/.obsidian/plugins/readme.md': 'not ours',
		'vault/.trash/old.md': 'not ours'
	});
	expect(await shown(zip, 'home.zip')).toEqual([
		['memory-file', 'MEMORY.md', null],
		['memory-file', 'memory/2026-02-18.md', null],
		['session', 'Counting files', null]
	]);
});

test('names that begin with the folder that was packed are read like others', async () => {
	expect(await shown(zipOf({ './conversations.json': chatgpt }), 'export.zip')).toEqual(
		await shown(zipOf({ 'conversations.json': chatgpt }), 'export.zip')
	);
});

test('a zip of zips, as some products hand them out, is read with its pictures', async () => {
	const bytes = async (zip: Blob) => new Uint8Array(await zip.arrayBuffer());
	const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]);
	const file = zipOf({
		'Activity/Conversations-0001.zip': await bytes(zipOf({ 'conversations.json': chatgpt })),
		'Activity/Files-0001.zip': await bytes(zipOf({ 'file-Map1-map.png': png }))
	});
	const { items } = await previewOf([{ file, name: 'all.zip' }]);
	expect(items.find(({ name }) => name === 'Three days in Rome')).toMatchObject({
		state: 'new',
		missingImages: 0
	});
	expect(await importFile(db, { file, name: 'all.zip' })).toMatchObject({ sessions: 2 });
});

test('a backup of Chatbox with a file for each session is read with its pictures, and none of its keys', async () => {
	const [id, path] = ['cb-9', 'sessions/cb-9/resources/r1.png'];
	const session = {
		id,
		name: 'Bread',
		messages: [
			{ id: 'a', role: 'system', contentParts: [{ type: 'text', text: 'Be kind.' }] },
			{
				id: 'b',
				role: 'user',
				timestamp: 1_782_900_000_000,
				contentParts: [
					{ type: 'text', text: 'How long does it rise?' },
					{ type: 'image', storageKey: 'picture:bread' }
				]
			},
			{
				id: 'c',
				role: 'assistant',
				timestamp: 1_782_900_001_000,
				contentParts: [{ type: 'text', text: 'Two hours.' }]
			}
		]
	};
	const resource = { id: 'r1', path, kind: 'image', originalStorageKeys: ['picture:bread'] };
	const text = { path: 'sessions/cb-9/resources/r2.txt', originalStorageKeys: ['file:r2'] };
	const manifest = { format: 'chatbox-backup', formatVersion: 2, resources: [resource, text] };
	const png = new Uint8Array(100);
	png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
	const files = (folder: string) =>
		zipOf({
			[`${folder}settings.json`]: '{"providers":{"openai":{"apiKey":"sk-should-never-enter"}}}',
			[`${folder}sessions/${id}/session.json`]: JSON.stringify(session),
			[`${folder}${path}`]: png,
			[`${folder}${text.path}`]: 'What was attached.',
			[`${folder}manifest.json`]: JSON.stringify(manifest)
		});
	expect(await shown(files('backup/'), 'backup.zip')).toEqual([['session', 'Bread', null]]);
	const sums = await importFile(db, { file: files(''), name: 'chatbox.zip' });
	expect(sums).toMatchObject({ sessions: 1, turns: 1, missingImages: 0 });
	const [turn] = await db.turns.toArray();
	expect(turn!.asked.map(({ type }) => type)).toEqual(['text', 'image']);
	expect(await importFile(db, { file: files('backup/'), name: 'again.zip' })).toMatchObject({
		there: 1,
		turns: 0
	});
});

test('a zip in a zip that is too large to be held says to be imported by itself, and keeps nothing from being read', async () => {
	const large = new Uint8Array(11 * 1024 * 1024).fill(0x20);
	const file = zipOf({ 'keepsake-2026-11-20.zip': large, 'conversations.json': chatgpt });
	const { items } = await previewOf([{ file, name: 'all.zip' }]);
	expect(items.filter(({ state }) => state === 'unreadable').map(whyOf)).toEqual([
		'keepsake-2026-11-20.zip: it is too large to be read inside another zip. Unpack the outer one, and import this file by itself.'
	]);
	expect(items.filter(({ what, state }) => what === 'session' && state === 'new')).toHaveLength(2);
	expect(await importFile(db, { file, name: 'all.zip' })).toMatchObject({ sessions: 2 });
});

const whyOf = ({ name, reason }: ImportItem) => `${name}: ${unreadableReason(reason)}`;

test.each([
	['Claude Code', 's.jsonl', claudeCode],
	['pi', 's.jsonl', pi],
	['ChatGPT', 'conversations.json', chatgpt]
])(
	'a file of %s that begins with a byte order mark is read from its first line',
	async (_, name, text) => {
		const plain = await previewOf([{ file: new Blob([text]), name }]);
		const marked = await previewOf([{ file: new Blob([`\ufeff${text}`]), name }]);
		expect({ ...marked, importId: '' }).toEqual({ ...plain, importId: '' });
	}
);

test('a session is known however much is noted before its first message', async () => {
	const noted = Array.from({ length: 80 }, (_, at) =>
		JSON.stringify({ type: 'file-history-snapshot', messageId: String(at) })
	);
	const file = new Blob([`${noted.join('\n')}\n${claudeCode}`]);
	expect(await shown(file, 's.jsonl')).toEqual([['session', 'Counting files', null]]);
});

test('a JSON export that was renamed to a text file is read as what it is; other JSON stays a note', async () => {
	const session = sessionJson(
		archiveLines({ session: aSession(), exchanges: someExchanges(2), summaries: [] })
	);
	for (const text of [session, ...everyJsonProduct.map(foreignText)]) {
		const file = new Blob([text]);
		expect(await shown(file, 'talk.txt')).toEqual(
			(await shown(file, 'talk.json')).map(([what, name, reason]) => [
				what,
				name === 'talk.json' ? 'talk.txt' : name,
				reason
			])
		);
	}
	const contact = JSON.stringify({ name: 'Ada', email: 'ada@example.com' });
	expect(await shown(new Blob([contact]), 'ada.txt')).toEqual([
		['memory-file', 'memory/ada.md', null]
	]);
});

test('a tree of messages in another form is not called a conversation in which nothing was said', async () => {
	const said = { files: [], fragments: [{ type: 'REQUEST', content: 'Hello' }] };
	const root = { id: 'root', parent: null, children: ['1'], message: null };
	const mapping = { root, 1: { id: '1', parent: 'root', children: [], message: said } };
	const list = [
		{ id: 'd1', title: 'Greeting', mapping },
		...(JSON.parse(chatgpt) as Record<string, unknown>[])
	];
	const told = await shown(new Blob([JSON.stringify(list)]), 'c.json');
	expect(told).toContainEqual(['records', 'Greeting', 'unknown-item']);
});

test('a zip of nothing but folders is not called damaged', async () => {
	const zip = zipOf({ 'a/': '', 'a/b/': '' });
	expect(await importFile(db, { file: zip, name: 'x.zip' })).toMatchObject({
		failure: { kind: 'unreadable', what: 'nothing-inside' }
	});
});
