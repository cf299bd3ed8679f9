import { beforeEach, expect, test } from 'vitest';
import type { LineOrigin, MemoryWriter } from '#core/memory/memory.ts';
import { normaliseLine } from '#core/lines/line.ts';
import { memoryFile, originsOf, setMemoryScope } from '#db/memory/files.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { IndexStore } from '#db/schema.ts';
import { addTombstone } from '#db/forgetting/intents.ts';
import { runForgetting } from '#flows/forgetting/run-forgetting.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { previewProposal } from '#flows/desk/proposal-write.ts';
import {
	acceptAll,
	acceptProposal,
	editProposalText,
	rejectProposal
} from '#flows/desk/review-desk.ts';
import { undoDecision } from '#flows/desk/undo-decisions.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import { memoryTaint } from '#flows/desk/session-words.ts';
import { tidyMemory } from '#flows/desk/tidy-memory.ts';
import { writeSetting } from '#db/settings.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import type { Model } from '#flows/ports/model.ts';
import { packer } from '#worker/workshop/packer.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { never } from '../../support/never.ts';
import { say } from '../../support/scripted/scripted-model.ts';
import { aRetry, waitingModel } from '../../support/scripted/waiting-model.ts';

/** "Tidy my memory": a draft of changes, by rules or by a model, that waits at the desk line by line. */

const note = 'memory/2026-11-19.md';
let app: TestApp;
withApp((own) => (app = own));
beforeEach(async () => {
	await write('MEMORY.md', '# Me\n- Bakes bread\n- Likes tea\n');
	await write(note, '- likes tea.\n- Ana visits in May\n- The parcel came\n');
});

const write = async (path: string, text: string) => {
	const file = await memoryFile(app.db, path);
	await saveMemoryFile(app, { path, text, expectedRev: file?.rev ?? null });
};
const textOf = async (path: string) => (await memoryFile(app.db, path))?.text ?? null;
const ports = () => ({ db: app.db, clock: app.clock, model: app.model });
const tidy = (answerer = 'claude-test-5', path: string | null = null) =>
	tidyMemory(ports(), { path, answerer }, never);
const learnt = (
	path: string,
	line: string,
	origin: LineOrigin,
	writer: MemoryWriter = 'compaction'
) =>
	app.db.memoryOrigins.put({
		id: `o-${line}`,
		path,
		line: normaliseLine(line),
		sessionId: 's1',
		turnIds: ['t1'],
		origin,
		writer,
		at: 1,
		importance: null,
		tags: []
	});
const answer = '<tidy>\nmerge 2, 3: Likes tea\nmove 4\ndrop 5: it has come\n</tidy>';

test('on this device duplicates are found by rules, with no call, and wait at the desk', async () => {
	expect(await tidy('on-device')).toEqual({ status: 'tidied', proposals: 1, by: 'rules' });
	expect(app.model.bodies).toEqual([]);
	const [proposal] = await waitingProposals(app.db);
	expect(proposal).toMatchObject({
		text: 'Likes tea',
		path: 'MEMORY.md',
		source: 'tidy',
		origin: 'own'
	});
	expect(await textOf(note)).toContain('likes tea.');
	await acceptProposal(app, proposal!.id);
	expect(await textOf('MEMORY.md')).toBe('# Me\n- Bakes bread\n- Likes tea\n');
	expect(await textOf(note)).toBe('- Ana visits in May\n- The parcel came\n');
});

test('#175 a model’s draft changes nothing until each line is accepted, and every acceptance can be taken back', async () => {
	await learnt(note, 'Ana visits in May', 'own');
	app.model.next(say(answer));
	expect(await tidy()).toEqual({ status: 'tidied', proposals: 3, by: 'model' });
	expect(
		(await app.db.ledger.toArray()).map(({ kind, sessionId, outcome }) => [
			kind,
			sessionId,
			outcome
		])
	).toEqual([['tidy', null, 'answered']]);
	const before = [await textOf('MEMORY.md'), await textOf(note)];
	expect(before[1]).toContain('The parcel came');
	const { accepted } = await acceptAll(app);
	expect(accepted).toHaveLength(3);
	expect(await textOf('MEMORY.md')).toBe('# Me\n- Bakes bread\n- Likes tea\n- Ana visits in May\n');
	expect(await textOf(note)).toBeNull();
	expect(await originsOf(app.db, 'MEMORY.md')).toMatchObject([
		{ sessionId: 's1', turnIds: ['t1'], origin: 'own' }
	]);
	for (const id of accepted.toReversed())
		expect(await undoDecision(app, id)).toEqual({ status: 'done' });
	expect([await textOf('MEMORY.md'), await textOf(note)]).toEqual(before);
	expect(await waitingProposals(app.db)).toHaveLength(3);
});

