import { beforeEach, expect, it } from 'vitest';
import type { Session } from '#core/session/session.ts';
import type { MemoryScope } from '#core/memory/memory.ts';
import { setMemoryScope } from '#db/memory/files.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { aMemoryFile } from '../../../support/builders/a-prompt.ts';
import { sendWords, logOf, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { call } from '../../../support/builders/a-turn.ts';
import { answer, say } from '../../../support/scripted/scripted-model.ts';

/** A conversation in which a tool has read a memory file goes on after the file was kept back, or who answers changed. */

const path = 'memory/health.md';
const secret = 'The user was ill in May.';

let app: TestApp;
let session: Session;

withApp((own) => (app = own));
beforeEach(async () => {
	await app.db.memoryFiles.put(aMemoryFile(path, `- ${secret}`));
	session = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(answer([call('c1', 'read_memory', { path })]), say('In May.'));
	await send('When was I ill?');
});

const send = (words: string) => sendWords(app, session, words);
const scope = (to: MemoryScope) => setMemoryScope(app.db, path, to);
/** What the next message takes along. */
async function sent(): Promise<string> {
	app.model.next(say('Yes.'));
	expect((await send('And now?')).status).toBe('answered');
	return JSON.stringify(app.model.bodies.at(-1));
}
const epoch = async () => (await sessionOf(app.db, session.id))?.epoch ?? 0;
const stored = async () => JSON.stringify(await logOf(app, session.id));

it('takes nothing of a file along that may be sent nowhere any more, until it may again', async () => {
	expect(await sent()).toContain(secret);
	const before = await epoch();
	await scope('never');
	const without = await sent();
	expect(without).not.toContain(secret);
	expect(without).toContain(`[Cleared: ${path} is not sent here`);
	expect(await epoch()).toBe(before + 1);
	// Nothing of what was said is changed, and inside the epoch nothing changes either.
	expect(await stored()).toContain(secret);
	await sent();
	expect(await epoch()).toBe(before + 1);

	await scope('everywhere');
	expect(await sent()).toContain(secret);
	expect(await epoch()).toBe(before + 2);
});

it('takes what is for this network along to a server there, and nowhere else', async () => {
	await scope('local');
	expect(await sent()).not.toContain(secret);
	await writeSetting(app.db, 'endpoint', 'http://localhost:11434');
	expect(await sent()).toContain(secret);
	await writeSetting(app.db, 'endpoint', 'https://models.example');
	expect(await sent()).not.toContain(secret);
});

it('shows in the prompt what is cleared before anything goes out', async () => {
	await scope('never');
	const { segments } = await previewPrompt(app, { session, unsent: [] });
	expect(segments.find(({ source }) => source === 'Recent messages')).toMatchObject({
		cleared: [path]
	});
});

it('keeps it back where the file was deleted while it was kept back', async () => {
	await scope('never');
	const file = await app.db.memoryFiles.get(path);
	await app.db.memoryFiles.put({ ...file!, deletedAt: 1 });
	expect(await sent()).not.toContain(secret);
});

it('changes nothing inside a reply: what was read stays with it to its end (INV-24)', async () => {
	app.model.next(
		answer([call('c2', 'read_memory', { path: 'MEMORY.md' })]),
		answer([call('c3', 'read_memory', { path })]),
		say('Done.')
	);
	const stream = app.model.stream.bind(app.model);
	let calls = 0;
	app.model.stream = async function* (...asked: Parameters<typeof stream>) {
		if (++calls === 2) await scope('never');
		yield* stream(...asked);
	};
	await send('Look once more.');
	const [first, second] = app.model.bodies.slice(-3).map(({ messages }) => messages);
	expect(second?.slice(0, first?.length)).toEqual(first);
	expect(JSON.stringify(second)).toContain(secret);
});
