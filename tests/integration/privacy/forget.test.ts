import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import type { Forgetting, Forgotten, SummaryEnd } from '#core/forgetting/what.ts';
import type { Session } from '#core/session/session.ts';
import type { Summary } from '#core/summary/summary.ts';
import { memoryFile } from '#db/memory/files.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import type { IndexStore } from '#db/schema.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { pendingTombstones } from '#db/forgetting/intents.ts';
import { everyPen, putPen, type Pen } from '#db/scratch/pens.ts';
import { putUnsaved, unsavedOf } from '#db/scratch/unsaved.ts';
import { editKey } from '#db/scratch/unsent-edits.ts';
import { deleteSessions, restoreSessions } from '#flows/sessions/change-session.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { resetDueSessions } from '#flows/house/reset-due.ts';
import { firstRound } from '#flows/house/rounds.ts';
import { deletedThings, forget, forgetDeleted } from '#flows/forgetting/forget.ts';
import { indexStores, scratchStores, truthStores } from '#flows/forgetting/stores.ts';
import { bodyOf } from '#flows/prompt/keep-ledger.ts';
import { rememberText, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { proposeLine } from '#flows/desk/propose-line.ts';
import { acceptProposal, rejectProposal } from '#flows/desk/review-desk.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { editSummary } from '#flows/compaction/edit-summary.ts';
import { packer } from '#worker/workshop/packer.ts';
import { backupOf, unzipped } from '../../support/apps/importing.ts';
import { anApp, anotherTab, sendWords, logOf, type TestApp } from '../../support/apps/an-app.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { text } from '../../support/builders/a-turn.ts';
import { filesWith, tablesWith } from '../../support/find-bytes.ts';
import { never, unseen } from '../../support/never.ts';
import { aPdf } from '../../support/pdf.ts';
import { answer, say, sayAndWait } from '../../support/scripted/scripted-model.ts';
import { withAppAndWorkshop, withWorkshop } from '../../support/apps/with-workshop.ts';

/** DESIGN 4: forgetting is real. A word said once is looked for, byte by byte, wherever it may have gone. */

const canary = 'xyloquartz';

let app: TestApp;
let index: IndexStore;
let session: Session;

withAppAndWorkshop((own, store) => {
	app = own;
	index = store;
	session = newSession(app, { kind: 'main', offRecord: false });
});

const send = (words: string, to = session) => sendWords(app, to, words);

const log = (id = session.id) => logOf(app, id);

const stores = () => [app.db, app.scratch, index];

async function exported(): Promise<ReadonlyMap<string, Uint8Array>> {
	return unzipped(await backup());
}

async function backup(): Promise<Blob> {
	const ask = { day: '2026-11-20', now: app.clock.now(), passphrase: null };
	const made = await app.workshop.run('export-everything', ask, never);
	if (made.status !== 'made') throw new Error(made.status);
	return made.file;
}

async function readStored(files: ReadonlyMap<string, Uint8Array>) {
	const { lines } = await packer.unpack(files.get('state.jsonl.gz') ?? new Uint8Array());
	return lines.map((line) => JSON.parse(line) as { readonly table: string });
}

async function restored(file: Blob, into = app) {
	const ask = { files: [{ file, name: 'b.zip' }], passphrase: null };
	const read = await into.workshop.run('read-import', ask, never);
	if (read.status !== 'read') throw new Error('unread');
	const { importId } = read.preview;
	return into.workshop.run('run-import', { importId, without: [] }, never);
}

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

const aSummary = (over: Partial<Summary>): Summary => ({
	id: 'sum1',
	sessionId: session.id,
	branch: 'trunk',
	round: 1,
	from: { seq: 0, step: -1 },
	through: { seq: 1, step: 0 },
	status: 'active',
	standsFor: 'text',
	text: `They spoke about tea.\n- The secret word is ${canary}.\n- Cups were bought.`,
	originalText: `They spoke about tea. The secret word is ${canary}. Cups were bought.`,
	anchors: `Names: Cups; ${canary}\nFigures: 7 cups`,
	editedAt: null,
	taint: 'none',
	preset: 'recommended',
	promptId: 'p',
	model: 'm',
	tier: 'full',
	tokensBefore: 10,
	tokensAfter: 2,
	turnCount: 2,
	messageCount: 4,
	imageCount: 0,
	cost: null,
	loss: [{ kind: 'name', text: canary, turnId: '', seq: 1 }],
	lossy: [],
	throughHash: '',
	archiveId: null,
	createdAt: 1,
	committedAt: 2,
	compactionId: 'job',
	...over
});

/** The word is said in the second of three turns, and goes wherever words go. */
async function lived(): Promise<{ readonly turnId: string; readonly other: Session }> {
	const { db, scratch } = app;
	app.model.next(
		say('Seven cups.'),
		answer([
			{ type: 'tool_use', id: 'c1', name: 'save_memory', input: { text: `Says ${canary}` } }
		]),
		say(`I noted ${canary}.`),
		say('Green tea is fine.')
	);
	await send('How many cups do we buy?');
	await send(`My secret word is ${canary}, keep it well.`);
	await send('And which tea?');
	const [, second] = await log();
	const turnId = second?.turn.turnId ?? '';
	await setMark(app, { sessionId: session.id, turnId, kind: 'pinned', on: true });

	await db.compactions.put({
		id: 'job',
		sessionId: session.id,
		branch: 'trunk',
		status: 'committed',
		trigger: 'manual',
		focus: canary,
		plan: null,
		chunks: [
			{
				index: 0,
				from: { seq: 0, step: -1 },
				through: { seq: 1, step: 0 },
				text: `The word ${canary}`,
				memories: [{ text: canary, turnIds: [turnId], importance: null, tags: [canary] }],
				tier: 'full',
				model: 'm',
				promptId: 'p',
				cost: null
			}
		],
		attempts: 1,
		failure: null,
		summaryId: 'sum1',
		leaseUntil: 0,
		createdAt: 1,
		updatedAt: 1
	});
	await db.summaries.put(aSummary({}));
	await db.summaries.put(aSummary({ id: 'old', round: 0, status: 'discarded' }));
	// What the round before had kept, and this one lost, is named with no turn.
	await db.summaries.put(
		aSummary({
			id: 'next',
			round: 2,
			from: { seq: 2, step: -1 },
			through: { seq: 2, step: 0 },
			status: 'discarded',
			text: 'Green tea.',
			originalText: 'Green tea.',
			anchors: '',
			loss: [{ kind: 'name', text: canary, turnId: null, seq: 2 }]
		})
	);
	await app.workshop.run('archive-summary', { summaryId: 'sum1' }, never);
	await app.workshop.run('archive-session', { sessionId: session.id }, never);
	await editSummary(app, 'sum1', { text: `Tea.\n- The secret word is ${canary}.\n- Cups.` });

	const learnt = { path: 'MEMORY.md', source: 'compaction', origin: 'own' } as const;
	const from = { sessionId: session.id, turnIds: [turnId] };
	for (const words of [`Uses ${canary} daily`, `Refuses ${canary}`, `Waits for ${canary}`])
		await proposeLine(app, { text: words, ...learnt, ...from });
	const [accepted, rejected] = (await db.proposals.toArray()).filter(({ text: words }) =>
		/^(Uses|Refuses)/.test(words)
	);
	await acceptProposal(app, accepted?.id ?? '');
	await rejectProposal(app, rejected?.id ?? '');
	const file = await memoryFile(db, 'MEMORY.md');
	await saveMemoryFile(app, {
		path: 'MEMORY.md',
		text: `${file?.text ?? ''}- Likes cups\n`,
		expectedRev: file?.rev ?? null
	});

	// Another conversation recalls it.
	const other = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(
		answer([{ type: 'tool_use', id: 'c2', name: 'recall', input: { query: 'secret word' } }]),
		say('I found something.')
	);
	await send('What was it that I said?', other);
	await app.workshop.run('archive-session', { sessionId: other.id }, never);
	await index.parts.put({ key: 'index', bytes: new TextEncoder().encode(canary), at: 1 });
	await scratch.unsent.put({
		sessionId: editKey(session.id, turnId),
		text: `My other secret word is ${canary}`,
		at: 1
	});
	await scratch.partials.put({
		sessionId: session.id,
		turnId,
		branch: 'trunk',
		seq: 1,
		index: 2,
		content: [text(canary)],
		model: 'm',
		epoch: 0,
		continues: false,
		startedAt: 1,
		at: 1
	});
	const told = `The secret word is ${canary}.`;
	const waits = (await db.proposals.toArray()).find((row) => row.text.startsWith('Waits'));
	const words = { text: told, before: 'Tea.' };
	const uses = { text: `- Uses ${canary} daily\n- Likes mugs\n`, before: '- Likes mugs\n' };
	const pens: readonly Pick<Pen, 'kind' | 'id' | 'words'>[] = [
		{ kind: 'line', id: waits?.id ?? '', words: `Waits long for ${canary}` },
		{
			kind: 'summary',
			id: 'sum1',
			words: { text: told, anchors: '', before: { text: '', anchors: '' } }
		},
		{ kind: 'source', id: 'Summary sum1', words },
		{ kind: 'source', id: 'MEMORY.md', words: uses }
	];
	for (const pen of pens) await putPen(scratch, { ...pen, by: 'a tab', at: 1 } as Pen);
	return { turnId, other };
}

const turnOf = (turnId: string): Forgotten => ({ kind: 'turn', sessionId: session.id, turnId });

/** All that was learnt goes too, as the dialog has it by default. */
async function everythingOf(what: Forgotten): Promise<Forgetting> {
	const weighed = await app.workshop.run('weigh-forgetting', { what }, never);
	if (weighed.status !== 'weighed') throw new Error('not weighed');
	const { lines, summaries } = weighed.found;
	const ends = summaries.map(({ id, text: left }): [string, SummaryEnd] => [
		id,
		left.trim() === '' ? { how: 'drop' } : { how: 'rewrite', text: left }
	]);
	return { what, lines: lines.map((line) => line.text), summaries: Object.fromEntries(ends) };
}

test('every table of every database is named in the walk', () => {
	const names = (of: { tables: { name: string }[] }) => of.tables.map(({ name }) => name).sort();
	expect(Object.keys(truthStores).sort()).toEqual(names(app.db));
	expect(Object.keys(scratchStores).sort()).toEqual(names(app.scratch));
	expect(Object.keys(indexStores).sort()).toEqual(names(index));
});

test('whoever keeps something in the tab is known, and what was said of it is forgotten', () => {
	const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
		.filter((name) => /\.(ts|js|svelte)$/.test(name))
		.filter((name) => /(session|local)Storage/.test(readFileSync(`src/${name}`, 'utf8')));
	expect(files.toSorted()).toEqual([
		'flows/house/erase-everything.ts',
		// Goes by `forgetInTab`.
		'flows/sessions/last-words.ts',
		// Asks only whether there is such a store.
		'routes/Recovery.svelte',
		// Nothing that anybody said is in it.
		'state/chat/begun-again.ts',
		'state/chat/begun-session.ts',
		// Empties it, when everything is erased in another tab.
		'state/tab/leave-erased.ts',
		'state/tab/lock-when-hidden.ts'
	]);
});

describe('a forgotten turn', () => {
	test('is found in no store and in no new export, and nothing else is missing', async () => {
		const { turnId, other } = await lived();
		const before = await tablesWith(stores(), canary);
		// The word has been everywhere words go; else this test would show nothing.
		expect(before).toEqual([
			'activity',
			'archiveBytes',
			'blobs',
			'compactions',
			'memoryFiles',
			'memoryOrigins',
			'memoryRevisions',
			'partials',
			'parts',
			'pins',
			'proposals',
			'refusals',
			'steps',
			'summaries',
			'turns',
			'unsent',
			'views'
		]);

		expect(await forget(app, await everythingOf(turnOf(turnId)))).toEqual({
			status: 'forgotten',
			unreached: [],
			salvaged: [],
			waits: false
		});

		expect(await tablesWith(stores(), canary)).toEqual([]);
		expect(await filesWith(await exported(), canary)).toEqual([]);
		const left = await log();
		expect(left.map(({ turn }) => turn.asked.length)).toEqual([1, 0, 1]);
		expect(left[1]?.turn).toMatchObject({ turnId, seq: 1 });
		expect(left[1]?.steps.every((step) => step.content.length === 0)).toBe(true);
		expect(brokenLink(chainStart(session.id), left)).toBeNull();
		expect(brokenLink(chainStart(other.id), await log(other.id))).toBeNull();
		const summary = await app.db.summaries.get('sum1');
		expect(summary).toMatchObject({ status: 'active', text: 'Tea.\n- Cups.' });
		expect((await memoryFile(app.db, 'MEMORY.md'))?.text).toBe(
			'### Extracted from context compaction (2026-11-20 13:05)\n- Likes cups\n'
		);
		const mugs = '- Likes mugs\n';
		const pens = await everyPen(app.scratch);
		expect(pens.map(({ words }) => words)).toEqual([{ text: mugs, before: mugs }]);
	});

	test('stays out of the next request and of the search, and the conversation goes on', async () => {
		const { turnId } = await lived();
		await search(canary);
		await forget(app, await everythingOf(turnOf(turnId)));
		const stored = (await sessionOf(app.db, session.id)) ?? session;
		const prompt = await previewPrompt(app, { session: stored, unsent: [text('Go on.')] });
		expect(JSON.stringify(prompt)).not.toContain(canary);
		expect(await search(canary)).toEqual({ status: 'found', hits: [] });
		app.model.next(say('Gladly.'));
		expect(await send('Go on.', stored)).toMatchObject({ status: 'answered' });
		expect(await tablesWith(stores(), canary)).toEqual([]);
	});

	test('leaves the rest of the ledger readable, and says which requests are not any more', async () => {
		const { turnId } = await lived();
		await forget(app, await everythingOf(turnOf(turnId)));
		const bodies = await Promise.all(
			(await ledgerOf(app.db, session.id)).map((entry) => bodyOf(app, entry))
		);
		expect(bodies.map((body) => body === null)).toEqual([false, false, true, true, true]);
	});

	test('goes from requests that named its file in a note', async () => {
		const picture = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } as const;
		const locked = {
			type: 'base64',
			media_type: 'application/pdf',
			data: aPdf({ locked: true }).toString('base64')
		} as const;
		app.model.next(say('I cannot read it.'), say('Tea.'));
		const sent = await sendMessage(
			app,
			{
				session,
				blocks: [
					{ type: 'image', source: picture },
					{ type: 'document', source: locked, title: `${canary}.pdf` },
					text('What is it?')
				]
			},
			unseen,
			never
		);
		await send('And what do we drink?');
		expect(await tablesWith(stores(), canary)).toEqual(['blobs', 'turns']);
		await forget(app, await everythingOf(turnOf(sent.turnId ?? '')));
		expect(await tablesWith(stores(), canary)).toEqual([]);
	});

	test('takes no accepted memory line along that the user did not choose', async () => {
		const { turnId } = await lived();
		await forget(app, { what: turnOf(turnId), lines: [], summaries: {} });
		expect((await memoryFile(app.db, 'MEMORY.md'))?.text).toBe(
			`### Extracted from context compaction (2026-11-20 13:05)\n- Uses ${canary} daily\n- Likes cups\n`
		);
	});

	test('does not come back by an import of an older backup, into this profile or another', async () => {
		const { turnId } = await lived();
		const older = await backup();
		await forget(app, await everythingOf(turnOf(turnId)));
		expect(await restored(older)).toMatchObject({ status: 'imported' });
		expect(await tablesWith(stores(), canary)).toEqual([]);

		const newer = await backup();
		const another = withWorkshop(await anApp(), index);
		await restored(newer, another);
		await restored(older, another);
		expect(await tablesWith([another.db, another.scratch], canary)).toEqual([]);
		await another.close();
	});

	test('is forgotten to the end although the work was cut short after any of its stores', async () => {
		const { turnId } = await lived();
		const forgetting = await everythingOf(turnOf(turnId));
		const whole = truthStores as Record<string, (typeof truthStores)['turns']>;
		for (const name of Object.keys(truthStores)) {
			const real = whole[name]!;
			whole[name] = () => Promise.reject(new Error('the tab was closed'));
			try {
				await expect(forget(app, forgetting)).rejects.toThrow('the tab was closed');
			} finally {
				whole[name] = real;
			}
			expect(await pendingTombstones(app.db)).toHaveLength(1);
		}
		await forgetDeleted(app, never);
		expect(await pendingTombstones(app.db)).toEqual([]);
		expect(await tablesWith(stores(), canary)).toEqual([]);
	});

	test('is offered with the summaries and lines that tell of it, and with where it was sent', async () => {
		const { turnId } = await lived();
		const weighed = await app.workshop.run('weigh-forgetting', { what: turnOf(turnId) }, never);
		expect(weighed).toEqual({
			status: 'weighed',
			found: {
				kind: 'turn',
				summaries: [
					{
						id: 'sum1',
						round: 1,
						isDraft: false,
						isShown: true,
						text: 'Tea.\n- Cups.',
						words: ['secret', 'word', canary]
					},
					// It comes back when its discarding is undone.
					{
						id: 'old',
						round: 0,
						isDraft: true,
						isShown: false,
						text: 'They spoke about tea.\n- Cups were bought.',
						words: ['secret', 'word', canary]
					}
				],
				lines: [{ path: 'MEMORY.md', text: `Uses ${canary} daily` }],
				elsewhere: [],
				damaged: [],
				hosts: ['api.anthropic.com']
			}
		});
	});

	test('is said to be out of reach in an archive that cannot be read any more', async () => {
		const { turnId, other } = await lived();
		const archive = await app.db.archives.where('sessionId').equals(other.id).first();
		if (!archive) throw new Error('the other conversation has no archive');
		const bytes = (await app.db.archiveBytes.get(archive.id))?.bytes ?? new Uint8Array();
		await app.db.archiveBytes.put({ id: archive.id, bytes: bytes.slice(0, bytes.length / 2) });
		expect(await forget(app, await everythingOf(turnOf(turnId)))).toEqual({
			status: 'forgotten',
			unreached: [archive.path],
			salvaged: [],
			waits: false
		});
		expect(await app.db.activity.toArray()).toContainEqual(
			expect.objectContaining({
				details: expect.objectContaining({ what: 'forgotten', of: 'turn', unreached: 1 }) as unknown
			})
		);
		const others = (await tablesWith(stores(), canary)).filter((name) => name !== 'archiveBytes');
		expect(others).toEqual([]);
	});

	test('that was said in another conversation as well is listed there, and stays there', async () => {
		const { turnId } = await lived();
		const second = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('Once more, then.'));
		const again = await send(`Again: My secret word is ${canary}, keep it well.`, second);
		const weighed = await app.workshop.run('weigh-forgetting', { what: turnOf(turnId) }, never);
		expect(weighed).toMatchObject({
			found: {
				elsewhere: [
					{
						sessionId: second.id,
						turnId: again.turnId,
						title: (await sessionOf(app.db, second.id))?.title,
						said: `Again: My secret word is ${canary}, keep it well.`
					}
				]
			}
		});
		await forget(app, await everythingOf(turnOf(turnId)));
		expect(JSON.stringify(await log(second.id))).toContain(canary);
	});

	test('is forgotten also where only an archive holds it, wherever the work was cut short', async () => {
		const { turnId } = await lived();
		const forgetting = await everythingOf(turnOf(turnId));
		// Its rows were let go.
		await app.db.turns.delete([session.id, 'trunk', 1]);
		await app.db.steps
			.where('[sessionId+branch+seq+index]')
			.between([session.id, 'trunk', 1, 0], [session.id, 'trunk', 1, []])
			.delete();
		const whole = truthStores as Record<string, (typeof truthStores)['turns']>;
		for (const name of ['compactions', 'steps', 'archives', 'turns']) {
			const real = whole[name]!;
			whole[name] = () => Promise.reject(new Error('the tab was closed'));
			try {
				await expect(forget(app, forgetting)).rejects.toThrow('the tab was closed');
			} finally {
				whole[name] = real;
			}
		}
		await forgetDeleted(app, never);
		expect(await tablesWith(stores(), canary)).toEqual([]);
	});

	test('is decided here alone: a backup of somebody else makes nothing be forgotten', async () => {
		const { turnId } = await lived();
		const pending = { what: turnOf(turnId), lines: [], summaries: {} };
		await app.db.tombstones.put({ id: turnId, kind: 'turn', at: 1 });
		const state = new Map(await exported()).get('state.jsonl.gz') ?? new Uint8Array();
		expect(await filesWith(new Map([['state', state]]), turnId)).toEqual(['state']);
		await app.db.tombstones.put({ id: turnId, kind: 'turn', at: 1, pending });
		const other = await readStored(await exported());
		expect(other.filter(({ table }) => table === 'tombstones')).toEqual([]);
		await app.db.tombstones.clear();
		const row = { id: turnId, kind: 'turn', at: 1, pending };
		const text = `${JSON.stringify({ table: 'tombstones', row })}\n`;
		await restored(backupOf({ 'state.jsonl.gz': packer.pack(text) }));
		expect(await pendingTombstones(app.db)).toEqual([]);
	});

	test('that takes its summary along leaves the one that was written again from the messages', async () => {
		const { turnId } = await lived();
		const worn = await app.db.summaries.get('sum1');
		if (!worn) throw new Error('no summary is in use');
		await app.db.summaries.bulkPut([
			{ ...worn, status: 'superseded' },
			{ ...worn, id: 'sum2', round: worn.round + 1, integrates: null, text: 'Tea was spoken of.' }
		]);
		const base = await everythingOf(turnOf(turnId));
		await forget(app, { ...base, summaries: { sum1: { how: 'drop' } } });
		expect(await app.db.summaries.get('sum1')).toMatchObject({ status: 'reverted', text: '' });
		expect(await app.db.summaries.get('sum2')).toMatchObject({ status: 'active' });
	});

	test('may take its summary along: the messages are back, and no redo brings the text back', async () => {
		const { turnId } = await lived();
		const base = await everythingOf(turnOf(turnId));
		await forget(app, { ...base, summaries: { sum1: { how: 'drop' } } });
		expect(await app.db.summaries.get('sum1')).toMatchObject({ status: 'reverted', text: '' });
		const stored = (await sessionOf(app.db, session.id)) ?? session;
		const prompt = await previewPrompt(app, { session: stored, unsent: [text('Go on.')] });
		const sent = JSON.stringify(prompt.body);
		expect(sent).toContain('How many cups');
		expect(sent).not.toContain(canary);
	});
});

