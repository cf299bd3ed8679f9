import { zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiveLines } from '#core/archive/archive.ts';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { textOf } from '#core/log/blocks.ts';
import type { Step } from '#core/log/turn.ts';
import { readPath } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import { readArchiveLine } from '#core/archive/reading.ts';
import { checkedTables } from '#core/backup/rows.ts';
import { stateTables } from '#core/backup/backup.ts';
import { exportedLines, pamOf } from '#core/export/memory-forms.ts';
import { memoryFile, memoryFiles, setMemoryScope } from '#db/memory/files.ts';
import { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { archiveTexts } from '#flows/archives/archive-covered.ts';
import { exportEverything, exportMemory } from '#flows/export/export-files.ts';
import { storyOfLine } from '#flows/memory/line-story.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { proposeLine } from '#flows/memory/propose-line.ts';
import { rejectProposal } from '#flows/memory/review-desk.ts';
import { packer } from '#worker/workshop/packer.ts';
import { seal } from '#worker/workshop/seal.ts';
import { importedText } from '#ui/words/import-text.ts';
import { writeZip } from '#worker/zip/write.ts';
import { foreignText } from '../../support/foreign.ts';
import {
	backupOf,
	importClock,
	importFile,
	importFiles,
	readFile,
	readFiles,
	runRead,
	zipOf
} from '../../support/importing.ts';
import { never } from '../../support/never.ts';
import {
	aBranch,
	aStoredSession,
	someExchanges,
	storeSession
} from '../../support/stored-session.ts';

/** Importing what people bring: a dry run first, then one transaction a conversation, and twice is once. */

let db: Truth;
let n = 0;
beforeEach(() => {
	db = new Truth(`import-${String(++n)}`);
});
afterEach(async () => {
	await db.delete();
});

const fileOf = (name: string) => ({ file: new Blob([foreignText(name)]), name });

const png = Uint8Array.from(
	atob(
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
	),
	(sign) => sign.charCodeAt(0)
);

const textOfStep = ({ content }: Step) =>
	content.map((block) => (block.type === 'text' ? block.text : '')).join('');

const packed = (lines: string | readonly string[]) => packer.pack(lines) as Uint8Array<ArrayBuffer>;

async function stored(): Promise<Record<string, unknown[]>> {
	const tables: Record<string, unknown[]> = {};
	for (const table of db.tables)
		if (table.name !== 'activity') tables[table.name] = await table.toArray();
	return tables;
}

async function previewOf(files: Parameters<typeof readFiles>[1]) {
	const { outcome } = await readFiles(db, files);
	if (outcome.status !== 'read') throw new Error(JSON.stringify(outcome));
	return outcome.preview;
}

const every = [
	'chatgpt.json',
	'claude-ai.json',
	'claude-code.jsonl',
	'pi.jsonl',
	'open-webui.json',
	'librechat.json',
	'librechat-tree.json',
	'llama-ui.json',
	'nextchat.json',
	'chatbox.json',
	'big-agi.json',
	'nexus.md',
	'basic-memory.md'
];

test.each(every)(
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

test('what a product remembers becomes proposals, never lines; what was refused is not proposed again', async () => {
	const outcome = await importFiles(db, [fileOf('claude-memories.json'), fileOf('pam.json')]);
	expect(outcome).toMatchObject({ status: 'imported', proposals: 5, memoryFiles: 0 });
	const waiting = await db.proposals.toArray();
	expect(
		waiting.every((proposal) => proposal.origin === 'import' && proposal.status === 'waiting')
	).toBe(true);
	expect(await db.memoryFiles.count()).toBe(0);
	const tea = waiting.find((proposal) => proposal.text === 'Drinks oolong tea')!;
	await rejectProposal({ db, clock: importClock }, tea.id);
	expect(await importFile(db, fileOf('pam.json'))).toMatchObject({ proposals: 0 });
	expect((await previewOf([fileOf('pam.json')])).items).toMatchObject([
		{ what: 'memories', state: 'there' }
	]);
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

test('notes of one name are all brought, each to a place of its own, and twice is once', async () => {
	const zip = {
		file: zipOf({
			'work/todo.md': '- ship it',
			'home/todo.md': '- water the plants',
			'a/MEMORY.md': '- Lives in Porto',
			'b/MEMORY.md': '- Owns a boat'
		}),
		name: 'notes.zip'
	};
	const again = { file: new Blob(['- call Ana']), name: 'work/todo.md' };
	const files = [zip, again, again];
	expect((await previewOf(files)).items).toHaveLength(5);
	expect(await importFiles(db, files)).toMatchObject({ status: 'imported', memoryFiles: 5 });
	const texts = (await memoryFiles(db)).map(({ path, text }) => [path, text]);
	expect(texts).toEqual([
		['MEMORY.md', '- Lives in Porto'],
		['memory/b-MEMORY.md', '- Owns a boat'],
		['memory/todo.md', '- water the plants'],
		[expect.stringMatching(/^memory\/work-todo-[0-9a-f]{6}.md$/), '- call Ana'],
		['memory/work-todo.md', '- ship it']
	]);
	expect(await importFiles(db, files)).toMatchObject({ memoryFiles: 0 });
	expect((await previewOf(files)).items.every(({ state }) => state === 'there')).toBe(true);
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

test('memory exported alone takes no provenance along: read back elsewhere, a line says Import and names no turn, and as PAM it waits', async () => {
	const ports = { db, clock: importClock };
	const line = 'Keeps bees behind the house';
	const from = { sessionId: 's1', turnIds: ['s1-trunk-0'] };
	await storeSession(db, aStoredSession(), someExchanges(1));
	await writeSetting(db, 'reviewMemories', 'own');
	const asked = { text: line, path: 'MEMORY.md', source: 'reset', origin: 'own', ...from } as const;
	expect((await proposeLine(ports, asked)).status).toBe('written');
	const place = { path: 'MEMORY.md', text: line };
	expect((await storyOfLine({ db }, place)).learnt).toMatchObject([
		{ origin: 'own', by: 'reset', turns: [{ turnId: 's1-trunk-0', state: 'here' }] }
	]);
	const made = await exportMemory(
		{ db, packer, zip: writeZip, seal, app: 'test' },
		{ day: '2026-11-20' }
	);
	if (made.status !== 'made') throw new Error('not exported');
	const pam = pamOf(exportedLines(await memoryFiles(db), await db.memoryOrigins.toArray()), 1);

	const there = new Truth(`import-${String(++n)}`);
	expect(await importFile(there, { file: made.file, name: made.name })).toMatchObject({
		status: 'imported',
		memoryFiles: 1
	});
	expect((await memoryFiles(there)).map(({ path, text }) => [path, text])).toEqual(
		(await memoryFiles(db)).map(({ path, text }) => [path, text])
	);
	expect((await storyOfLine({ db: there }, place)).learnt).toMatchObject([
		{ origin: 'import', by: 'import', turns: [] }
	]);
	await there.delete();

	const other = new Truth(`import-${String(++n)}`);
	await importFile(other, { file: new Blob([pam]), name: 'memory.json' });
	expect(await memoryFiles(other)).toEqual([]);
	expect(await other.proposals.toArray()).toMatchObject([
		{ text: line, origin: 'import', status: 'waiting', turnIds: [] }
	]);
	await other.delete();

	// Where the line stands already, with where it came from, a plain file changes nothing of that.
	await importFile(db, { file: made.file, name: made.name });
	expect((await storyOfLine({ db }, place)).learnt).toMatchObject([{ origin: 'own' }]);
});

test('what nobody sees in a memory file from elsewhere is left out, and the preview counts it', async () => {
	const file = zipOf({ 'MEMORY.md': '- Likes tea\u{e0069}\u{e0067}\u{e006e}\n' });
	const preview = await previewOf([{ file, name: 'memory.zip' }]);
	expect(preview.items).toMatchObject([{ after: '- Likes tea\n', hiddenSigns: 3 }]);
	const { read } = await readFile(db, { file, name: 'memory.zip' });
	await runRead(db, read!, []);
	expect((await db.memoryFiles.toArray()).map(({ text }) => text)).toEqual(['- Likes tea\n']);
});

test('a folder of memory: each file is shown as a difference, written as it is, its new lines say Import', async () => {
	await saveMemoryFile(
		{ db, clock: importClock },
		{ path: 'MEMORY.md', text: '- Likes tea\n', expectedRev: null }
	);
	const zip = zipOf({
		'workspace/MEMORY.md': '\ufeff- Likes tea\r\n- Lives in Graz\r\n',
		'workspace/memory/2026-02-18.md':
			'### Extracted from context compaction (14:30)\n- Baked bread\n',
		'workspace/SOUL.md': 'Be kind.\n',
		'elsewhere/Shopping list.md': '- eggs\n',
		'workspace/.obsidian/app.json': '{}'
	});
	const preview = await previewOf([{ file: zip, name: 'openclaw.zip' }]);
	expect(
		preview.items.map(({ name, state, before, isChosen }) => [name, state, before, isChosen])
	).toEqual([
		['MEMORY.md', 'changed', '- Likes tea\n', true],
		['memory/2026-02-18.md', 'new', null, true],
		['memory/SOUL.md', 'new', null, true],
		['memory/Shopping-list.md', 'new', null, false]
	]);
	const { read } = await readFile(db, { file: zip, name: 'openclaw.zip' });
	await runRead(db, read!, ['memory/Shopping-list.md', 'memory/SOUL.md']);
	expect((await db.memoryFiles.toArray()).map(({ path, text }) => [path, text])).toEqual([
		['MEMORY.md', '\ufeff- Likes tea\r\n- Lives in Graz\r\n'],
		['memory/2026-02-18.md', '### Extracted from context compaction (14:30)\n- Baked bread\n']
	]);
	expect(
		(await db.memoryOrigins.toArray())
			.map(({ line, origin, writer }) => [line, origin, writer])
			.toSorted()
	).toEqual([
		['baked bread', 'import', 'import'],
		['extracted from context compaction 14:30', 'import', 'import'],
		['lives in graz', 'import', 'import']
	]);
	expect(await db.memoryRevisions.where('path').equals('MEMORY.md').count()).toBe(2);
});

test('a conversation that has gone on gets its new turns; one that was continued here is left alone', async () => {
	const [bread, rivers] = JSON.parse(foreignText('claude-ai.json')) as {
		chat_messages: unknown[];
	}[];
	const early = { ...bread, chat_messages: bread!.chat_messages.slice(0, 2) };
	const blob = (chats: unknown[]) => ({ file: new Blob([JSON.stringify(chats)]), name: 'c.json' });
	await importFile(db, blob([early, rivers]));
	expect((await previewOf([blob([bread, rivers])])).items).toMatchObject([
		{ state: 'changed', count: 1 },
		{ state: 'there' }
	]);
	expect(await importFile(db, blob([bread, rivers]))).toMatchObject({
		sessions: 0,
		grown: 1,
		turns: 1
	});
	const whole = await stored();
	const other = new Truth(`import-${String(++n)}`);
	await importFile(other, blob([bread, rivers]));
	expect(whole['turns']).toEqual(await other.turns.toArray());
	expect(whole['steps']).toEqual(await other.steps.toArray());
	await other.delete();

	const id = (await db.sessions.toArray()).find((row) => row.title === 'A sourdough plan')!.id;
	const branch = (await db.branches.get([id, 'trunk']))!;
	const second = (await db.turns.get([id, 'trunk', 1]))!;
	await db.turns.put({ ...second, turnId: 'mine', hash: 'x', source: 'typed' });
	await db.branches.put({ ...branch, headSeq: 1 });
	const more = {
		...bread,
		chat_messages: [
			...bread!.chat_messages,
			{ uuid: 'm5', sender: 'human', text: 'And now?', content: [] }
		]
	};
	const before = await stored();
	expect((await previewOf([blob([more])])).items).toMatchObject([{ state: 'there' }]);
	expect(await importFile(db, blob([more]))).toMatchObject({ grown: 0, there: 1 });
	expect(await stored()).toEqual(before);
});

/** A conversation of ChatGPT: each message names the one before it, the last of the list is on screen. */
function aChat(said: readonly (readonly [id: string, parent: string, text: string])[]) {
	const nodes = [['root', '', ''] as const, ...said].map(([id, parent, text]) => ({
		id,
		parent: parent === '' ? null : parent,
		children: said.filter(([, of]) => of === id).map(([child]) => child),
		message:
			text === ''
				? null
				: {
						id,
						author: { role: id.startsWith('q') ? 'user' : 'assistant' },
						create_time: 1_700_000_000,
						content: { content_type: 'text', parts: [text] },
						weight: 1
					}
	}));
	const chat = {
		conversation_id: 'bike',
		title: 'By bike',
		create_time: 1_700_000_000,
		update_time: 1_700_000_000 + said.length,
		mapping: Object.fromEntries(nodes.map((node) => [node.id, node])),
		current_node: said.at(-1)?.[0]
	};
	return { file: new Blob([JSON.stringify([chat])]), name: 'conversations.json' };
}

test('a conversation that was taken another way in its product comes as a branch, once, and what is here stays', async () => {
	const first = [
		['q1', 'root', 'Plan a trip'],
		['a1', 'q1', 'Cardiff'],
		['q2', 'a1', 'And then?'],
		['a2', 'q2', 'Brecon']
	] as const;
	await importFile(db, aChat(first));
	const before = await stored();
	const branches = async () =>
		Promise.all(
			(await db.branches.toArray()).map(async ({ sessionId, branch }) => {
				const path = await readPath(db, sessionId, branch);
				return (await readExchanges(db, sessionId, path)).map(
					({ turn, steps }) => textOf(turn.asked) + ': ' + steps.map(textOfStep).join()
				);
			})
		);
	// A question edited, an answer written again, each with what followed.
	const edited = [...first, ['q2b', 'a1', 'By train?'], ['a2b', 'q2b', 'Hereford']] as const;
	const again = [...edited, ['a2c', 'q2', 'Abergavenny']] as const;
	const onward = [...again, ['q3', 'a2c', 'A bed?'], ['a3', 'q3', 'At the Angel']] as const;
	for (const [said, count, ways] of [
		[edited, 1, 2],
		[again, 1, 3],
		[onward, 1, 3]
	] as const) {
		expect((await previewOf([aChat(said)])).items).toMatchObject([{ state: 'changed', count }]);
		expect(await importFile(db, aChat(said))).toMatchObject({ grown: 1, turns: count });
		expect(await db.branches.count()).toBe(ways);
		const after = await stored();
		expect((await previewOf([aChat(said)])).items).toMatchObject([{ state: 'there' }]);
		expect(await importFile(db, aChat(said))).toMatchObject({ grown: 0, there: 1 });
		expect(await stored()).toEqual(after);
	}
	expect((await branches()).toSorted()).toEqual([
		['Plan a trip: Cardiff', 'And then?: Abergavenny', 'A bed?: At the Angel'],
		['Plan a trip: Cardiff', 'And then?: Brecon'],
		['Plan a trip: Cardiff', 'By train?: Hereford']
	]);
	const [session] = await db.sessions.toArray();
	expect(await db.branches.get([session!.id, session!.branch])).toMatchObject({ headSeq: 2 });
	for (const table of ['turns', 'steps'])
		expect(await stored().then((now) => now[table])).toEqual(
			expect.arrayContaining(before[table]!)
		);
	for (const { sessionId, branch } of await db.branches.toArray()) {
		const path = await readPath(db, sessionId, branch);
		expect(brokenLink(chainStart(sessionId), await readExchanges(db, sessionId, path))).toBeNull();
	}
	// Back on the first way, nothing is new.
	const back = [...onward.slice(0, 2), ...onward.slice(4), ...onward.slice(2, 4)];
	expect(await importFile(db, aChat(back))).toMatchObject({ grown: 0, there: 1 });
});

test('a conversation that was deleted here is said to be, and is not brought back by its file', async () => {
	await importFile(db, fileOf('claude-ai.json'));
	await db.sessions.toCollection().modify({ deletedAt: 5 });
	const { items } = await previewOf([fileOf('claude-ai.json')]);
	expect(items.map(({ state }) => state)).toEqual(['forgotten', 'forgotten']);
	const before = await stored();
	await importFile(db, fileOf('claude-ai.json'));
	expect(await stored()).toEqual(before);
});

test('what the user has forgotten does not come back', async () => {
	await importFile(db, fileOf('claude-ai.json'));
	const [first, second] = await db.sessions.toArray();
	const turn = (await db.turns.toArray()).find((row) => row.sessionId === second!.id)!;
	for (const table of [db.sessions, db.branches, db.turns, db.steps]) await table.clear();
	await db.tombstones.bulkPut([
		{ id: first!.id, kind: 'session', at: 5 },
		{ id: turn.turnId, kind: 'turn', at: 6 }
	]);
	expect(
		(await previewOf([fileOf('claude-ai.json')])).items.map(({ state }) => state).toSorted()
	).toEqual(['forgotten', 'new']);
	await importFile(db, fileOf('claude-ai.json'));
	expect((await db.sessions.toArray()).map(({ id }) => id)).toEqual([second!.id]);
	expect(await db.turns.get([second!.id, turn.branch, turn.seq])).toMatchObject({
		turnId: turn.turnId,
		hash: turn.hash,
		asked: [],
		forgottenAt: importClock.now()
	});
});

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

test.each(every)('%s cut anywhere or with bytes changed never breaks the import', async (name) => {
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
});

test('an archive of ours is imported row for row, and the second time changes nothing', async () => {
	const [session, exchanges] = [aStoredSession(), someExchanges(5)];
	const lines = archiveLines({
		session,
		branches: [aBranch({ headSeq: 4 })],
		exchanges,
		summaries: []
	});
	const file = { file: new Blob([packed(archiveTexts(lines))]), name: 's1.jsonl.gz' };
	expect((await previewOf([file])).items).toMatchObject([
		{ what: 'archive', id: 's1', state: 'new', count: 5 }
	]);
	expect(await importFile(db, file)).toMatchObject({ status: 'imported', sessions: 1, turns: 5 });
	const foreign = exchanges.map(({ turn }) => ({ ...turn, source: 'import' }));
	expect(await db.sessions.toArray()).toEqual([session]);
	expect(await db.turns.toArray()).toEqual(foreign);
	expect(await db.steps.toArray()).toEqual(exchanges.flatMap(({ steps }) => steps));
	const after = await stored();
	expect(await importFile(db, file)).toMatchObject({ sessions: 0, turns: 0, there: 1 });
	expect(await stored()).toEqual(after);
});

test('an archive of ours that was cut says that it is damaged, and gives what could be read', async () => {
	const exchanges = someExchanges(120);
	const bytes = packed(
		archiveTexts(archiveLines({ session: aStoredSession(), exchanges, summaries: [] }))
	);
	const file = { file: new Blob([bytes.slice(0, bytes.length * 0.6)]), name: 's1.jsonl.gz' };
	const { items } = await previewOf([file]);
	expect(items).toMatchObject([
		{ what: 'archive', id: 's1', state: 'new' },
		{ name: 's1.jsonl.gz', state: 'unreadable', reason: 'damaged' }
	]);
	const read = items[0]?.count ?? 0;
	expect(read).toBeGreaterThan(0);
	expect(read).toBeLessThan(120);
	expect(await importFile(db, file)).toMatchObject({
		status: 'imported',
		sessions: 1,
		turns: read
	});
	expect((await db.turns.toArray()).map(({ turnId }) => turnId)).toEqual(
		exchanges.slice(0, read).map(({ turn }) => turn.turnId)
	);
});

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

test('hostile names in a foreign zip are names and nothing more', async () => {
	const zip = zipOf({
		'../../etc/passwd.md': '- x\n',
		'/abs.md': '- y\n',
		'C:\\win.md': '- z\n',
		__proto__: 'p',
		'a/__proto__.md': '- q\n'
	});
	await importFile(db, { file: zip, name: 'x.zip' });
	const paths = (await db.memoryFiles.toArray()).map((file) => file.path);
	expect(paths.every((path) => /^memory\/[\w.-]+\.md$/.test(path) && !path.includes('..'))).toBe(
		true
	);
	expect(({} as Record<string, unknown>)['q']).toBeUndefined();
});

test('a zip bomb, a lying header and damaged content are refused by name', async () => {
	const bomb = zipOf({ 'conversations.json': new Uint8Array(60 * 1024 * 1024).fill(0x20) });
	expect((await readFile(db, { file: bomb, name: 'b.zip' })).outcome).toMatchObject({
		failure: { kind: 'unreadable', what: 'too-large' }
	});
	const good = new Uint8Array(
		await zipOf({ 'conversations.json': foreignText('chatgpt.json') }).arrayBuffer()
	);
	const list = good.length - 22 - (46 + 'conversations.json'.length);
	const lying = good.slice();
	new DataView(lying.buffer).setUint32(list + 24, 10, true);
	const damaged = good.slice();
	damaged[200] = (damaged[200] ?? 0) ^ 0xff;
	for (const bytes of [lying, damaged]) {
		const { outcome } = await readFile(db, { file: new Blob([bytes]), name: 'x.zip' });
		const reasons =
			outcome.status === 'read'
				? outcome.preview.items.map((item) => item.reason)
				: [outcome.status === 'failed' ? outcome.failure.kind : null];
		expect(reasons).toContain('damaged');
	}
});

/** As a streaming writer leaves it, with sizes behind the content, and as one that knew them before. */
const zips = { behind: zipOf, before: (files: Record<string, string>) => zipBefore(files) };

const zipBefore = (files: Record<string, string>) =>
	new Blob([
		zipSync(
			Object.fromEntries(
				Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)])
			)
		)
	]);

test.each(['behind', 'before'] as const)(
	'a zip that breaks off gives the files before the break and says that it did (sizes %s the content)',
	async (where) => {
		const list = JSON.parse(foreignText('chatgpt.json')) as Record<string, unknown>[];
		const second = JSON.stringify(
			Array.from({ length: 40 }, (_, at) => ({
				...list[0],
				conversation_id: `second ${String(at)}`
			}))
		);
		const zip = zips[where]({
			'conversations-000.json': foreignText('chatgpt.json'),
			'conversations-001.json': second
		});
		const bytes = new Uint8Array(await zip.arrayBuffer());
		const at = new TextDecoder('latin1').decode(bytes).indexOf('conversations-001.json');
		const cut = (end: number) => ({ file: new Blob([bytes.slice(0, end)]), name: 'x.zip' });
		const shown = async (end: number) =>
			(await previewOf([cut(end)])).items.map(({ name, reason }) => [name, reason]);
		const first = ['Three days in Rome', null];
		// In the second file, right behind the first, and with only the list gone.
		expect(await shown(at + Math.round((bytes.length - at) / 2))).toEqual(
			expect.arrayContaining([first, ['x.zip', 'cut-off'], ['conversations-001.json', 'damaged']])
		);
		expect(await shown(at - 30)).toEqual(expect.arrayContaining([first, ['x.zip', 'cut-off']]));
		const withoutList = await shown(bytes.length - 30);
		expect(withoutList).toEqual(expect.arrayContaining([first, ['x.zip', 'cut-off']]));
		expect(withoutList.map(([, reason]) => reason)).not.toContain('damaged');
		expect(await importFile(db, cut(at - 30))).toMatchObject({ status: 'imported', sessions: 2 });
		for (let end = 0; end < bytes.length; end += Math.ceil(bytes.length / 12)) {
			const { outcome } = await readFile(db, cut(end));
			if (outcome.status === 'read')
				expect(outcome.preview.items).toContainEqual(
					expect.objectContaining({ name: 'x.zip', reason: 'cut-off' })
				);
			else expect(outcome).toMatchObject({ status: 'failed' });
		}
	}
);

test('a zip that cannot be opened keeps nothing else that was chosen from being read', async () => {
	const broken = { file: new Blob(['PK\u0003\u0004 and no more of it']), name: 'broken.zip' };
	expect((await readFile(db, broken)).outcome).toMatchObject({ failure: { kind: 'damaged' } });
	const { items } = await previewOf([broken, fileOf('claude-ai.json')]);
	expect(items).toContainEqual(
		expect.objectContaining({ name: 'broken.zip', state: 'unreadable', reason: 'unusable' })
	);
	expect(items.filter(({ state }) => state === 'new')).toHaveLength(2);
});

/** A file that was there when it was chosen; the browser refuses to read it once it has been changed or moved. */
class FleetingFile extends Blob {
	isGone = false;
	override slice(...range: Parameters<Blob['slice']>): Blob {
		return this.isGone ? gone : super.slice(...range);
	}
	override arrayBuffer(): ReturnType<Blob['arrayBuffer']> {
		return this.isGone ? gone.arrayBuffer() : super.arrayBuffer();
	}
	override stream(): ReturnType<Blob['stream']> {
		return this.isGone ? gone.stream() : super.stream();
	}
}
const notReadable = () => new DOMException('gone', 'NotReadableError');
const gone = Object.assign(new Blob(), {
	arrayBuffer: () => Promise.reject(notReadable()),
	stream: () =>
		new ReadableStream({
			start: (controller) => {
				// What Chromium says of a file that is not there any more.
				controller.error(new TypeError('network error'));
			}
		})
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

test('reading that is stopped, wherever it has come to, says so and offers nothing of what it has read', async () => {
	const other = new Truth(`import-${String(++n)}-other`);
	await storeSession(other, aStoredSession(), someExchanges(2));
	await saveMemoryFile(
		{ db: other, clock: importClock },
		{ path: 'MEMORY.md', text: '- tea\n', expectedRev: null }
	);
	const made = await exportEverything(
		{ db: other, packer, zip: writeZip, seal, app: 'test' },
		{ day: '2026-11-20', now: importClock.now(), passphrase: null },
		never,
		() => undefined
	);
	await other.delete();
	if (made.status !== 'made') throw new Error(made.status);
	const foreign = zipOf({ 'c.json': foreignText('claude-ai.json'), 'notes/a.md': '- dig\n' });
	for (const files of [
		[{ file: made.file, name: 'keepsake.zip' }],
		[{ file: foreign, name: 'foreign.zip' }, fileOf('chatgpt.json')]
	]) {
		const whole = await previewOf(files);
		const said: string[] = [];
		for (let looks = 0; said.at(-1) !== 'read'; looks++) {
			const { outcome, read } = await readFiles(db, files, stopsAfter(looks));
			said.push(outcome.status);
			if (outcome.status === 'read') expect(outcome.preview.items).toEqual(whole.items);
			else expect(read).toBeNull();
		}
		expect(said.length).toBeGreaterThan(5);
		expect(new Set(said.slice(0, -1))).toEqual(new Set(['stopped']));
	}
});

/** A signal that is aborted once it has been looked at so many times. */
function stopsAfter(looks: number): AbortSignal {
	let left = looks;
	const { signal } = new AbortController();
	return Object.defineProperty(signal, 'aborted', { get: () => left-- <= 0 });
}

test('stopping keeps what was imported and says so; running it again brings the rest', async () => {
	const chats = Array.from({ length: 40 }, (_, at) => ({
		uuid: `u${String(at)}`,
		name: `Chat ${String(at)}`,
		created_at: '2026-01-01T00:00:00Z',
		updated_at: '2026-01-01T00:00:00Z',
		chat_messages: [{ uuid: 'a', sender: 'human', text: 'hello', content: [] }]
	}));
	const file = { file: new Blob([JSON.stringify(chats)]), name: 'c.json' };
	const { read } = await readFile(db, file);
	const stop = new AbortController();
	let seen = 0;
	db.sessions.hook('creating', () => {
		if (++seen === 10) stop.abort();
	});
	const stopped = await runRead(db, read!, [], stop.signal);
	expect(stopped).toMatchObject({ status: 'stopped', sessions: 10 });
	expect(await db.sessions.count()).toBe(10);
	expect(await runRead(db, read!)).toMatchObject({ status: 'imported', sessions: 30, there: 10 });
});

test('a backup restores although a foreign zip was read before it: the manifest tells the two apart', async () => {
	await storeSession(db, aStoredSession(), someExchanges(2));
	const made = await exportEverything(
		{ db, packer, zip: writeZip, seal, app: 'test' },
		{ day: '2026-11-20', now: importClock.now(), passphrase: null },
		never,
		() => undefined
	);
	if (made.status !== 'made') throw new Error(made.status);
	const other = new Truth(`import-${String(++n)}`);
	const { outcome, read } = await readFile(other, { file: made.file, name: 'b.zip' });
	expect(outcome).toMatchObject({ preview: { format: 'keepsake-backup' } });
	expect(read?.way).toBe('backup');
	await other.delete();
});

test('lines that a backup brings are sent to no more endpoints than it allowed, nor than is allowed here', async () => {
	const other = new Truth(`import-${String(++n)}`);
	const path = 'MEMORY.md';
	const from = { db, clock: importClock };
	await saveMemoryFile(from, { path, text: '- Diagnosis xyloquartz\n', expectedRev: null });
	for (const [theirs, ours, after] of [
		['never', 'everywhere', 'never'],
		['everywhere', 'local', 'local'],
		['local', 'never', 'never']
	] as const) {
		await setMemoryScope(db, path, theirs);
		const made = await exportEverything(
			{ db, packer, zip: writeZip, seal, app: 'test' },
			{ day: '2026-11-20', now: importClock.now(), passphrase: null },
			new AbortController().signal,
			() => undefined
		);
		if (made.status !== 'made') throw new Error(made.status);
		await other.memoryFiles.clear();
		const to = { db: other, clock: importClock };
		await saveMemoryFile(to, { path, text: '- Bakes bread\n', expectedRev: null });
		await setMemoryScope(other, path, ours);
		await importFile(other, { file: made.file, name: 'b.zip' });
		expect(await memoryFile(other, path)).toMatchObject({
			text: '- Diagnosis xyloquartz\n',
			scope: after
		});
	}
	await other.delete();
});

test('every table of the state has a check for its rows', () => {
	expect(checkedTables.toSorted()).toEqual([...stateTables].toSorted());
});

test('a row of the state that is not as we write it is reported and left out, the rest is restored', async () => {
	const rows = [
		{ table: 'refusals', row: { hash: 'h', line: 'tea', at: 1 } },
		{ table: 'refusals', row: { hash: 'h2', line: 5, at: 1 } },
		{ table: 'proposals', row: { id: 'p', text: 'x', status: 'accepted' } },
		{ table: 'tombstones', row: { id: 't', kind: 'everything', at: 1 } },
		{
			table: 'tombstones',
			row: { id: 't2', kind: 'turn', at: 1, __proto__: { x: 1 }, more: 'dropped' }
		},
		{ table: 'sessions', row: { id: 's' } },
		{
			table: 'memoryRevisions',
			row: { id: 'r', path: '../../x', at: 1, by: 'user', text: '', deleted: false }
		},
		{
			table: 'activity',
			row: { id: 'a', at: 1, kind: 'import', sessionId: null, details: { deep: {} }, failure: null }
		}
	];
	const zip = backupOf({
		'state.jsonl.gz': packer.pack(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
		'settings.json': new TextEncoder().encode(
			'{"theme":"dark","endpoint":"javascript:alert(1)","idleMinutes":"soon","unknown":1}'
		)
	});
	const preview = await previewOf([{ file: zip, name: 'b.zip' }]);
	expect(preview.items.find((item) => item.reason === 'bad-rows')).toMatchObject({ count: 6 });
	expect(await importFile(db, { file: zip, name: 'b.zip' })).toMatchObject({
		status: 'imported',
		skippedLines: 6
	});
	expect(await db.refusals.toArray()).toEqual([{ hash: 'h', line: 'tea', at: 1 }]);
	expect(await db.tombstones.toArray()).toEqual([{ id: 't2', kind: 'turn', at: 1 }]);
	expect(await db.settings.toArray()).toEqual([{ key: 'theme', value: 'dark' }]);
});

test('an archive line that nests without end or is of a kind nobody knows is refused', () => {
	expect(
		readArchiveLine(`{"type":"turn","asked":${'['.repeat(500)}${']'.repeat(500)}}`)
	).toBeNull();
	expect(readArchiveLine('{"type":"__proto__"}')).toBeNull();
});