test('a call that waits to be made again is told, and once that it no longer waits', async () => {
	app.model.next(say(answer));
	const model = waitingModel(app.model, aRetry);
	const seen: unknown[] = [];
	const ask = { path: null, answerer: 'claude-test-5' };
	await tidyMemory({ ...ports(), model }, ask, never, (progress) => seen.push(progress));
	expect(seen).toEqual([{ retry: aRetry }, { retry: null }]);
});

test('a change that was taken back and accepted again can be taken back again', async () => {
	await tidy('on-device');
	const id = (await waitingProposals(app.db))[0]?.id ?? '';
	await acceptProposal(app, id);
	expect(await undoDecision(app, id)).toEqual({ status: 'done' });
	const grown = '- likes tea.\n- Ana visits in May\n- The parcel came\n- Sings\n';
	await write(note, grown);
	await acceptProposal(app, id);
	expect(await textOf(note)).not.toContain('tea');
	expect(await undoDecision(app, id)).toEqual({ status: 'done' });
	expect(await textOf(note)).toBe(grown);
});

test('what is written into a file that a change leaves as it was does not hold up its undo', async () => {
	await tidy('on-device');
	const id = (await waitingProposals(app.db))[0]?.id ?? '';
	await acceptProposal(app, id);
	await write('MEMORY.md', '# Me\n- Bakes bread\n- Likes tea\n- Sings\n');
	expect(await undoDecision(app, id)).toEqual({ status: 'done' });
	expect(await textOf(note)).toContain('likes tea.');
	expect(await textOf('MEMORY.md')).toContain('- Sings\n');
});

test('a change that is taken back leaves where its lines were learnt as it was', async () => {
	await learnt('MEMORY.md', 'Likes tea', 'own');
	await learnt(note, 'likes tea.', 'web');
	const before = await app.db.memoryOrigins.toArray();
	await tidy('on-device');
	const id = (await waitingProposals(app.db))[0]?.id ?? '';
	const accept = async (text: string) => {
		await editProposalText(app, id, text);
		expect(await acceptProposal(app, id)).toMatchObject({ status: 'done' });
		expect((await originsOf(app.db, 'MEMORY.md')).length).toBeGreaterThan(1);
	};
	await accept('Drinks tea');
	const written = await app.db.memoryOrigins.toArray();
	await undoDecision(app, id);
	expect(await app.db.memoryOrigins.toArray()).toEqual(before);
	await accept('Drinks tea');
	expect((await app.db.memoryOrigins.toArray()).length).toBe(written.length);
	await undoDecision(app, id);
	await accept('Drinks green tea');
	await undoDecision(app, id);
	expect(await app.db.memoryOrigins.toArray()).toEqual(before);
});

test('a change over two files is shown file by file, exactly as it would be written, and each change is decided alone', async () => {
	app.model.next(say(answer));
	await tidy();
	const moved = (await waitingProposals(app.db)).find(({ tidy: plan }) => plan?.act === 'move');
	const shown = await previewProposal(app, moved?.id ?? '');
	expect(shown?.map(({ path }) => path)).toEqual(['MEMORY.md', note]);
	expect(shown?.[1]).toEqual({
		path: note,
		before: '- likes tea.\n- Ana visits in May\n- The parcel came\n',
		after: '- likes tea.\n- The parcel came\n'
	});
	await acceptProposal(app, moved?.id ?? '');
	for (const { path, after } of shown ?? []) expect(await textOf(path)).toBe(after);
	expect(await waitingProposals(app.db)).toHaveLength(2);
	expect(await previewProposal(app, 'no such line')).toBeNull();
});

test('a rejected change leaves the lines where they are, off the do-not-remember list, and is not proposed again', async () => {
	await tidy('on-device');
	const [proposal] = await waitingProposals(app.db);
	await rejectProposal(app, proposal!.id);
	expect(await app.db.refusals.count()).toBe(0);
	expect(await textOf(note)).toContain('likes tea.');
	expect(await tidy('on-device')).toMatchObject({ proposals: 0 });
});

