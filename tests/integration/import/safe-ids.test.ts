import { beforeEach, describe, expect, test } from 'vitest';
import { safeId } from '#core/import/safe-ids.ts';
import { marksByTurn } from '#core/log/marks.ts';
import { putBeside } from '#db/copies/imports.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { readArchive } from '#flows/archives/read-archive.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { deleteSessions } from '#flows/sessions/change-session.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { sha256 } from '#core/sha256.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { backupOf, importFile, importInto, previewFrom } from '../../support/apps/importing.ts';
import { packer } from '#worker/workshop/packer.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { anExchange, call, text } from '../../support/builders/a-turn.ts';
import { storeSession } from '../../support/builders/stored-session.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { never, unseen } from '../../support/never.ts';
import { answer, say } from '../../support/scripted/scripted-model.ts';

/** Ids in a file of somebody else: whatever they are, search, links and forgetting go on. */

let app: TestApp;
withAppAndWorkshop((own) => (app = own));
beforeEach(() => {
	importInto(app);
});

const odd = [
	'constructor',
	'__proto__',
	'toString',
	'..',
	'../settings',
	'a/b#c?d',
	'gi"ft',
	'gi<ft',
	'gi#ft',
	'a gift',
	'x'.repeat(101)
];

/** A session with one message, whose ids are all the same word. */
const gift = (id: string): readonly object[] => {
	const place = { sessionId: id, branch: id, seq: 0, turnId: id };
	const asked = [text('The secret word of the cellar is xyloquartz')];
	return [
		{ type: 'session', id, kind: 'main', createdAt: 1, activeAt: 1, title: 'A gift', branch: id },
		{ type: 'branch', sessionId: id, branch: id, forkSeq: 0, headSeq: 0 },
		{ type: 'turn', ...place, hash: 'x', askedAt: 1, asked },
		{ type: 'step', ...place, index: 0, hash: 'y', content: [text('Nice.')] },
		{ type: 'mark', sessionId: id, turnId: id, kind: 'off-record', at: 1 }
	];
};
const jsonLines = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

const files: Readonly<Record<string, (id: string) => { file: Blob; name: string }>> = {
	'lines of JSON': (id) => ({ file: new Blob([jsonLines(gift(id))]), name: 'gift.jsonl' }),
	'a session as JSON': (id) => ({
		file: new Blob([
			JSON.stringify({ format: 'keepsake-session', formatVersion: 1, lines: gift(id) })
		]),
		name: 'gift.json'
	}),
	'a backup': (id) => ({
		file: backupOf({ 'sessions/gift.jsonl.gz': packer.pack(jsonLines(gift(id))) }),
		name: 'gift.zip'
	})
};

const search = (query: string) =>
	app.workshop.run(
		'search',
		{
			query,
			limit: 10,
			now: app.clock.now(),
			guest: false,
			sessionId: null,
			fromAt: null,
			throughAt: null,
			prefix: false
		},
		never
	);
const found = async (query: string) => {
	const outcome = await search(query);
	if (outcome.status !== 'found') return outcome;
	return [...new Set(outcome.hits.map((hit) => hit.sessionId))];
};

async function goOn(id: string, words: string) {
	app.model.next(say('Yes.'));
	await sendWords(app, (await sessionOf(app.db, id))!, words);
	return JSON.stringify(app.model.bodies.at(-1));
}

describe.each(Object.keys(files))('from %s', (kind) => {
	test.each(odd)('the id %s becomes another, the same each time', async (id) => {
		const mine = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('Fine.'));
		await sendWords(app, mine, 'I keep bees in Fulda.');
		await importFile(app.db, files[kind]!(id));
		const [turn] = await app.db.turns.filter(({ sessionId }) => sessionId !== mine.id).toArray();
		if (!turn) throw new Error('nothing came');
		const marks = await app.db.marks.toArray();
		for (const one of [turn.sessionId, turn.branch, turn.turnId])
			expect(one).toMatch(/^[\w-]{36}$/);
		expect(await app.db.sessions.get(turn.sessionId)).toMatchObject({ branch: turn.branch });
		expect(marks).toMatchObject([{ sessionId: turn.sessionId, turnId: turn.turnId }]);
		expect(await app.db.steps.get([turn.sessionId, turn.branch, 0, 0])).toBeDefined();
		await importFile(app.db, files[kind]!(id));
		expect(await app.db.sessions.count()).toBe(2);
		expect(await app.db.turns.count()).toBe(2);
		expect(await found('bees')).toEqual([mine.id]);
		expect(await found('xyloquartz')).toEqual([turn.sessionId]);
	});
});

