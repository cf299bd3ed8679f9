import { describe, expect, test } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { memoryFile } from '#db/memory/files.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import type { IndexStore } from '#db/schema.ts';
import { acceptProposal } from '#flows/desk/review-desk.ts';
import { tidyMemory } from '#flows/desk/tidy-memory.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { renameSession } from '#flows/sessions/change-session.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withForgetting } from '../../support/apps/with-forgetting.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { never } from '../../support/never.ts';
import { answer, say } from '../../support/scripted/scripted-model.ts';

/** What was handed on goes with what is forgotten, however short it is. */

let app: TestApp;
let index: IndexStore;

withForgetting((own, store) => {
	app = own;
	index = store;
});

const aSession = (): Session => newSession(app, { kind: 'main', offRecord: false });

async function send(session: Session, words: string): Promise<string> {
	const sent = await sendWords(app, session, words);
	expect(sent).toMatchObject({ status: 'answered' });
	// Each message has a stamp of its own.
	app.clock.at += 60_000;
	return 'turnId' in sent ? (sent.turnId ?? '') : '';
}

const forgetTurn = (session: Session, turnId: string) =>
	forget(app, { what: { kind: 'turn', sessionId: session.id, turnId }, lines: [], summaries: {} });

const forgetLine = (line: string) =>
	forget(app, { what: { kind: 'line', line }, lines: [], summaries: {} });

async function write(path: string, words: string): Promise<void> {
	const file = await memoryFile(app.db, path);
	const stored = await saveMemoryFile(app, { path, text: words, expectedRev: file?.rev ?? null });
	expect(stored.status).toBe('stored');
}

const call = (id: string, name: string, input: Record<string, unknown>) =>
	answer([{ type: 'tool_use', id, name, input }]);

const where = (word: string) => tablesWith([app.db, app.scratch, index], word);