test('a new draft takes the place of one that still waits', async () => {
	await tidy('on-device');
	await tidy('on-device');
	expect(await waitingProposals(app.db)).toHaveLength(1);
});

test('nor does one come back beside it that left the desk with a message off the record', async () => {
	await learnt(note, 'likes tea.', 'own');
	await app.db.sessions.put(aSession());
	const mark = { sessionId: 's1', turnId: 't1', kind: 'off-record' } as const;
	await tidy('on-device');
	await setMark(app, { ...mark, on: true });
	expect(await waitingProposals(app.db)).toEqual([]);
	await tidy('on-device');
	const [newest, ...others] = await waitingProposals(app.db);
	await setMark(app, { ...mark, on: false });
	expect([others, await waitingProposals(app.db)]).toEqual([[], [newest]]);
});

test('a line that was changed meanwhile is not changed over', async () => {
	await tidy('on-device');
	const [proposal] = await waitingProposals(app.db);
	await write(note, '- something else\n');
	expect(await acceptProposal(app, proposal!.id)).toMatchObject({
		failure: { kind: 'changed-meanwhile' }
	});
	expect(await textOf(note)).toBe('- something else\n');
});

test('words changed at the desk are what is written, also in the place of a line that was to go', async () => {
	app.model.next(say('<tidy>\ndrop 5: old\n</tidy>'));
	await tidy();
	const [proposal] = await waitingProposals(app.db);
	await editProposalText(app, proposal!.id, 'The parcel came on Monday');
	await acceptProposal(app, proposal!.id);
	expect(await textOf(note)).toBe(
		'- likes tea.\n- Ana visits in May\n- The parcel came on Monday\n'
	);
});

test('tidying launders nothing: new words carry the taint of every line the model saw, and moved ones keep their own', async () => {
	await learnt(note, 'The parcel came', 'web');
	await learnt(note, 'Ana visits in May', 'tool');
	app.model.next(say('<tidy>\nmove 4\nrewrite 1: Bakes rye bread\n</tidy>'));
	await tidy();
	expect((await waitingProposals(app.db)).map(({ text, origin }) => [text, origin])).toEqual([
		['Ana visits in May', 'tool'],
		['Bakes rye bread', 'web']
	]);
	expect((await acceptAll(app)).accepted).toEqual([]);
});

test('what an import brought taints on in new words, also where the model wrote others beside it', async () => {
	await learnt(note, 'The parcel came', 'import', 'import');
	await learnt(note, 'Ana visits in May', 'import');
	await learnt(note, 'likes tea.', 'own');
	app.model.next(say('<tidy>\nrewrite 4: Ana comes in May\nrewrite 5: A parcel has come\n</tidy>'));
	await tidy();
	for (const { id } of await waitingProposals(app.db)) await acceptProposal(app, id);
	expect(await textOf(note)).toBe('- likes tea.\n- Ana comes in May\n- A parcel has come\n');
	expect(await memoryTaint(app.db)).toBe('import');
	await write(note, '- likes tea.\n- Ana comes in May\n');
	expect(await memoryTaint(app.db)).toBe('none');
});

test('whatever the rule for memories is, a clean-up waits', async () => {
	await app.db.settings.put({ key: 'reviewMemories', value: 'untainted' });
	await tidy('on-device');
	expect(await waitingProposals(app.db)).toHaveLength(1);
});

test('a file that may not go to the endpoint is not shown to its model', async () => {
	await setMemoryScope(app.db, 'MEMORY.md', 'never');
	await setMemoryScope(app.db, note, 'local');
	expect(await tidy()).toEqual({ status: 'tidied', proposals: 0, by: 'rules' });
	expect(app.model.bodies).toEqual([]);
	await app.db.settings.put({ key: 'endpoint', value: 'http://localhost:11434' });
	app.model.next(say('<tidy>none</tidy>'));
	await tidy();
	expect(JSON.stringify(app.model.bodies)).toContain('Ana visits');
	expect(JSON.stringify(app.model.bodies)).not.toContain('Bakes bread');
});

test('no clean-up carries a line to where others may read it', async () => {
	await setMemoryScope(app.db, note, 'never');
	expect(await tidy('on-device')).toMatchObject({ proposals: 0 });
	await setMemoryScope(app.db, note, 'local');
	await app.db.settings.put({ key: 'endpoint', value: 'http://localhost:11434' });
	app.model.next(say(answer));
	await tidy();
	expect((await waitingProposals(app.db)).map(({ tidy: plan }) => plan?.act)).toEqual(['drop']);
	app.model.next(say('<tidy>\nmove 1\n</tidy>'));
	await tidy('claude-test-5', note);
	expect(await waitingProposals(app.db)).toEqual([]);
});

