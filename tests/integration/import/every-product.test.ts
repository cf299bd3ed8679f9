/** What every product gives: a dry run first, then one transaction a conversation, and twice is once. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { words } from '#ui/words/all-words.ts';
import { importedText } from '#ui/words/import-text.ts';
import { foreignText, fileOf, everyProduct } from '../../support/foreign.ts';
import { importClock, importFile, readFile, zipOf } from '../../support/apps/importing.ts';
import { db, previewOf, stored, withTarget } from '../../support/apps/import-target.ts';

withTarget();

const png = Uint8Array.from(
	atob(
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
	),
	(sign) => sign.charCodeAt(0)
);

test.each(everyProduct)(
	'%s is shown before anything is written, imported, and the second time changes nothing',
	async (name) => {
		const before = await stored();
		const preview = await previewOf([fileOf(name)]);
		expect(await stored()).toEqual(before);
		const fresh = preview.items.filter((item) => item.what === 'session' && item.state === 'new');
		expect(fresh.length).toBeGreaterThan(0);
		const first = await importFile(db, fileOf(name));
		expect(first).toMatchObject({ status: 'imported', sessions: fresh.length });
		expect(await db.sessions.count()).toBe(fresh.length);
		expect(await db.turns.count()).toBe(fresh.reduce((sum, item) => sum + item.count, 0));
		const after = await stored();
		expect(await importFile(db, fileOf(name))).toMatchObject({
			status: 'imported',
			sessions: 0,
			turns: 0,
			there: fresh.length,
			proposals: 0
		});
		expect(await stored()).toEqual(after);
		const again = await previewOf([fileOf(name)]);
		expect(again.items.filter((item) => item.what === 'session' && item.state === 'new')).toEqual(
			[]
		);
	}
);

test('every product that the preview can name has a file here, and is named before a file is chosen', async () => {
	const previews = await Promise.all(everyProduct.map((name) => previewOf([fileOf(name)])));
	const named = Object.entries(words.files.formats).flatMap(([format, text]) =>
		text.startsWith('Sessions ')
			? [{ format, product: text.replace(/^Sessions (of|in) /, '') }]
			: []
	);
	expect(new Set(previews.map(({ format }) => format))).toEqual(
		new Set(named.map(({ format }) => format))
	);
	const readme = readFileSync('README.md', 'utf8');
	for (const { product } of named)
		for (const text of [words.files.importHelp, readme]) expect(text).toContain(product);
});

test('a conversation that says no time anywhere is of the day it was imported, and of no other day when it comes again', async () => {
	const message = (id: string, parent: string | null, role: string, words: string) => ({
		id,
		parent,
		message: { author: { role }, content: { content_type: 'text', parts: [words] } }
	});
	const mapping = {
		a: message('a', null, 'user', 'Hi'),
		b: message('b', 'a', 'assistant', 'Hello')
	};
	const row = { id: 'x', conversation_id: 'x', title: 'Tea', current_node: 'b', mapping };
	const file = { file: new Blob([JSON.stringify([row])]), name: 'conversations.json' };
	const { items } = await previewOf([file]);
	const now = importClock.now();
	expect(items).toMatchObject([{ state: 'new', at: now }]);
	await importFile(db, file);
	const before = await stored();
	expect(await db.sessions.toArray()).toMatchObject([{ createdAt: now, activeAt: now }]);
	expect(await db.turns.toArray()).toMatchObject([{ askedAt: now }]);
	expect((await previewOf([file])).items).toMatchObject([{ state: 'there' }]);
	await importFile(db, file);
	expect(await stored()).toEqual(before);
});

test('an imported session is of kind main, named after its product, and none of its words count as typed here', async () => {
	await importFile(db, fileOf('claude-ai.json'));
	const sessions = await db.sessions.toArray();
	expect(sessions.map(({ kind, titleFrom }) => [kind, titleFrom])).toEqual([
		['main', 'import'],
		['main', 'import']
	]);
	expect((await db.turns.toArray()).every((turn) => turn.source === 'import')).toBe(true);
});

test('no key of another product enters the database', async () => {
	for (const name of ['nextchat.json', 'chatbox.json', 'big-agi.json', 'librechat.json'])
		await importFile(db, fileOf(name));
	expect(await db.sessions.count()).toBe(5);
	expect(JSON.stringify(await stored())).not.toContain('should-never-enter');
});

test('a ChatGPT zip: split conversations, pictures found by their names, missing ones counted', async () => {
	const [rome, empty, quote] = JSON.parse(foreignText('chatgpt.json')) as unknown[];
	const zip = zipOf({
		'export/conversations-000.json': JSON.stringify([rome, empty]),
		'export/conversations-001.json': JSON.stringify([quote]),
		'export/user.json': '{"id":"u","email":"a@b.c"}',
		'export/chat.html': '<script>alert(1)</script>',
		...Object.fromEntries([1, 2, 3].map((at) => [`export/voice-${String(at)}.wav`, 'RIFF'])),
		'export/file-Map1-0f.png': png
	});
	const preview = await previewOf([{ file: zip, name: 'chatgpt.zip' }]);
	expect(preview.format).toBe('chatgpt');
	expect(
		preview.items.map(({ name, state, reason, count, missingImages }) => [
			name,
			state,
			reason,
			count,
			missingImages
		])
	).toEqual([
		['Three days in Rome', 'new', null, 4, 0],
		['', 'left-alone', 'empty', 0, 0],
		['export/conversations-000.json', 'new', null, 3, 0],
		['Who wrote it?', 'new', null, 1, 0],
		['export/user.json', 'left-alone', 'account', 1, 0],
		['chat.html, voice-1.wav, voice-2.wav, …', 'left-alone', 'other-kind', 4, 0]
	]);
	await importFile(db, { file: zip, name: 'chatgpt.zip' });
	const pictures = (await db.turns.toArray()).flatMap((turn) =>
		turn.asked.filter((block) => block.type === 'image')
	);
	expect(pictures.map((picture) => picture.source.media_type)).toEqual(['image/png']);
	const bare = await previewOf([fileOf('chatgpt.json')]);
	expect(bare.items[0]).toMatchObject({ missingImages: 1 });
});

test('a Claude export: projects and their documents are notes nobody has chosen, and what has no place here is named', async () => {
	const zip = {
		file: zipOf({
			'conversations.json': foreignText('claude-ai.json'),
			'projects.json': foreignText('claude-projects.json'),
			'users.json': '[{"uuid":"acc","full_name":"Mira","email_address":"mira@example.org"}]'
		}),
		name: 'claude.zip'
	};
	const { items, format } = await previewOf([zip]);
	expect(format).toBe('claude-ai');
	const notes = items.filter((item) => item.what === 'memory-file');
	expect(notes).toMatchObject([
		{ name: 'memory/Project-Garden-plan.md', state: 'new', isChosen: false },
		{ name: 'memory/Project-Garden-plan-soil.md', isChosen: false, hiddenSigns: 1 },
		{ name: 'memory/Project-Garden-plan-p2abcdef.md', isChosen: false },
		{ isChosen: false }
	]);
	expect(notes[0]!.after).toBe(
		'# Garden plan\n\nBeds and paths behind the house\n\n## Instructions\n\nUse metric units.\n\n## Documents\n\n- soil.md\n'
	);
	expect(notes[3]!.name).toMatch(/^memory\/Project-[\w.-]+\.md$/);
	expect(items.filter((item) => item.state === 'left-alone')).toMatchObject([
		{ name: 'users.json', reason: 'account', count: 1, isChosen: false }
	]);
	expect(items.filter((item) => item.state === 'unreadable')).toEqual([]);
	// Chosen, they are written as they were shown, and their lines say where they come from.
	expect(await importFile(db, zip)).toMatchObject({ status: 'imported', memoryFiles: 4 });
	const written = await db.memoryFiles.get('memory/Project-Garden-plan-soil.md');
	expect(written?.text).toBe('# Soil\n\nHeavy clay, pH 7.');
	const origins = await db.memoryOrigins.toArray();
	expect(new Set(origins.map(({ origin }) => origin))).toEqual(new Set(['import']));
	expect(await importFile(db, zip)).toMatchObject({ sessions: 0, memoryFiles: 0 });
});

test('an export of nothing but an account is told as having nothing for us', async () => {
	const file = { file: new Blob(['[{"uuid":"a","email_address":"a@b.c"}]']), name: 'users.json' };
	expect((await readFile(db, file)).outcome).toMatchObject({
		status: 'failed',
		failure: { kind: 'unreadable', what: 'nothing-inside' }
	});
});

test('branches beyond the most that are kept are counted before and after, with the name of their conversation', async () => {
	const message = (id: string, parent: string | null, from: 'user' | 'assistant') => ({
		id,
		parentId: parent,
		childrenIds: [],
		role: from,
		content: `says ${id}`,
		timestamp: 1_700_000_000
	});
	const all = [
		message('q', null, 'user'),
		...Array.from({ length: 312 }, (_, at) => message(`a${String(at)}`, 'q', 'assistant'))
	];
	const chat = {
		id: 'many',
		title: 'Asked again and again',
		chat: {
			id: 'many',
			title: 'Asked again and again',
			models: [],
			history: { messages: Object.fromEntries(all.map((row) => [row.id, row])), currentId: 'a0' },
			messages: []
		},
		created_at: 1_700_000_000,
		updated_at: 1_700_000_000
	};
	const file = { file: new Blob([JSON.stringify([chat])]), name: 'chats.json' };
	expect((await previewOf([file])).items).toMatchObject([
		{ name: 'Asked again and again', state: 'new', branchesLeftOut: 12 }
	]);
	const sums = await importFile(db, file);
	expect(sums).toMatchObject({
		status: 'imported',
		leftOut: [{ title: 'Asked again and again', branches: 12 }]
	});
	expect(await db.branches.count()).toBe(300);
	expect((await db.activity.toArray()).at(-1)?.details).toMatchObject({ branchesLeftOut: 12 });
	if (sums.status === 'imported')
		expect(importedText(sums)).toBe(
			'Imported 1 session and 300 turns. Branches left out, because a session keeps 300: 12 of “Asked again and again”.'
		);
	// Nothing came the second time, so nothing was left out either.
	expect(await importFile(db, file)).toMatchObject({ there: 1, leftOut: [] });
});

test('a title is shown without marks that nobody draws, and the same file once more changes nothing', async () => {
	const chat = (uuid: string, name: string, text: string) => ({
		uuid,
		name,
		chat_messages: [{ uuid: `${uuid} 1`, sender: 'human', text, content: [] }]
	});
	const list = [chat('a', '**Rome** in `May`', 'When?'), chat('b', '', '## **Plan** for May')];
	const file = { file: new Blob([JSON.stringify(list)]), name: 'c.json' };
	await importFile(db, file);
	const titles = (await db.sessions.toArray()).map(({ title }) => title);
	expect(titles.toSorted()).toEqual(['Plan for May', 'Rome in May']);
	const again = (await previewOf([file])).items;
	expect(again.map(({ state }) => state)).toEqual(['there', 'there']);
});
