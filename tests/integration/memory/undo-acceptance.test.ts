/** The undo of an acceptance gives back the file as it was, or says that it does not. */
import { describe, expect, test } from 'vitest';
import { memoryFile } from '#db/memory/files.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import { undoDecision } from '#flows/desk/undo-decisions.ts';
import {
	moveLines,
	renameMemoryFile,
	undoMemoryAct,
	type MemoryAct
} from '#flows/memory/memory-acts.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';

const note = 'memory/2026-11-20.md';
const heading = '### Extracted from context compaction (13:30)\n';
const tea = aProposal('Likes tea');
let app: TestApp;
withApp((own) => (app = own));

const textOf = async (path: string) => (await memoryFile(app.db, path))?.text;
const status = async () => (await app.db.proposals.get(tea.id))?.status;

async function accept(before?: string): Promise<void> {
	await app.db.proposals.put(tea);
	if (before !== undefined)
		await saveMemoryFile(app, { path: note, text: before, expectedRev: null });
	expect(await acceptProposal(app, tea.id)).toMatchObject({ status: 'done' });
}

test.each([
	'```\n- code\n',
	'```\n- code',
	'~~~\r\ncode\r\n',
	`${heading}- one\n\`\`\`\n# code\n`,
	`${heading}\`\`\`\n# code\n\`\`\`\n`,
	'\ufeff',
	'\n\n',
	heading,
	`- one\n\n${heading}`
])('the file %j is as it was', async (before) => {
	await accept(before);
	expect(await textOf(note)).not.toBe(before);
	expect(await undoDecision(app, tea.id)).toEqual({ status: 'done' });
	expect([await textOf(note), await status()]).toEqual([before, 'waiting']);
	// And once more it is written once.
	await acceptProposal(app, tea.id);
	expect((await textOf(note))?.split('Likes tea')).toHaveLength(2);
});

const elsewhere: Readonly<Record<string, () => Promise<MemoryAct>>> = {
	'a line that was moved': async () => {
		const file = await memoryFile(app.db, note);
		const starts = [file?.text.indexOf('- Likes') ?? -1];
		const moved = await moveLines(app, { from: note, starts, expectedRev: file?.rev ?? 0 });
		if (moved.status === 'failed') throw new Error('not moved');
		return moved.act;
	},
	'a line whose file has another name': async () => {
		const renamed = await renameMemoryFile(app, { from: note, to: 'memory/tea.md' });
		if (renamed.status === 'failed') throw new Error('not renamed');
		return renamed.act;
	}
};

describe.each(Object.keys(elsewhere))('%s', (how) => {
	test('stays accepted, and is taken back behind what moved it', async () => {
		await accept();
		const act = (await elsewhere[how]?.()) ?? { act: '', paths: [] };
		expect(await undoDecision(app, tea.id)).toMatchObject({
			failure: { kind: 'changed-meanwhile' }
		});
		expect(await status()).toBe('accepted');
		expect((await app.db.memoryFiles.toArray()).some(({ text }) => text.includes(tea.text))).toBe(
			true
		);
		await undoMemoryAct(app, act);
		expect(await undoDecision(app, tea.id)).toEqual({ status: 'done' });
		expect([await textOf(note), await status()]).toEqual([undefined, 'waiting']);
	});
});

test.each([
	['2026-11-20', '### Extracted from context compaction (2026-11-20 13:30)'],
	// Accepted by an older version.
	[undefined, '### Extracted from context compaction (13:30)']
])('in MEMORY.md it stands below its day, and goes with it: learnt on %s', async (day, above) => {
	const line = { ...tea, path: 'MEMORY.md', ...(day && { day }) };
	await app.db.proposals.put(line);
	await saveMemoryFile(app, { path: 'MEMORY.md', text: '- one\n', expectedRev: null });
	await acceptProposal(app, line.id);
	expect(await textOf('MEMORY.md')).toBe(`- one\n\n${above}\n- Likes tea\n`);
	expect(await undoDecision(app, line.id)).toEqual({ status: 'done' });
	expect([await textOf('MEMORY.md'), await status()]).toEqual(['- one\n', 'waiting']);
});

test('a line that stands in code, where an older version wrote it, is not said to be gone', async () => {
	await accept('```\n- code\n');
	const file = await memoryFile(app.db, note);
	const text = `\`\`\`\n- code\n\n${heading}- Likes tea\n`;
	await saveMemoryFile(app, { path: note, text, expectedRev: file?.rev ?? null });
	expect(await undoDecision(app, tea.id)).toMatchObject({ status: 'failed' });
	expect([await textOf(note), await status()]).toEqual([text, 'accepted']);
});

test('a line that its file held already, so that nothing was written, waits again', async () => {
	await accept('- Likes tea\n');
	expect(await undoDecision(app, tea.id)).toEqual({ status: 'done' });
	expect([await textOf(note), await status()]).toEqual(['- Likes tea\n', 'waiting']);
});

test('a line that was taken out by hand since waits again', async () => {
	await accept('- one\n');
	const file = await memoryFile(app.db, note);
	await saveMemoryFile(app, { path: note, text: '- one\n', expectedRev: file?.rev ?? null });
	expect(await undoDecision(app, tea.id)).toEqual({ status: 'done' });
	expect([await textOf(note), await status()]).toEqual(['- one\n', 'waiting']);
});

test('of a line that somebody has written by hand too, the one goes that was accepted', async () => {
	await accept('- one\n');
	const file = await memoryFile(app.db, note);
	const text = `- Likes tea\n${file?.text ?? ''}`;
	await saveMemoryFile(app, { path: note, text, expectedRev: file?.rev ?? null });
	expect(await undoDecision(app, tea.id)).toEqual({ status: 'done' });
	expect([await textOf(note), await status()]).toEqual(['- Likes tea\n- one\n', 'waiting']);
});

describe('a line that took the place of another', () => {
	const line = { ...tea, replaces: 'Likes coffee' };
	const edit = async (of: (text: string) => string) => {
		const file = await memoryFile(app.db, note);
		const expectedRev = file?.rev ?? null;
		await saveMemoryFile(app, { path: note, text: of(file?.text ?? ''), expectedRev });
	};

	test.each<[string, string, (text: string) => string]>([
		['the same words stood above', '- Likes tea\n- Likes coffee\n', (text) => text],
		[
			'the same words stood above, and the file was written to',
			'- Likes tea\n- Likes coffee\n',
			(text) => `# Me\n${text}`
		],
		['the same words were added below', '- Likes coffee\n- x\n', (text) => `${text}- Likes tea\n`],
		['an empty heading of the user', `- Likes coffee\n\n${heading}`, (text) => `# Me\n${text}`],
		['an end of the file that was tidied', '- Likes coffee\n\n', (text) => text.trimEnd()],
		['a block of code that nothing closes', '- Likes coffee\n```\ncode', (text) => `${text}\n`]
	])('gives it back in its place, and all else stays: %s', async (_, before, since) => {
		await app.db.proposals.put(line);
		await edit(() => before);
		expect(await acceptProposal(app, line.id)).toMatchObject({ status: 'done' });
		await edit(since);
		expect(await undoDecision(app, line.id)).toEqual({ status: 'done' });
		expect([await textOf(note), await status()]).toEqual([since(before), 'waiting']);
	});
});
