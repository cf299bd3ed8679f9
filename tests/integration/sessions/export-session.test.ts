import { beforeEach, expect, test } from 'vitest';
import { sessionForms, type SessionForm } from '#core/export/session-forms.ts';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import type { Opinion } from '#core/opinion/opinion.ts';
import type { Session } from '#core/session/session.ts';
import { Truth } from '#db/schema.ts';
import { branchesOf, readPath, sessionOf } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import { editMessage } from '#flows/answer/edit-message.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { exportEverything } from '#flows/export/export-everything.ts';
import { deletedThings } from '#flows/forgetting/forget.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { exportSession } from '#flows/export/export-session.ts';
import { exportSummary } from '#flows/export/export-summary.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import type { SearchHit } from '#core/search/found.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { call, text } from '../../support/builders/a-turn.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { importFile } from '../../support/apps/importing.ts';
import { packer } from '#worker/workshop/packer.ts';
import { seal } from '#worker/workshop/seal.ts';
import { writeZip } from '#worker/zip/write.ts';
import { never, unseen } from '../../support/never.ts';
import { answer, say } from '../../support/scripted/scripted-model.ts';

/** A session as a file for others: what was deleted can be brought back here, and is in no file that is passed on. */

let app: TestApp;
let session: Session;
const secret = 'Mallory Quux';
const said = `My neighbour ${secret} lent me his ladder.`;

const send = async (words: string) => {
	await sendMessage(app, { session, blocks: [text(words)] }, unseen, never);
};
const onScreen = async (db: Truth = app.db) =>
	readExchanges(db, session.id, await readPath(db, session.id));
const fileOf = async (as: SessionForm) => {
	const made = await exportSession(app, { sessionId: session.id, as, day: '2026-11-20' });
	if (made.status === 'made') return { name: made.name, words: await made.file.text() };
	if (made.status === 'in-pieces')
		return { name: made.name, words: JSON.stringify([...made.pieces]) };
	throw new Error(made.status);
};
const turnAt = async (seq: number) => {
	const turn = (await onScreen())[seq]?.turn;
	if (!turn) throw new Error(`no turn ${String(seq)}`);
	return turn;
};
const at = (seq: number) => ({ seq, step: -1 });
const remove = async (seq: number) => {
	const { turnId } = await turnAt(seq);
	expect(await deleteTurn(app, { sessionId: session.id, turnId })).toMatchObject({
		status: 'done'
	});
	return turnId;
};

/** Three turns: the secret, one whose tool finds it again, and one that knows nothing of it; and a summary of the two. */
withApp((own) => (app = own));
beforeEach(async () => {
	session = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(say('How kind.'));
	await send(said);
	const { turnId } = await turnAt(0);
	const hit: SearchHit = {
		id: 'd1',
		kind: 'turn',
		sessionId: session.id,
		sessionTitle: '',
		turnId,
		branch: 'trunk',
		seq: 0,
		place: null,
		role: 'user',
		at: app.clock.now(),
		snippet: [],
		text: said
	};
	app.jobs.search = () => Promise.resolve({ status: 'found', hits: [hit] });
	app.model.next(answer([call('c', 'recall', { query: 'ladder' })]), say('You have one.'));
	await send('Do I own something to climb?');
	app.model.next(say('Green.'));
	await send('Which colour suits the fence?');
	const line = `The user borrowed a ladder from ${secret}.`;
	const summary = aSummary(1, { sessionId: session.id, text: `Talk of tools.\n${line}` });
	await app.db.summaries.put({
		...summary,
		originalText: summary.text,
		anchors: `names: ${secret}`
	});
	await setMark(app, { sessionId: session.id, turnId, kind: 'pinned', on: true });
});

test.each(sessionForms)(
	'what was deleted, and what quotes it, is in no %s, nor in the name of the file',
	async (as) => {
		expect((await fileOf(as)).words).toContain(secret);
		const turnId = await remove(0);
		const { name, words } = await fileOf(as);
		expect(words).toContain('suits the fence');
		expect(words).not.toContain('Mallory');
		expect(words).not.toContain('How kind');
		expect(name).not.toContain('neighbour');
		// It is still here.
		await restoreTurn(app, { sessionId: session.id, turnId });
		expect((await fileOf(as)).words).toContain(secret);
	}
);

