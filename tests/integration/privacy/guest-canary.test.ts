// @vitest-environment node
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RequestKind } from '#core/ledger/ledger-entry.ts';
import { trunk, type Session } from '#core/session/session.ts';
import { onDevice } from '#core/models/model-card.ts';
import { archives } from '#db/archives/archives.ts';
import { setMemoryScope } from '#db/memory/files.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { branchFrom, editMessage, regenerateReply } from '#flows/answer/edit-message.ts';
import { forkArchive } from '#flows/archives/keep-archives.ts';
import { learnableSessions } from '#flows/learning/learnable-sessions.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { resetSession } from '#flows/sessions/reset-session.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { onDeviceModel } from '#model/on-device.ts';
import { importFile, importInto } from '../../support/apps/importing.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { text } from '../../support/builders/a-turn.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { aWorkingApp } from '../../support/apps/a-working-app.ts';
import { wholeBackup } from '../../support/apps/with-workshop.ts';
import { aModel } from '../../support/anthropic/models.ts';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import { withAnthropic } from '../../support/anthropic/with-anthropic.ts';
import { lastUserText } from '../../support/anthropic/wire.ts';
import { gardenTurns } from '../../support/apps/compactable.ts';
import { never, unseen } from '../../support/never.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { storeSession } from '../../support/builders/stored-session.ts';

/**
 * Checklist 176: canaries in MEMORY.md, in a main session, in the archive of one and in an imported one, and a guest session whose model
 * calls every tool that reads. What the server has recorded is looked through, request by request.
 */

const id = 'claude-sonnet-5-5';
const canaries = {
	curated: 'ZEBRA-7731',
	live: 'QUOKKA-4410',
	archived: 'AXOLOTL-9052',
	imported: 'PANGOLIN-3307'
};
const noteCanary = 'WOMBAT-2268';
/** Every tool that reads, asked for what is hidden without saying it. */
const prying: readonly (readonly [string, Record<string, unknown>])[] = [
	['read_memory', { path: 'MEMORY.md' }],
	['read_memory', { path: 'memory/2026-11-20.md' }],
	['edit_memory', { path: 'MEMORY.md', find: 'safe', replace: 'The safe is open' }],
	['edit_memory', { path: 'memory/2026-11-20.md', find: 'bicycle', replace: 'The bicycle is red' }],
	['recall', { query: 'safe code', limit: 20 }],
	['recall', { query: 'locker number parcel', limit: 20 }],
	['recall', { query: 'bicycle', limit: 20 }],
	['save_memory', { text: 'The safe has a code', file: 'MEMORY.md' }],
	['open_turns', { from: 1, to: 2 }]
];
const toolCalls = prying.map(([name, input]) => ({ name, input }));
const markers = prying
	.map(([name, input]) => `[[tool:${name} ${JSON.stringify(input)}]]`)
	.join(' ');

let server: AnthropicServer;
let app: TestApp;

withAnthropic((own) => (server = own), { models: [aModel({ id })] });

/** A profile whose workshop works in this thread, and whose telephone calls the server. */
async function profile(): Promise<TestApp> {
	const card = aCard({ id, window: 60_000, maxOutput: 1000 });
	const made = await aWorkingApp(server, {
		model: id,
		models: { [id]: card },
		preset: 'spec-008'
	});
	importInto(made);
	return made;
}

beforeEach(async () => {
	app = await profile();
});
afterEach(async () => {
	await app.close();
});

const send = (session: Session, words: string) => sendWords(app, session, words);

