import { describe, expect, test } from 'vitest';
import type { Forgetting } from '#core/forgetting/what.ts';
import { formKey } from '#core/lines/same-line.ts';
import { memoryFile } from '#db/memory/files.ts';
import { everyPen, putPen, type Pen } from '#db/scratch/pens.ts';
import { putUnsaved, unsavedOf } from '#db/scratch/unsaved.ts';
import { putUnsent } from '#db/scratch/unsent.ts';
import { editKey } from '#db/scratch/unsent-edits.ts';
import { dropEdits } from '#db/forgetting/unsaved.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { rememberText, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import { rejectProposal } from '#flows/desk/review-desk.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';
import { filesWith, tablesWith } from '../../support/find-bytes.ts';
import { never } from '../../support/never.ts';
import { say } from '../../support/scripted/scripted-model.ts';
import {
	canary,
	app,
	session,
	withWordEverywhere,
	send,
	stores,
	exported,
	aSummary
} from '../../support/apps/word-everywhere.ts';
import { restoreIn, wholeBackup } from '../../support/apps/with-workshop.ts';

/** A memory line is forgotten: in its file, its history, the requests, and in what is being written. */

withWordEverywhere();

describe('what is being written when a memory line is forgotten', () => {
	const line = `Keeps ${canary} in the shed`;
	const before = { text: 'Tea.', anchors: '' };
	const forgetLine = (ends: Forgetting['summaries'] = {}) =>
		forget(app, { what: { kind: 'line', line }, lines: [], summaries: ends });
	const kept = async () =>
		Object.fromEntries((await everyPen(app.scratch)).map(({ id, words }) => [id, words]));
	const put = (pen: Pick<Pen, 'kind' | 'id' | 'words'>) =>
		putPen(app.scratch, { ...pen, by: 'a tab', at: 1 } as Pen);

	test('of a summary stays, without the line', async () => {
		await app.db.summaries.bulkPut([
			aSummary({ id: 'one', text: 'Tea.' }),
			aSummary({ id: 'two', text: 'Cups.' })
		]);
		await put({ kind: 'summary', id: 'one', words: { text: 'Green tea.', anchors: '', before } });
		const holding = { text: `- Cups\n- ${line}\n`, anchors: '', before };
		await put({ kind: 'summary', id: 'two', words: holding });
		const source = { text: `- ${line}\n- Tea\n`, before: 'Tea.' };
		await put({ kind: 'source', id: 'Summary one', words: source });
		await forgetLine();
		expect(await kept()).toEqual({
			one: { text: 'Green tea.', anchors: '', before },
			two: { text: '- Cups\n', anchors: '', before },
			'Summary one': { text: '- Tea\n', before: 'Tea.' }
		});
	});

	test('of a summary that is decided about with it goes', async () => {
		await app.db.summaries.put(aSummary({ id: 'one' }));
		const told = { text: `They keep ${canary} in the shed.`, anchors: '', before };
		await put({ kind: 'summary', id: 'one', words: told });
		const source = { text: told.text, before: 'Tea.' };
		await put({ kind: 'source', id: 'Summary one', words: source });
		await forgetLine({ one: { how: 'rewrite', text: 'Tea.' } });
		expect(await kept()).toEqual({});
	});

	test('of a line that is decided and can be waited for again stays; of one that was emptied it goes', async () => {
		const learnt = { path: 'MEMORY.md', source: 'compaction', origin: 'own' } as const;
		const from = { sessionId: session.id, turnIds: [] };
		for (const words of ['Likes tea', line])
			await proposeLine(app, { text: words, ...learnt, ...from });
		for (const { id, text: words } of await app.db.proposals.toArray())
			await put({ kind: 'line', id, words: words === line ? 'Keeps it' : 'Likes green tea' });
		const tea = (await app.db.proposals.toArray()).find((row) => row.text === 'Likes tea');
		await rejectProposal(app, tea?.id ?? '');
		await forgetLine();
		expect(await kept()).toEqual({ [tea?.id ?? '']: 'Likes green tea' });
	});
});

test('of a line that waited or was rejected the file it was for goes too: its name may tell the words', async () => {
	app.model.next(say('Noted.'));
	await send(`I keep ${canary} in the shed`);
	const path = `memory/${canary}.md`;
	const learnt = { source: 'save-memory', origin: 'own', turnIds: [] } as const;
	for (const words of ['Likes tea', `Keeps ${canary}`]) {
		const line = { ...learnt, text: words, path, sessionId: session.id };
		await proposeLine(app, line);
	}
	const rows = await app.db.proposals.toArray();
	await app.db.proposals.update(rows[1]?.id ?? '', { path: 'MEMORY.md', home: path });
	await rejectProposal(app, rows[0]?.id ?? '');
	await forget(app, { what: { kind: 'session', sessionId: session.id }, lines: [], summaries: {} });
	expect(await tablesWith(stores(), canary)).toEqual([]);
});