test('a forgotten session is found in no store, no export and no import, and other sessions stay', async () => {
	const { other } = await lived();
	const older = await backup();
	await forget(app, await everythingOf({ kind: 'session', sessionId: session.id }));
	expect(await tablesWith(stores(), canary)).toEqual([]);
	expect(await filesWith(await exported(), canary)).toEqual([]);
	expect(await sessionOf(app.db, session.id)).toBeUndefined();
	expect(await log(other.id)).toHaveLength(1);
	await restored(older);
	expect(await sessionOf(app.db, session.id)).toBeUndefined();
	expect(await tablesWith(stores(), canary)).toEqual([]);
});

test('nothing is written under the id of a forgotten session, for no backup could bring it back', async () => {
	await lived();
	await forget(app, await everythingOf({ kind: 'session', sessionId: session.id }));
	expect(await send('Typed in a tab that still showed it')).toEqual({
		status: 'failed',
		turnId: null,
		failure: { kind: 'forgotten' }
	});
	expect(await sessionOf(app.db, session.id)).toBeUndefined();
	expect(await log()).toEqual([]);
});

describe('in the copies outside the database', () => {
	const keep = () => app.workshop.run('keep-snapshot', { reason: 'regular' }, never);
	const look = () => app.workshop.run('write-canary', { accept: false }, never);

	test('nothing of it is left, and what is missing is not taken for a loss', async () => {
		await lived();
		await keep();
		await look();
		expect(await filesWith(app.vault.files, canary)).not.toEqual([]);
		const whole = truthStores as Record<string, (typeof truthStores)['turns']>;
		const real = whole['turns']!;
		// The canary looks while the work is going on.
		whole['turns'] = async (walk) => {
			await real(walk);
			expect(await look()).toMatchObject({ status: 'written' });
		};
		await forget(app, await everythingOf({ kind: 'session', sessionId: session.id }));
		whole['turns'] = real;
		expect(await look()).toMatchObject({ status: 'written' });
		// As the keeper of copies does within seconds.
		await app.workshop.run('keep-snapshot', { reason: 'when-due' }, never);
		expect(await filesWith(app.vault.files, canary)).toEqual([]);
	});
});

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
	const older = await backup();
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
	await restored(older);
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
	const older = await backup();
	await forget(app, { what: { kind: 'line', line }, lines: [], summaries: {} });
	expect(await tablesWith(stores(), canary)).toEqual([]);
	expect((await memoryFile(app.db, 'memory/shed.md'))?.text).toBe('# Shed\n\n2. It is blue\n');
	const kept = await unsavedOf(app.scratch, 'MEMORY.md');
	expect(kept.map((row) => row.text)).toEqual(['Likes mugs\n']);
	await restored(older);
	expect(await tablesWith(stores(), canary)).toEqual([]);
});