test('a clean-up of one file that outgrew its budget shows that file only, and names the goal', async () => {
	await app.db.settings.put({ key: 'memoryBudget', value: 10 });
	app.model.next(say('<tidy>none</tidy>'));
	await tidy('claude-test-5', note);
	expect(JSON.stringify(app.model.bodies)).not.toContain('Bakes bread');
	expect(JSON.stringify(app.model.bodies)).toContain('about 8 tokens should be left');
});

test.each([
	['for the first time', 0],
	['that was written again after it had been forgotten before', 1]
])(
	'a line %s is forgotten while the model reads it and is in no change on the desk',
	async (_, before) => {
		const index = new IndexStore(`${app.db.name}-index`);
		const what = { kind: 'line' as const, line: 'Ana visits in May' };
		const forgetIt = async () => {
			const { db, clock, scratch } = app;
			clock.at += 60_000;
			const stored = await addTombstone(db, { what, lines: [], summaries: {} }, clock.now());
			if (stored.status === 'failed') throw new Error(stored.failure.kind);
			const ask = { tombstoneId: stored.value.id, isLast: true };
			await runForgetting({ db, scratch, index, clock, packer }, ask);
		};
		if (before > 0) {
			const files = await app.db.memoryFiles.toArray();
			await forgetIt();
			await app.db.memoryFiles.bulkPut(files);
		}
		app.model.next(say(answer));
		const model: Model = {
			...app.model,
			async *stream(...how) {
				await forgetIt();
				yield* app.model.stream(...how);
			}
		};
		const asked = { path: null, answerer: 'claude-test-5' };
		const tidied = await tidyMemory({ ...ports(), model }, asked, never);
		expect(await tablesWith([app.db], what.line)).toEqual([]);
		expect(tidied).toMatchObject({ failure: { kind: 'changed-meanwhile' } });
		// Read without it, the clean-up goes on as before.
		app.model.next(say('<tidy>\ndrop 4: it has come\n</tidy>'));
		expect(await tidy()).toMatchObject({ status: 'tidied', proposals: 1 });
		await index.delete();
	}
);

test('nobody is asked while something is still being forgotten', async () => {
	const what = { kind: 'line' as const, line: 'Ana visits in May' };
	await addTombstone(app.db, { what, lines: [], summaries: {} }, app.clock.now());
	expect(await tidy()).toMatchObject({ failure: { kind: 'changed-meanwhile' } });
	expect(app.model.bodies).toEqual([]);
});

test('an answer in another form is no clean-up', async () => {
	app.model.next(say('I deleted everything for you!'));
	expect(await tidy()).toEqual({ status: 'unusable' });
	expect(await waitingProposals(app.db)).toEqual([]);
});

test.each(['ask', 'own', 'untainted'] as const)(
	'under the rule %s a fact that is said again decides nothing of a clean-up that waits about it',
	async (rule) => {
		await write('MEMORY.md', '- Lives in Porto\n- Bakes bread\n');
		await write(note, '- Moved to the Rua das Flores\n');
		await learnt('MEMORY.md', 'Lives in Porto', 'assistant');
		await writeSetting(app.db, 'reviewMemories', rule);
		app.model.next(
			say('<tidy>\ndrop 1: out of date\nmerge 2, 3: Bakes in the Rua das Flores\n</tidy>')
		);
		await tidy();
		const before = await waitingProposals(app.db);
		expect(before).toMatchObject([{ tidy: { act: 'drop' } }, { tidy: { act: 'merge' } }]);
		const tell = (text: string) =>
			proposeLine(app, {
				text,
				path: note,
				source: 'reset',
				origin: 'own',
				sessionId: null,
				turnIds: []
			});
		expect(await tell('I live in Porto')).toEqual({ status: 'known' });
		const said = await tell('I bake in the Rua das Flores');
		expect(said.status).toBe(rule === 'ask' ? 'waiting' : 'written');
		expect(await textOf('MEMORY.md')).toBe('- Lives in Porto\n- Bakes bread\n');
		const waiting = await waitingProposals(app.db);
		expect(waiting.filter((proposal) => proposal.tidy)).toEqual(before);
	}
);