/** Canaries in MEMORY.md, in a session that goes on, in one that has ended, and in one that was imported. */
async function plant(): Promise<void> {
	await saveMemoryFile(app, {
		path: 'MEMORY.md',
		text: `- The code of the safe is ${canaries.curated}\n`,
		expectedRev: null
	});
	await saveMemoryFile(app, {
		path: 'memory/2026-11-20.md',
		text: `- The bicycle has the frame number ${noteCanary}\n`,
		expectedRev: null
	});
	const live = newSession(app, { kind: 'main', offRecord: false });
	await send(live, `The parcel is in locker number ${canaries.live}.`);
	const old = newSession(app, { kind: 'main', offRecord: false });
	await send(old, `The old parcel was in locker number ${canaries.archived}.`);
	expect((await resetSession(app, old.id, { by: 'user' }, never)).status).toBe('reset');
	const message = { uuid: 'm1', sender: 'human', created_at: '2025-01-02T10:00:00Z' };
	const chat = {
		uuid: 'c1',
		name: `Locker ${canaries.imported}`,
		created_at: message.created_at,
		updated_at: message.created_at,
		chat_messages: [{ ...message, text: `A parcel from Rome: locker ${canaries.imported}.` }]
	};
	const file = new Blob([JSON.stringify([chat])]);
	const brought = await importFile(app.db, { file, name: 'conversations.json' });
	expect(brought).toMatchObject({ status: 'imported', sessions: 1 });
}

/** Everything the server was sent since so many requests. */
const sentSince = (before: number): string =>
	server.requests
		.slice(before)
		.map(({ path, bodyText }) => `${path} ${bodyText}`)
		.join('\n');

/** After `plant`, a long session of a kind through everything that makes a request. */
async function lifeOf(kind: 'main' | 'guest'): Promise<{ kinds: Set<RequestKind>; sent: string }> {
	await plant();
	const before = server.requests.length;

	const session = aSession({ kind });
	const turns = gardenTurns(10).map(({ turn, steps }) => ({
		turn: { ...turn, asked: [text(`I like rain. ${'the rain '.repeat(4000)}`.slice(0, 19_900))] },
		steps
	}));
	await storeSession(app.db, session, turns);
	server.when(
		(body) =>
			lastUserText(body).includes('This message comes from the app') &&
			(body.tools?.length ?? 0) > 0,
		(body) =>
			JSON.stringify(body.messages.at(-1)).includes('tool_result')
				? { text: 'SILENT' }
				: { text: 'I look.', toolCalls }
	);
	// A flush is due, then the answer; the tools are called in both.
	await send(session, `What do you know? ${markers} [[then]] ${markers}`);
	await setMark(app, { sessionId: session.id, turnId: 'turn-1', kind: 'pinned', on: true });
	await prepareDraft(app, { sessionId: session.id, trigger: 'manual' }, never);
	const [draft] = await app.db.summaries.where('sessionId').equals(session.id).toArray();
	if (draft) await useSummary(app, draft.id);
	await app.workshop.run('opinion', { summaryId: draft?.id ?? '', answerer: id }, never);
	await send(session, `And after the summary? ${markers}`);
	await resetSession(app, session.id, { by: 'user' }, never);
	const small = newSession(app, { kind, offRecord: false });
	await send(small, `A new one. ${markers}`);

	const entries = [...(await ledgerOf(app.db, session.id)), ...(await ledgerOf(app.db, small.id))];
	return {
		kinds: new Set(entries.map((entry) => entry.kind)),
		sent: sentSince(before)
	};
}

/** All there are but the clean-up of memory, which is no session's. A title is the first message's: no request asks for one. */
const everyKind = Object.keys({
	chat: true,
	count: true,
	extraction: true,
	flush: true,
	opinion: true,
	summary: true
} satisfies Record<Exclude<RequestKind, 'tidy'>, true>);

test('#176 nothing of MEMORY.md, of main sessions or of their archives reaches any request of a guest session, whatever tools its model calls', async () => {
	const { kinds, sent } = await lifeOf('guest');
	expect([...kinds].sort()).toEqual(everyKind);
	for (const canary of Object.values(canaries)) expect(sent).not.toContain(canary);
	// The daily notes are for all; the tools did run.
	expect(sent).toContain(noteCanary);
	expect(sent).toContain('not available in a guest session');
	expect(sent).toContain('tool_result');
	expect(server.refusals.map(({ reason }) => reason)).toEqual([]);
});