describe('while something runs', () => {
	test('a turn is forgotten while its own answer is being written in another tab', async () => {
		const tab = withWorkshop(anotherTab(app), index);
		const stop = new AbortController();
		tab.model.next(sayAndWait(`So it is ${canary}`));
		const answering = sendWords(tab, session, `The word is ${canary}`, stop.signal);
		const turnId = await expect
			.poll(async () => (await app.db.turns.toArray())[0]?.turnId)
			.toBeDefined()
			.then(async () => (await app.db.turns.toArray())[0]?.turnId ?? '');
		await expect.poll(async () => app.scratch.partials.count()).toBe(1);
		expect(await forget(app, { what: turnOf(turnId), lines: [], summaries: {} })).toMatchObject({
			status: 'forgotten',
			waits: true
		});
		stop.abort();
		await answering;
		await expect.poll(async () => pendingTombstones(app.db)).toEqual([]);
		expect(await tablesWith(stores(), canary)).toEqual([]);
	});

	test('an index that another tab holds in its memory is not written down with forgotten words', async () => {
		const { turnId } = await lived();
		const tab = withWorkshop(anotherTab(app), index);
		const ask = { query: canary, limit: 5, now: 1, guest: false, sessionId: null };
		const here = { ...ask, fromAt: null, throughAt: null, prefix: false };
		await tab.workshop.run('search', here, never);
		await forget(app, await everythingOf(turnOf(turnId)));
		expect(await tab.workshop.run('search', here, never)).toEqual({ status: 'found', hits: [] });
		expect(await tablesWith([index], canary)).toEqual([]);
	});
});

