import { beforeEach, expect, test } from 'vitest';
import { asForeignState } from '#core/backup/foreign-rows.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import { memoryTaint } from '#flows/desk/session-words.ts';
import { rememberText, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { storyOfLine } from '#flows/memory/line-story.ts';
import { originsInFile } from '#flows/memory/line-sources.ts';
import { takeVouchBack, vouchForLine } from '#flows/memory/vouch-for-line.ts';
import { originsByLine } from '#ui/memory/origin-of.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { importFile } from '../../support/apps/importing.ts';

/** Lines that came with a file become the user's own by an act of theirs, and by nothing else. */

let app: TestApp;
withApp((own) => (app = own));
beforeEach(async () => {
	const file = new Blob(['- Likes tea\n- Keeps bees\n']);
	await importFile(app.db, { file, name: '2026-11-19.md' });
});

const line = (text: string) => ({ path: 'memory/2026-11-19.md', text });

test('memory is suspicious until every imported line in it is vouched for or gone', async () => {
	expect(await memoryTaint(app.db)).toBe('import');
	expect(await vouchForLine(app, line('Likes tea'))).toEqual({ status: 'done' });
	expect(await memoryTaint(app.db)).toBe('import');
	await vouchForLine(app, line('Keeps bees'));
	expect(await memoryTaint(app.db)).toBe('none');
	expect(await takeVouchBack(app, 'Keeps bees')).toEqual({ status: 'done' });
	expect(await memoryTaint(app.db)).toBe('import');
});

test('a line of a conversation in which something was quoted was read when it was accepted, and makes no other suspicious', async () => {
	for (const text of ['Likes tea', 'Keeps bees']) await vouchForLine(app, line(text));
	const said = { path: 'MEMORY.md', origin: 'import', sessionId: 's1', turnIds: ['t1'] } as const;
	for (const source of ['save-memory', 'compaction', 'import'] as const) {
		await proposeLine(app, { ...said, source, text: `Has a ${source} in the garden` });
		const [waiting] = await waitingProposals(app.db);
		await acceptProposal(app, waiting?.id ?? '');
		expect(await memoryTaint(app.db)).toBe(source === 'import' ? 'import' : 'none');
	}
});

test('where the line came from stays known beside the vouching', async () => {
	await vouchForLine(app, line('Likes tea'));
	const { learnt } = await storyOfLine(app, line('Likes tea'));
	expect(learnt.map(({ by, origin }) => [by, origin])).toEqual([
		['vouch', 'own'],
		['import', 'import']
	]);
});

test('what is vouched for is these words: a line that reads otherwise is not', async () => {
	await vouchForLine(app, line('Likes tea'));
	await vouchForLine(app, line('Keeps bees'));
	expect(await vouchForLine(app, line('Likes wine'))).toMatchObject({ status: 'failed' });
	await importFile(app.db, { file: new Blob(['- Likes wine\n']), name: '2026-11-18.md' });
	expect(await memoryTaint(app.db)).toBe('import');
});

test('a hand that rewords a vouched line takes the vouching along', async () => {
	await vouchForLine(app, line('Likes tea'));
	await vouchForLine(app, line('Keeps bees'));
	const { path } = line('');
	const text = '- Likes green tea\n- Keeps bees\n';
	await saveMemoryFile(app, { path, text, expectedRev: 1 });
	expect(await memoryTaint(app.db)).toBe('none');
});

test('a stranger’s backup vouches for nothing: what it says of vouching is an import', async () => {
	await app.db.memoryOrigins.toCollection().modify((row) => {
		Object.assign(
			row,
			asForeignState({ table: 'memoryOrigins', row: { ...row, writer: 'vouch' } })?.row
		);
	});
	expect((await app.db.memoryOrigins.toArray())[0]).toMatchObject({ writer: 'import' });
	expect(await memoryTaint(app.db)).toBe('import');
	expect(await takeVouchBack(app, 'Likes tea')).toMatchObject({ status: 'failed' });
	const edited = { text: 'Likes tea', offered: 'Likes wine' };
	expect(asForeignState({ table: 'proposals', row: edited })?.row).toMatchObject({ offered: '' });
});

test('a vouching is of one line and not of its twin that a sign parts from it, whoever writes which', async () => {
	await vouchForLine(app, line('Likes tea'));
	await vouchForLine(app, line('Keeps bees'));
	const file = new Blob(['- Blood group of Anna is A-\n']);
	await importFile(app.db, { file, name: '2026-11-18.md' });
	await rememberText(app, { text: 'Blood group of Anna is A', sessionId: null, guest: false });
	expect(await memoryTaint(app.db)).toBe('import');
	const twin = { path: 'memory/2026-11-18.md', text: 'Blood group of Anna is A-' };
	await vouchForLine(app, twin);
	expect(await memoryTaint(app.db)).toBe('none');
	// Of rows from before only the form is known.
	await app.db.memoryOrigins.toCollection().modify({ signs: undefined });
	expect(await memoryTaint(app.db)).toBe('import');
	await saveMemoryFile(app, { path: 'MEMORY.md', text: '- Likes tea\n', expectedRev: 1 });
	expect(await memoryTaint(app.db)).toBe('none');
});

test('an imported line is foreign beside the user’s own that a sign parts from it', async () => {
	await vouchForLine(app, line('Likes tea'));
	await vouchForLine(app, line('Keeps bees'));
	const { path } = line('');
	const text = '- Likes tea\n- Keeps bees\n- Is A\n';
	await saveMemoryFile(app, { path, text, expectedRev: 1 });
	await importFile(app.db, { file: new Blob([`${text}- Is A-\n`]), name: '2026-11-19.md' });
	expect(await memoryTaint(app.db)).toBe('import');
});

test('of twins that a sign parts each is told and vouched for alone', async () => {
	const path = 'memory/2026-11-18.md';
	const [plain, twin] = ['Blood type A', 'Blood type A-'].map((text) => ({ path, text }));
	if (!plain || !twin) throw new Error('two lines');
	const beside = async (text: string) =>
		originsByLine(await originsInFile(app, path))(text)?.writer;
	const told = async (of: typeof twin) => (await storyOfLine(app, of)).learnt.map(({ by }) => by);
	await saveMemoryFile(app, { path: line('').path, text: '# Empty\n', expectedRev: 1 });
	const file = new Blob([`- ${plain.text}\n- ${twin.text}\n`]);
	await importFile(app.db, { file, name: '2026-11-18.md' });

	await vouchForLine(app, plain);
	expect([await told(plain), await told(twin)]).toEqual([['vouch', 'import'], ['import']]);
	expect([await beside(plain.text), await beside(twin.text)]).toEqual(['vouch', 'import']);
	expect(await takeVouchBack(app, twin.text)).toMatchObject({
		status: 'failed',
		failure: { kind: 'changed-meanwhile' }
	});
	await vouchForLine(app, twin);
	expect(await memoryTaint(app.db)).toBe('none');
	expect(await beside(twin.text)).toBe('vouch');

	// A vouching of which only the form is known speaks of neither while both stand.
	await app.db.memoryOrigins.toCollection().modify({ signs: undefined });
	for (const of of [plain, twin]) {
		expect(new Set(await told(of))).toEqual(new Set(['import']));
		expect(await beside(of.text)).toBe('import');
		await vouchForLine(app, of);
		expect(await told(of)).toContain('vouch');
	}
	expect(await memoryTaint(app.db)).toBe('none');
	await saveMemoryFile(app, { path, text: `- ${twin.text}\n`, expectedRev: 1 });
	expect(await takeVouchBack(app, twin.text)).toEqual({ status: 'done' });
	expect(await told(twin)).not.toContain('vouch');
});

test('what was learnt of a line in another file is found though a twin of it stands here', async () => {
	const path = 'memory/2026-11-18.md';
	await importFile(app.db, { file: new Blob(['- Blood type A\n']), name: '2026-11-18.md' });
	const file = new Blob(['- Blood type A-\n']);
	await importFile(app.db, { file, name: '2026-11-17.md' });
	const text = '- Blood type A\n- Blood type A-\n';
	await saveMemoryFile(app, { path, text, expectedRev: 1 });
	const found = await originsInFile(app, path);
	expect(found.map((row) => row.path)).toEqual([path, 'memory/2026-11-17.md']);
});