test('#176 the same way in a main session finds every one of them, so the look-out above sees something', async () => {
	const { kinds, sent } = await lifeOf('main');
	expect([...kinds].sort()).toEqual(everyKind);
	for (const canary of [...Object.values(canaries), noteCanary]) expect(sent).toContain(canary);
	expect(server.refusals.map(({ reason }) => reason)).toEqual([]);
});

test('notes that are kept for your own conversations reach no request of a guest either', async () => {
	await app.db.settings.put({ key: 'noteKinds', value: 'main' });
	await saveMemoryFile(app, {
		path: 'memory/2026-11-20.md',
		text: `- The bicycle has the frame number ${noteCanary}\n`,
		expectedRev: null
	});
	await send(newSession(app, { kind: 'guest', offRecord: false }), `What do you know? ${markers}`);
	const sent = server.requests.map(({ bodyText }) => bodyText).join('\n');
	expect(sent).toContain('tool_result');
	expect(sent).not.toContain(noteCanary);
});

test('a file for no endpoint, and one for local endpoints, reach no request to a far one, also by tools', async () => {
	await app.db.settings.put({ key: 'endpoint', value: 'https://far.example' });
	const files = [
		['MEMORY.md', `- The code of the safe is ${canaries.curated}\n`, 'never'],
		['memory/2026-11-20.md', `- The bicycle has the frame number ${noteCanary}\n`, 'local']
	] as const;
	for (const [path, words, scope] of files) {
		await saveMemoryFile(app, { path, text: words, expectedRev: null });
		await setMemoryScope(app.db, path, scope);
	}
	await send(newSession(app, { kind: 'main', offRecord: false }), `What do you know? ${markers}`);
	const sent = server.requests.map(({ bodyText }) => bodyText).join('\n');
	expect(sent).toContain('tool_result');
	expect(sent).not.toContain(canaries.curated);
	expect(sent).not.toContain(noteCanary);
});

/**
 * A conversation of a kind and all that may be made of it: other branches, a copy out of its archive, the same brought
 * to another profile by a backup. The model pries in each; gives what was sent.
 */
async function copiesOf(kind: 'main' | 'guest'): Promise<string> {
	await plant();
	const before = server.requests.length;
	const session = newSession(app, { kind, offRecord: false });
	await send(session, `Where is my locker? ${markers}`);
	const first = await firstTurn(session.id);
	const asked = { sessionId: session.id, turnId: first };
	const edited = [text(`And the safe? ${markers}`)];
	await editMessage(app, { ...asked, blocks: edited }, unseen, never);
	await regenerateReply(app, asked, unseen, never);
	expect((await branchFrom(app, asked)).status).toBe('done');
	await send((await sessionOf(app.db, session.id))!, `On another branch. ${markers}`);
	expect((await resetSession(app, session.id, { by: 'user' }, never)).status).toBe('reset');
	const archive = (await archives(app.db)).find((row) => row.sessionId === session.id);
	const copy = await forkArchive(app, { archiveId: archive!.id, turnId: first }, never);
	if (copy.status !== 'done') throw new Error('not copied');
	await send((await sessionOf(app.db, copy.sessionId))!, `In a copy. ${markers}`);

	const file = await wholeBackup(app);
	await app.close();
	app = await profile();
	expect(await importFile(app.db, { file, name: 'backup.zip' })).toMatchObject({
		status: 'imported'
	});
	const brought = (await sessionOf(app.db, copy.sessionId))!;
	expect(brought.kind).toBe(kind);
	await send(brought, `On another device. ${markers}`);
	expect(server.refusals.map(({ reason }) => reason)).toEqual([]);
	return sentSince(before);
}