describe('what was handed on goes, however short it is', () => {
	test.each(['PIN xq4711', '我的密码是小猫鱼'])('a line of memory: %s', async (line) => {
		await write('MEMORY.md', `# Me\n- Bakes bread\n- ${line}\n`);
		const session = aSession();
		app.model.next(
			call('c1', 'read_memory', { path: 'MEMORY.md' }),
			say('Hello.'),
			call('c2', 'recall', { query: line }),
			say('Found.')
		);
		await send(session, 'Hello there, how are you?');
		await send(session, 'Look again, please');
		expect(await where(line)).toEqual(
			expect.arrayContaining(['blobs', 'memoryFiles', 'memoryRevisions', 'steps'])
		);
		await forgetLine(line);
		// The words it was searched for with are the assistant's own.
		expect(await app.db.blobs.filter(({ bytes }) => isMemory(bytes, line)).count()).toBe(0);
		const results = (await app.db.steps.toArray()).flatMap((step) => step.results ?? []);
		expect(JSON.stringify(results)).not.toContain(line);
		// The rest of the file that was read stays.
		expect(JSON.stringify(results)).toContain('Bakes bread');
	});

	const isMemory = (bytes: Uint8Array, line: string): boolean => {
		const part = new TextDecoder().decode(bytes);
		return part.includes(line) && !part.includes('"role":"assistant"');
	};

	test.each(['turn', 'session'] as const)(
		'a message of two words, from an extraction too: %s',
		async (kind) => {
			for (const secret of ['PIN q77', '我对花生酱过敏']) {
				const session = aSession();
				app.model.next(say('Fine.'), say('Hm, sure thing.'), say('<memories>none</memories>'));
				const turnId = await send(session, secret);
				await send(session, 'And now a longer thing about the garden of my aunt.');
				await app.workshop.run('extract', { sessionId: session.id }, never);
				const requests = await app.db.ledger.where('sessionId').equals(session.id).toArray();
				expect(requests.map((request) => request.kind)).toContain('extraction');
				const what =
					kind === 'turn'
						? ({ kind, sessionId: session.id, turnId } as const)
						: ({ kind, sessionId: session.id } as const);
				await forget(app, { what, lines: [], summaries: {} });
				expect(await where(secret)).toEqual([]);
			}
		}
	);

	test('what recall showed of it and beside it, and what open_turns opened', async () => {
		const [first, second] = [aSession(), aSession()];
		app.model.next(say('Noted.'), say('Tulips it is.'), say('By the gate.'));
		await send(first, 'Good morning');
		const turnId = await send(first, 'Bo is 7');
		await send(first, 'Where do the nasturtiums grow?');
		app.model.next(
			call('c1', 'recall', { query: 'nasturtiums' }),
			say('By the gate.'),
			call('c2', 'recall', { query: 'zinnias' }),
			say('Nothing.')
		);
		await send(second, 'Where did I plant them?');
		await send(second, 'And the others?');
		app.model.next(
			call('c3', 'open_turns', { from: 2, to: 2 }),
			say('I see.'),
			call('c4', 'open_turns', { from: 1, to: 1 }),
			say('I see.')
		);
		await send(first, 'Open the second');
		await send(first, 'Open the first');
		const resultsOf = async ({ id }: Session) =>
			(await app.db.steps.toArray())
				.filter((step) => step.sessionId === id)
				.flatMap((step) => step.results ?? [])
				.map(({ content }) => JSON.stringify(content));
		const [beside, nothing] = await resultsOf(second);
		const [opened, other] = await resultsOf(first);
		expect(beside).toContain('Bo is 7');
		expect(opened).toContain('Bo is 7');
		expect([nothing, other].join('')).not.toContain('Bo is 7');
		await forgetTurn(first, turnId);
		expect(await where('Bo is 7')).toEqual([]);
		const forgotten = '"[Forgotten by the user]"';
		expect(await resultsOf(second)).toEqual([forgotten, nothing]);
		expect(await resultsOf(first)).toEqual([forgotten, other]);
	});

	test.each([
		['another conversation', 'as it is called', true, false],
		['another conversation', 'before somebody named it', true, true],
		['the conversation itself', 'as it is called', false, false],
		['the conversation itself', 'before somebody named it', false, true]
	])(
		'the title that %s was shown, %s, where it was words of it',
		async (_to, _as, other, named) => {
			const [first, second] = [aSession(), aSession()];
			// All but one word stands elsewhere too, and the title ends in the middle of it.
			const asked = (what: string) =>
				`The garden list, ${what}. Let me know if you have any other questions!`;
			app.model.next(say('Noted.'), say('Fine.'), say('By the gate.'), say('Yes.'));
			const turnId = await send(first, asked('zqBo7'));
			await send(first, asked('roses'));
			await send(first, asked('nasturtiums'));
			await send(first, asked('asters'));
			const { title = '' } = (await app.db.sessions.get(first.id)) ?? {};
			// The message itself is not found any more, nor told beside another; the title was, by older versions.
			await deleteTurn(app, { sessionId: first.id, turnId });
			await app.db.sessions.update(first.id, { title, titleFrom: 'user' });
			app.model.next(call('c1', 'recall', { query: 'nasturtiums' }), say('By the gate.'));
			await send(other ? second : first, 'Where did I plant them?');
			await app.db.sessions.update(first.id, { title: '', titleFrom: 'first-message' });
			expect(await where('“The garden list, zqBo7')).toEqual(['blobs', 'steps']);
			if (named) await renameSession(app, first.id, 'The garden');
			await forgetTurn(first, turnId);
			expect(await where('zqBo7')).toEqual([]);
			expect((await app.db.sessions.get(first.id))?.title).toBe(named ? 'The garden' : '');
		}
	);

	test('a line that a clean-up would take, or has taken', async () => {
		await write('MEMORY.md', '# Me\n- Bakes bread\n- Ana expects xyloquartz\n- Has a dog\n');
		app.model.next(
			say(
				'<tidy>\nrewrite 2: Ana expects a child\ndrop 3: Ana expects xyloquartz, so no dog\n</tidy>'
			)
		);
		const ports = { db: app.db, clock: app.clock, model: app.model };
		await tidyMemory(ports, { path: null, answerer: 'claude-test-5' }, never);
		const [rewrite, drop] = await waitingProposals(app.db);
		expect(rewrite?.tidy?.takes[0]?.line).toContain('xyloquartz');
		expect(drop?.tidy?.why).toContain('xyloquartz');
		await acceptProposal(app, rewrite?.id ?? '');
		await forgetLine('Ana expects xyloquartz');
		expect(await where('xyloquartz')).toEqual([]);
		const rows = await app.db.proposals.toArray();
		expect(rows.map(({ text: words, status }) => [words, status])).toEqual(
			expect.arrayContaining([
				['Ana expects a child', 'accepted'],
				['Has a dog', 'waiting']
			])
		);
	});
});