describe('what was deleted', () => {
	test('can be brought back for as long as the user set, and is forgotten after that', async () => {
		await lived();
		await writeSetting(app.db, 'forgetAfterHours', 2);
		const [first] = await log();
		const place = { sessionId: session.id, turnId: first?.turn.turnId ?? '' };
		await deleteTurn(app, place);
		app.clock.at += 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await tablesWith(stores(), 'How many cups')).not.toEqual([]);
		expect(await restoreTurn(app, place)).toEqual({ status: 'done' });
		await deleteTurn(app, place);
		app.clock.at += 3 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await tablesWith(stores(), 'How many cups')).toEqual([]);
		expect(await restoreTurn(app, place)).toEqual({
			status: 'failed',
			failure: { kind: 'forgotten' }
		});
	});

	test('stays when the clock is a year ahead, and goes when the time is that on another day as well', async () => {
		await lived();
		await forgetDeleted(app, never);
		await deleteSessions(app, [session.id]);
		const right = app.clock.at;
		app.clock.at += 365 * 24 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await restoreSessions(app, [session.id])).toEqual({ status: 'done' });
		app.clock.at = right + 60_000;
		await deleteSessions(app, [session.id]);
		await forgetDeleted(app, never);
		app.clock.at += 20 * 24 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await sessionOf(app.db, session.id)).toBeDefined();
		app.clock.at += 24 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await sessionOf(app.db, session.id)).toBeUndefined();
	});

	test.each([true, false])(
		'that became a title goes from the notice of a reset that failed, also where an older version wrote it (%s)',
		async (isOlder) => {
			await lived();
			await writeSetting(app.db, 'resetPolicy', 'daily');
			app.jobs['archive-session'] = () =>
				Promise.resolve({ status: 'failed', failure: { kind: 'storage-full' } });
			app.clock.at += 25 * 60 * 60_000;
			await app.db.sessions.update(session.id, { title: `About ${canary}` });
			await resetDueSessions(app, firstRound(app.clock.at), never);
			const told = app.db.activity.filter(({ details }) => details['title'] === `About ${canary}`);
			expect(await told.count()).toBe(1);
			if (isOlder) await told.modify({ sessionId: null });
			const whole = { kind: 'session', sessionId: session.id } as const;
			expect(await forget(app, await everythingOf(whole))).toMatchObject({ status: 'forgotten' });
			expect(await tablesWith(stores(), canary)).not.toContain('activity');
		}
	);

	test('goes also from what is dated before it was said, for the clock was set back meanwhile', async () => {
		const { turnId } = await lived();
		await app.db.turns
			.filter((turn) => turn.turnId === turnId)
			.modify((turn) => {
				Object.assign(turn, { askedAt: app.clock.at + 3 * 24 * 60 * 60_000 });
			});
		// A job that did not come to a summary: only its place tells that it read the turn.
		await app.db.compactions.toCollection().modify({ summaryId: null, focus: null });
		const weighed = await app.workshop.run('weigh-forgetting', { what: turnOf(turnId) }, never);
		expect(weighed).toMatchObject({ found: { hosts: ['api.anthropic.com'] } });
		expect(await forget(app, await everythingOf(turnOf(turnId)))).toMatchObject({
			status: 'forgotten'
		});
		expect(await tablesWith(stores(), canary)).toEqual([]);
	});

	test('goes with its whole session too', async () => {
		await lived();
		await deleteSessions(app, [session.id]);
		expect(await restoreSessions(app, [session.id])).toEqual({ status: 'done' });
		await deleteSessions(app, [session.id]);
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		expect(await sessionOf(app.db, session.id)).toBeUndefined();
		expect(await tablesWith(stores(), 'My secret word')).toEqual([]);
	});

	test('what can be brought back is looked up for what was deleted alone, however many sessions there are', async () => {
		await app.db.sessions.bulkAdd(
			Array.from({ length: 50 }, (_, at) => aSession({ id: `import-${String(at)}` }))
		);
		expect(await deleteSessions(app, ['import-7'])).toMatchObject({ status: 'done' });
		const asked = vi.spyOn(app.db.tombstones, 'bulkGet');
		expect(await deletedThings(app)).toMatchObject([{ what: { of: { sessionId: 'import-7' } } }]);
		expect(asked.mock.calls.flat(2)).toEqual(['import-7']);
	});

	test('is forgotten once, however often the house is kept', async () => {
		await lived();
		const [first] = await log();
		await deleteTurn(app, { sessionId: session.id, turnId: first?.turn.turnId ?? '' });
		app.clock.at += 25 * 60 * 60_000;
		await forgetDeleted(app, never);
		const rows = await app.db.activity.count();
		await forgetDeleted(app, never);
		expect(await app.db.activity.count()).toBe(rows);
	});
});