test('of a backup what waits, and what lies in an archive alone, comes with its session', async () => {
	const mine = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(say('Fine.'));
	await sendWords(app, mine, 'I keep bees in Fulda.');
	const id = 'a gift';
	const [head, branch, ...said] = gift(id);
	const bytes = packer.pack(jsonLines([head!, ...said]));
	const path = 'agents/main/sessions/gift.jsonl.gz';
	const state = [
		{ table: 'proposals', row: aProposal('Likes tea', { sessionId: id, turnIds: [id] }) },
		{
			table: 'archives',
			row: {
				...{ id: 'an archive', path, sessionId: id, round: 1, title: 'A gift' },
				...{ packedBytes: bytes.length, sha256: sha256(bytes), rawBytes: 1, turns: 1 },
				...{ firstAt: 1, lastAt: 1, createdAt: 1, deletedAt: null }
			}
		},
		{
			table: 'cold',
			row: {
				...{ id: 'cold', sessionId: id, branch: id, fromSeq: 0, throughSeq: 0 },
				...{ archiveId: 'an archive', turnIds: [id], at: 1 }
			}
		}
	];
	const file = backupOf({
		'sessions/gift.jsonl.gz': packer.pack(jsonLines([head!, branch!])),
		'state.jsonl.gz': packer.pack(jsonLines(state)),
		[`archives/${path}`]: bytes
	});
	await importFile(app.db, { file, name: 'gift.zip' });
	const [turn] = await app.db.turns.filter(({ sessionId }) => sessionId !== mine.id).toArray();
	expect(turn).toMatchObject({ sessionId: safeId(id), branch: safeId(id), turnId: safeId(id) });
	expect(await app.db.proposals.toArray()).toMatchObject([
		{ sessionId: safeId(id), turnIds: [safeId(id)] }
	]);
	const [archive] = await app.db.archives.toArray();
	expect(archive).toMatchObject({ id: safeId('an archive'), sessionId: safeId(id) });
	const read = await readArchive({ ...app, packer }, { archiveId: archive!.id });
	expect(read).toMatchObject({ status: 'read', isSound: true, damaged: 0 });
	expect(JSON.stringify(read)).not.toContain(`"${id}"`);
});

test('what another session has under an id that a file names stays', async () => {
	const { db } = app;
	const [pin, summary] = [
		{ id: 'p', sessionId: 'mine', text: 'Mine', turnId: null, at: 1 },
		aSummary(1, { id: 'm', sessionId: 'mine' })
	];
	await putBeside(db, 'mine', { summaries: [summary], marks: [], pins: [pin] });
	const theirs = { sessionId: 'theirs', text: 'Theirs' };
	await putBeside(db, 'theirs', {
		summaries: [{ ...summary, ...theirs }],
		marks: [],
		pins: [
			{ ...pin, ...theirs },
			{ ...pin, ...theirs, id: 'q' }
		]
	});
	expect(await db.summaries.toArray()).toEqual([summary]);
	expect(await db.pins.toArray()).toEqual([pin, { ...pin, ...theirs, id: 'q' }]);
});

test('where its session was forgotten here the preview of the backup says so', async () => {
	app.model.next(say('Fine.'));
	await sendWords(app, newSession(app, { kind: 'main', offRecord: false }), 'I keep bees.');
	const file = files['a backup']!('a gift');
	await importFile(app.db, file);
	const what = { kind: 'session', sessionId: safeId('a gift') } as const;
	await forget(app, { what, lines: [], summaries: {} });
	const { items } = await previewFrom(app.db, [file]);
	expect(items).toMatchObject([{ what: 'session', state: 'forgotten' }]);
});

