// @vitest-environment node
import 'fake-indexeddb/auto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RequestKind } from '#core/jobs.ts';
import type { Session } from '#core/session.ts';
import { setMemoryScope } from '#db/memory.ts';
import { ledgerOf } from '#db/records.ts';
import { IndexStore } from '#db/schema.ts';
import { saveMemoryFile } from '#flows/memory-files.ts';
import { newSession } from '#flows/new-session.ts';
import type { Workshop } from '#flows/ports.ts';
import { prepareDraft } from '#flows/prepare-draft.ts';
import { resetSession } from '#flows/reset-session.ts';
import { sendMessage } from '#flows/send-message.ts';
import { setMark } from '#flows/set-mark.ts';
import { useSummary } from '#flows/use-summary.ts';
import { workshopJobs } from '#worker/jobs.ts';
import { aLine } from '../support/a-line.ts';
import { aCard } from '../support/a-prompt.ts';
import { text } from '../support/a-turn.ts';
import { anApp, type TestApp } from '../support/an-app.ts';
import { aModel } from '../support/anthropic/models.ts';
import { startAnthropic, type AnthropicServer } from '../support/anthropic/server.ts';
import { lastUserText } from '../support/anthropic/wire.ts';
import { gardenTurns } from '../support/compactable.ts';
import { aStoredSession, storeSession } from '../support/stored-session.ts';

/**
 * Checklist 176: canaries in MEMORY.md, in a main session and in the archive of one, and a guest session whose model
 * calls every tool that reads. What the server has recorded is looked through, request by request.
 */

const id = 'claude-sonnet-5-5';
const canaries = { curated: 'ZEBRA-7731', live: 'QUOKKA-4410', archived: 'AXOLOTL-9052' };
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

const never = new AbortController().signal;
const unseen = (): void => undefined;
let server: AnthropicServer;
let app: TestApp;
let index: IndexStore;

beforeAll(async () => {
	server = await startAnthropic({ models: [aModel({ id })] });
});
afterAll(() => server.close());

beforeEach(async () => {
	const card = aCard({ id, window: 60_000, maxOutput: 1000 });
	const base = await anApp({
		model: id,
		models: { [id]: card },
		preset: 'spec-008',
		endpoint: server.url
	});
	const line = aLine(server);
	index = new IndexStore(`${base.db.name}-index`);
	const jobs = workshopJobs({
		db: base.db,
		scratch: base.scratch,
		index,
		model: line,
		now: () => base.clock.now()
	});
	const workshop: Workshop = {
		run: (kind, ask, signal) => {
			const work = jobs[kind];
			if (!work) throw new Error(`no job ${kind}`);
			return work(ask, { signal, tell: () => undefined });
		}
	};
	const telephone = {
		...base.telephone,
		stream: line.stream.bind(line),
		count: line.count.bind(line)
	};
	app = { ...base, telephone, workshop };
});
afterEach(async () => {
	server.reset();
	await index.delete();
	await app.close();
});

const send = (session: Session, words: string) =>
	sendMessage(app, { session, blocks: [text(words)] }, unseen, never);

/** Canaries everywhere, then a long session of a kind through everything that makes a request. */
async function lifeOf(kind: 'main' | 'guest'): Promise<{ kinds: Set<RequestKind>; sent: string }> {
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
	expect((await resetSession(app, old.id, 'user', never)).status).toBe('reset');
	const before = server.requests.length;

	const session = aStoredSession({ kind });
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
	await prepareDraft(app, session.id, 'manual', unseen, never);
	const [draft] = await app.db.summaries.where('sessionId').equals(session.id).toArray();
	if (draft) await useSummary(app, draft.id);
	await send(session, `And after the summary? ${markers}`);
	await resetSession(app, session.id, 'user', never);
	const small = newSession(app, { kind, offRecord: false });
	await send(small, `A new one. ${markers}`);

	const entries = [...(await ledgerOf(app.db, session.id)), ...(await ledgerOf(app.db, small.id))];
	return {
		kinds: new Set(entries.map((entry) => entry.kind)),
		sent: server.requests
			.slice(before)
			.map(({ path, bodyText }) => `${path} ${bodyText}`)
			.join('\n')
	};
}

const everyKind = ['chat', 'count', 'extraction', 'flush', 'summary'];

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

test('the same way in a main session finds every one of them, so the look-out above sees something', async () => {
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