const firstTurn = async (sessionId: string): Promise<string> =>
	(await app.db.turns.get([sessionId, trunk, 0]))?.turnId ?? '';

test('#176 a guest stays one in every copy: other branches, a copy out of the archive, a backup on another device', async () => {
	const sent = await copiesOf('guest');
	for (const canary of Object.values(canaries)) expect(sent).not.toContain(canary);
	expect(sent.split('not available in a guest session').length).toBeGreaterThan(5);
	for (const words of ['another branch', 'In a copy', 'another device'])
		expect(sent).toContain(words);
});

test('the same copies of a conversation of one’s own do see them', async () => {
	const sent = await copiesOf('main');
	for (const canary of Object.values(canaries)) expect(sent).toContain(canary);
});

test('#176 learning from imported conversations tells nothing of MEMORY.md or of others, and no guest is learnt from', async () => {
	await plant();
	const guest = newSession(app, { kind: 'guest', offRecord: false });
	await send(guest, 'A guest was here.');
	const turn = await app.db.turns.get([guest.id, trunk, 0]);
	await app.db.turns.put({ ...turn!, source: 'import' });
	const before = server.requests.length;
	const [imported, ...others] = await learnableSessions(app.db);
	expect(others).toEqual([]);
	for (const sessionId of [imported!.id, guest.id])
		await app.workshop.run('learn', { sessionId, answerer: id, mostParts: 5 }, never);
	const sent = sentSince(before);
	expect(sent).toContain(canaries.imported);
	for (const canary of [canaries.curated, canaries.live, canaries.archived, noteCanary])
		expect(sent).not.toContain(canary);
	// Not even when it is asked for by its id.
	expect(sent).not.toContain('A guest was here');
	expect(await waitingProposals(app.db)).not.toContainEqual(
		expect.objectContaining({ sessionId: guest.id })
	);
});

test('#176 what a guest searches for by itself finds neither texts nor titles nor neighbours of other conversations', async () => {
	await plant();
	const guest = newSession(app, { kind: 'guest', offRecord: false });
	await send(guest, 'The parcel of the guest is in locker 12.');
	const ask = { limit: 20, now: app.clock.now(), sessionId: null, fromAt: null, throughAt: null };
	const find = async (query: string, isGuest: boolean) =>
		JSON.stringify(
			await app.workshop.run(
				'search',
				{ ...ask, query, guest: isGuest, prefix: false, inFull: true },
				never
			)
		);
	const questions = ['parcel locker', 'safe code', ...Object.values(canaries)];
	const found = (await Promise.all(questions.map((query) => find(query, true)))).join('\n');
	expect(found).toContain('The parcel of the guest');
	for (const canary of Object.values(canaries)) expect(found).not.toContain(canary);
	const own = (await Promise.all(questions.map((query) => find(query, false)))).join('\n');
	for (const canary of Object.values(canaries)) expect(own).toContain(canary);
});

test.each(['guest', 'main'] as const)(
	'#176 an answer on this device in a %s session quotes what that session may see',
	async (kind) => {
		await plant();
		const here = onDeviceModel({ tokensPerSecond: null, now: () => 0 });
		const before = server.requests.length;
		app = { ...app, onDevice: here };
		await writeSetting(app.db, 'model', onDevice);
		const session = newSession(app, { kind, offRecord: false });
		for (const question of [
			'What is the code of the safe?',
			'Which locker is the parcel in?',
			'Which locker was the old parcel in?',
			'Which locker has the parcel from Rome?',
			'What do you know about me?'
		])
			await send(session, question);
		const steps = await app.db.steps.filter((step) => step.sessionId === session.id).toArray();
		expect(server.requests).toHaveLength(before);
		expect(steps.map(({ model }) => model)).toContain(onDevice);
		for (const canary of Object.values(canaries)) {
			if (kind === 'guest') expect(JSON.stringify(steps)).not.toContain(canary);
			else expect(JSON.stringify(steps)).toContain(canary);
		}
	}
);