test('the file of a summary holds nothing of what was deleted since it was written, and is not called after it', async () => {
	const summary = await app.db.summaries.where('sessionId').equals(session.id).first();
	const ask = { summaryId: summary?.id ?? '', day: '2026-11-20' };
	const made = async () => {
		const outcome = await exportSummary(app, ask);
		if (outcome.status !== 'made') throw new Error(outcome.status);
		return { name: outcome.name, words: await outcome.file.text() };
	};
	expect((await made()).words).toContain(secret);
	const turnId = await remove(0);
	const { name, words } = await made();
	expect(words).toContain('Talk of tools.');
	expect(words).not.toContain('Mallory');
	expect(`${name}${words}`).not.toContain('neighbour');
	await restoreTurn(app, { sessionId: session.id, turnId });
	expect((await made()).words).toContain(secret);
	// Where it told of nothing else, nothing is left to be handed on.
	await app.db.summaries.update(ask.summaryId, { text: `A ladder of ${secret}.` });
	await remove(0);
	expect(await exportSummary(app, ask)).toMatchObject({
		status: 'failed',
		failure: { kind: 'changed-meanwhile' }
	});
});

test('what a model said of a summary of it stays here: it has put the deleted message into words of its own', async () => {
	const opinion: Opinion = {
		model: 'm',
		promptId: 'p',
		at: 1,
		usage: null,
		cost: null,
		about: '',
		findings: [{ kind: 'missing', text: 'Somebody lent a tool.', turnId: null }],
		cutOff: false,
		gaps: { turns: null, pieces: 0, images: 0, kept: 0 }
	};
	await app.db.summaries.update('m1', { opinion });
	// The round behind it begins with what that one tells.
	await app.db.summaries.put(
		aSummary(2, {
			id: 'm2',
			sessionId: session.id,
			round: 2,
			from: { seq: 2, step: -1 },
			opinion: { ...opinion, findings: [{ kind: 'missing', text: 'A friend.', turnId: null }] }
		})
	);
	const before = (await fileOf('json')).words;
	expect([before.includes('Somebody lent'), before.includes('A friend.')]).toEqual([true, true]);
	await remove(0);
	const { words } = await fileOf('json');
	expect(words).toContain('"m2"');
	expect(words).not.toMatch(/Somebody lent|A friend\./);
});

test.each(sessionForms)(
	'nor does the answer of a tool hand on in a %s what a summary told of it',
	async (as) => {
		const told = 'Somebody next door is generous.';
		const summary = `Talk of tools.\nA ladder from ${secret}.\n${told}`;
		await app.db.summaries.update('m1', { text: summary, originalText: summary, through: at(2) });
		const last = await turnAt(2);
		const hit: SearchHit = {
			...{ id: 'm1', kind: 'summary', sessionId: session.id, sessionTitle: '' },
			...{ turnId: last.turnId, branch: 'trunk', seq: 2, place: null, role: 'summary' },
			...{ at: app.clock.now(), snippet: [], text: summary }
		};
		app.jobs.search = () => Promise.resolve({ status: 'found', hits: [hit] });
		app.model.next(answer([call('d', 'recall', { query: 'tools' })]), say('Tools, yes.'));
		await send('What did we talk of?');
		const tells = async () => (await fileOf(as)).words.split(told).length - 1;
		expect(await tells()).toBe(as === 'json' ? 3 : 1);
		await remove(0);
		// The summary keeps the sentence in both its wordings: nothing in it tells of the deleted message.
		expect(await tells()).toBe(as === 'json' ? 2 : 0);
	}
);

test('what was said off the record is so in the Markdown too, and where that is taken in', async () => {
	const { turnId } = await turnAt(2);
	await setMark(app, { sessionId: session.id, turnId, kind: 'off-record', on: true });
	const { name, words } = await fileOf('markdown');
	const db = new Truth(`${app.db.name}-other`);
	await importFile(db, { file: new Blob([words]), name });
	const turns = await db.turns.toArray();
	const marks = (await db.marks.toArray()).filter(({ kind }) => kind === 'off-record');
	const marked = marks.map(({ turnId: id }) => turns.find((turn) => turn.turnId === id)?.asked);
	expect(marked).toEqual([[text('Which colour suits the fence?')]]);
	await db.delete();
});