test('a forgotten memory line is gone from its file, its history and every request, and is not proposed again', async () => {
	const line = `Keeps ${canary} in the shed behind the house`;
	await rememberText(app, { text: line, sessionId: null, guest: false });
	await rememberText(app, { text: 'Likes cups', sessionId: null, guest: false });
	app.model.next(say('Hello.'));
	await send('Good morning to you');
	const unsaved = { path: 'MEMORY.md', base: 2, at: app.clock.now() };
	for (const by of ['here', 'there'])
		await putUnsaved(app.scratch, { ...unsaved, by, text: `- ${line}\n- Likes mugs\n` });
	expect(await tablesWith(stores(), canary)).toEqual([
		'blobs',
		'memoryFiles',
		'memoryOrigins',
		'memoryRevisions',
		'unsavedFiles'
	]);
	const older = await wholeBackup(app);
	await app.workshop.run('keep-snapshot', { reason: 'regular' }, never);
	await app.workshop.run('write-canary', { accept: false }, never);
	expect(await filesWith(app.vault.files, canary)).not.toEqual([]);
	expect(await filesWith(await exported(), canary)).not.toEqual([]);
	await forget(app, { what: { kind: 'line', line }, lines: [], summaries: {} });
	expect(await tablesWith(stores(), canary)).toEqual([]);
	expect(await filesWith(await exported(), canary)).toEqual([]);
	expect(await app.workshop.run('write-canary', { accept: false }, never)).toMatchObject({
		status: 'written'
	});
	await app.workshop.run('keep-snapshot', { reason: 'when-due' }, never);
	expect(await filesWith(app.vault.files, canary)).toEqual([]);
	expect((await memoryFile(app.db, 'MEMORY.md'))?.text).toBe('- Likes cups\n');
	const kept = await unsavedOf(app.scratch, 'MEMORY.md');
	expect(kept.map(({ text }) => text)).toEqual(['- Likes mugs\n', '- Likes mugs\n']);
	await restoreIn(app, older);
	expect(await tablesWith(stores(), canary)).toEqual([]);
	expect(
		await proposeLine(app, {
			text: line,
			path: 'MEMORY.md',
			source: 'compaction',
			origin: 'own',
			sessionId: null,
			turnIds: []
		})
	).toEqual({ status: 'refused' });
});

test('a forgotten memory line is gone also where it was no bullet: in prose, in a numbered list, in older versions', async () => {
	const line = `Keeps ${canary} in the shed`;
	const write = async (path: string, words: string, expectedRev: number | null) =>
		saveMemoryFile(app, { path, text: words, expectedRev });
	await write('MEMORY.md', `${line}\n`, null);
	app.model.next(say('Hello.'));
	await send('Good morning to you');
	await write('MEMORY.md', `- ${line}\n- Likes tea\n`, 1);
	await write('memory/shed.md', `# Shed\n\n1. ${line}\n2. It is blue\n`, null);
	const unsaved = { path: 'MEMORY.md', base: 2, at: app.clock.now(), by: 'here' };
	await putUnsaved(app.scratch, { ...unsaved, text: `${line}\nLikes mugs\n` });
	const older = await wholeBackup(app);
	await forget(app, { what: { kind: 'line', line }, lines: [], summaries: {} });
	expect(await tablesWith(stores(), canary)).toEqual([]);
	expect((await memoryFile(app.db, 'memory/shed.md'))?.text).toBe('# Shed\n\n2. It is blue\n');
	const kept = await unsavedOf(app.scratch, 'MEMORY.md');
	expect(kept.map((row) => row.text)).toEqual(['Likes mugs\n']);
	await restoreIn(app, older);
	expect(await tablesWith(stores(), canary)).toEqual([]);
});

test('with a message goes what was written of another wording of it, and of no message whose id only begins so', async () => {
	for (const turnId of ['t1', 't10'])
		await putUnsent(app.scratch, { sessionId: editKey('s1', turnId), text: 'Or so', at: 1 });
	await dropEdits(app.scratch, [editKey('s1', 't1')]);
	const left = await app.scratch.unsent.toCollection().primaryKeys();
	expect(left).toEqual([editKey('s1', 't10')]);
});

test('who has read a file before a line of it was forgotten does not write that line back', async () => {
	const line = `Keeps ${canary} in the shed`;
	const text = `- ${line}\n- Likes tea\n`;
	expect(await saveMemoryFile(app, { path: 'MEMORY.md', text, expectedRev: null })).toMatchObject({
		status: 'stored'
	});
	const read = await memoryFile(app.db, 'MEMORY.md');
	await forget(app, { what: { kind: 'line', line }, lines: [], summaries: {} });
	const again = { path: 'MEMORY.md', text: `${text}- Likes cups\n`, expectedRev: read!.rev };
	expect(await saveMemoryFile(app, again)).toMatchObject({
		status: 'failed',
		failure: { kind: 'changed-meanwhile' }
	});
	expect((await memoryFile(app.db, 'MEMORY.md'))?.text).toBe('- Likes tea\n');
});

test('of a forgotten memory line goes also what waits in its place, and what was refused in the form of before', async () => {
	const line = `Keeps ${canary} in the shed`;
	const path = 'MEMORY.md';
	await rememberText(app, { text: line, sessionId: null, guest: false });
	await app.db.refusals.put({ hash: formKey(line), line, at: 1 });
	const takes = [line, 'Keeps tools in the shed'].map((taken) => ({ path, line: taken }));
	const merged = { act: 'merge' as const, takes, why: 'They are alike.' };
	const rows = [
		aProposal('Keeps it in the barn', { replaces: line }),
		aProposal('Keeps much in the shed', { source: 'tidy', tidy: merged })
	];
	await app.db.proposals.bulkPut(rows);
	await forget(app, { what: { kind: 'line', line }, lines: [], summaries: {} });
	expect(await tablesWith(stores(), canary)).toEqual([]);
	expect(await app.db.refusals.get(formKey(line))).toMatchObject({ line: '' });
	expect(await app.db.proposals.bulkGet(rows.map(({ id }) => id))).toEqual(
		rows.map(() => expect.objectContaining({ text: '', status: 'superseded' }) as unknown)
	);
});