test('its title is forgotten with it where a reset tells of it', async () => {
	const id = 'a gift';
	const title = 'Xyloquartz cellar';
	app.model.next(say('Fine.'));
	await sendWords(app, newSession(app, { kind: 'main', offRecord: false }), 'I keep bees.');
	const [head, ...said] = gift(id);
	const next = { ...head, id: 'next', title: 'Another', branch: 'trunk' };
	const details = { by: 'user', title, archiveId: '', proposals: 0, undo: 'reset', ended: id };
	const row = { id: 'r1', at: 1, kind: 'reset', sessionId: 'next', details, failure: null };
	const file = backupOf({
		'sessions/gift.jsonl.gz': packer.pack(jsonLines([{ ...head, title }, ...said])),
		'sessions/next.jsonl.gz': packer.pack(jsonLines([next])),
		'state.jsonl.gz': packer.pack(jsonLines([{ table: 'activity', row }]))
	});
	await importFile(app.db, { file, name: 'gift.zip' });
	expect(await tablesWith([app.db], title)).toEqual(['activity', 'sessions']);
	await deleteSessions(app, [safeId(id)]);
	const what = { kind: 'session', sessionId: safeId(id) } as const;
	await forget(app, { what, lines: [], summaries: {} });
	expect(await tablesWith([app.db], title)).toEqual([]);
});

test('what is quoted of it is deleted and forgotten with it', async () => {
	await importFile(app.db, files['lines of JSON']!('gi"ft'));
	await app.db.marks.clear();
	const [there] = await app.db.sessions.toArray();
	const mine = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(answer([call('r', 'recall', { query: 'secret word cellar' })]), say('Found.'));
	await sendMessage(app, { session: mine, blocks: [text('Which word?')] }, unseen, never);
	expect(await goOn(mine.id, 'Go on')).toContain('xyloquartz');
	await deleteSessions(app, [there!.id]);
	expect(await goOn(mine.id, 'Go on')).not.toContain('xyloquartz');
	const what = { kind: 'session', sessionId: there!.id } as const;
	await forget(app, { what, lines: [], summaries: {} });
	expect(await tablesWith([app.db, app.scratch], 'xyloquartz')).toEqual([]);
});

describe('on file from before', () => {
	test.each(['constructor', '__proto__', 'toString', 'gi"ft'])(
		'a session with the id %s is found, and keeps nothing else from being found',
		async (id) => {
			const words = anExchange(0, 'The word is xyloquartz');
			const mine = anExchange(0, 'I keep bees in Fulda.');
			for (const [sessionId, { turn, steps }] of [
				[id, words],
				['mine', mine]
			] as const)
				await storeSession(app.db, aSession({ id: sessionId }), [
					{
						turn: { ...turn, sessionId, turnId: sessionId },
						steps: steps.map((step) => ({ ...step, sessionId, turnId: sessionId }))
					}
				]);
			expect(await found('bees')).toEqual(['mine']);
			expect(await found('xyloquartz')).toEqual([id]);
			await app.db.marks.put({ sessionId: id, turnId: id, kind: 'deleted', at: 1 });
			expect(await found('xyloquartz')).toEqual([]);
			expect(marksByTurn(await app.db.marks.toArray())[id]).toHaveLength(1);
			expect(await found('bees')).toEqual(['mine']);
		}
	);

	test('what is quoted of one is forgotten with it, whatever its id', async () => {
		const { turn, steps } = anExchange(0, 'The cellar word is xyloquartz');
		const sessionId = 'gi"ft';
		await storeSession(app.db, aSession({ id: sessionId }), [
			{
				turn: { ...turn, sessionId },
				steps: steps.map((step) => ({ ...step, sessionId }))
			}
		]);
		const mine = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(answer([call('r', 'recall', { query: 'cellar word' })]), say('Found.'));
		await sendMessage(app, { session: mine, blocks: [text('Which word?')] }, unseen, never);
		expect(await tablesWith([app.db], 'xyloquartz')).toContain('steps');
		const what = { kind: 'session', sessionId } as const;
		await forget(app, { what, lines: [], summaries: {} });
		expect(await tablesWith([app.db, app.scratch], 'xyloquartz')).toEqual([]);
	});
});