test('another wording of a message leaves with the JSON too, with its answer', async () => {
	const { turnId } = await turnAt(2);
	app.model.next(say('Blue, then.'));
	const blocks = [text('Which colour suits the gate?')];
	await editMessage(app, { sessionId: session.id, turnId, blocks }, unseen, never);
	const { words } = await fileOf('json');
	for (const one of ['suits the fence', 'Green.', 'suits the gate', 'Blue, then.'])
		expect(words).toContain(one);
	expect((await fileOf('markdown')).words).not.toContain('suits the fence');
});

test('nor does the list of what a round has lost tell of it, down to a plain word', async () => {
	const lost = (word: string) => ({ kind: 'other', text: word, turnId: null, seq: 0 });
	await app.db.summaries.update('m1', { loss: [lost('the neighbour'), lost('a colour')] });
	expect((await fileOf('json')).words).toContain('the neighbour');
	await remove(0);
	const { words } = await fileOf('json');
	expect(words).toContain('a colour');
	expect(words).not.toContain('the neighbour');
});

test('the chain of turns stays: what is passed on is taken in with a blank in the place of the deleted turn', async () => {
	await remove(0);
	const { name, words } = await fileOf('json');
	const db = new Truth(`${app.db.name}-other`);
	const imported = await importFile(db, { file: new Blob([words]), name });
	expect(imported).toMatchObject({ status: 'imported' });
	const there = await onScreen(db);
	expect(there.map(({ turn }) => turn.turnId)).toEqual(
		(await onScreen()).map(({ turn }) => turn.turnId)
	);
	expect(brokenLink(chainStart(session.id), there)).toBeNull();
	expect(there[0]?.turn).toMatchObject({ asked: [], forgottenAt: expect.any(Number) as number });
	expect(there[2]?.steps).toEqual((await onScreen())[2]?.steps);
	expect(await branchesOf(db, session.id)).toEqual(await branchesOf(app.db, session.id));
	expect((await db.summaries.toArray()).map((row) => row.text)).toEqual(['Talk of tools.']);
	// Nobody is offered to bring back a blank, and nothing is left to be forgotten there.
	expect(await deletedThings({ db })).toEqual([]);
	await db.delete();
});

test('taken in where the session is whole, it changes nothing', async () => {
	await remove(0);
	const { name, words } = await fileOf('json');
	const before = await onScreen();
	await importFile(app.db, { file: new Blob([words]), name });
	expect(await onScreen()).toEqual(before);
	await restoreTurn(app, { sessionId: session.id, turnId: (await turnAt(0)).turnId });
	expect(await sessionOf(app.db, session.id)).toMatchObject({
		title: expect.stringContaining('neighbour') as string
	});
});

test('a summary of which nothing is left stands for nothing, and its messages come back', async () => {
	await app.db.summaries.update('m1', { text: `A ladder from ${secret}.` });
	await remove(0);
	const db = new Truth(`${app.db.name}-other`);
	const { name, words } = await fileOf('json');
	await importFile(db, { file: new Blob([words]), name });
	expect(await db.summaries.toArray()).toMatchObject([{ text: '', status: 'reverted' }]);
	await db.delete();
});

test('a backup of everything still holds what was deleted: it is for its owner, who may bring it back', async () => {
	const turnId = await remove(0);
	const made = await exportEverything(
		{ db: app.db, packer, zip: writeZip, seal, app: 'test' },
		{ day: '2026-11-20', now: app.clock.now(), passphrase: null },
		never,
		unseen
	);
	if (made.status !== 'made') throw new Error(made.status);
	const db = new Truth(`${app.db.name}-other`);
	await importFile(db, { file: made.file, name: 'b.zip' });
	const [first] = await onScreen(db);
	expect(first?.turn).toMatchObject({ turnId, asked: [{ text: said }] });
	await db.delete();
});
