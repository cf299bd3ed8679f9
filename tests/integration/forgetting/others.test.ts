import { describe, expect, test } from 'vitest';
import type { UserBlock } from '#core/log/blocks.ts';
import { onDevice } from '#core/models/model-card.ts';
import type { Session } from '#core/session/session.ts';
import { memoryFile } from '#db/memory/files.ts';
import { ledgerOf } from '#db/ledger/ledger.ts';
import type { IndexStore } from '#db/schema.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { forget, forgetDeleted } from '#flows/forgetting/forget.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { bodyOf } from '#flows/prompt/keep-ledger.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { text } from '../../support/builders/a-turn.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { answer, say } from '../../support/scripted/scripted-model.ts';
import { withForgetting } from '../../support/apps/with-forgetting.ts';
import { never, unseen } from '../../support/never.ts';

/** Forgetting one thing destroys nothing else: what only reads alike stays. */

let app: TestApp;
let index: IndexStore;

withForgetting((own, store) => {
	app = own;
	index = store;
});

const aSession = (): Session => newSession(app, { kind: 'main', offRecord: false });

async function send(session: Session, ...blocks: readonly (UserBlock | string)[]): Promise<string> {
	const said = blocks.map((block) => (typeof block === 'string' ? text(block) : block));
	const sent = await sendMessage(app, { session, blocks: said }, unseen, never);
	expect(sent).toMatchObject({ status: 'answered' });
	// Each message has a stamp of its own.
	app.clock.at += 60_000;
	return 'turnId' in sent ? (sent.turnId ?? '') : '';
}

const forgetTurn = (session: Session, turnId: string) =>
	forget(app, { what: { kind: 'turn', sessionId: session.id, turnId }, lines: [], summaries: {} });

async function write(path: string, words: string): Promise<void> {
	const file = await memoryFile(app.db, path);
	const stored = await saveMemoryFile(app, { path, text: words, expectedRev: file?.rev ?? null });
	expect(stored.status).toBe('stored');
}

const call = (id: string, name: string, input: Record<string, unknown>) =>
	answer([{ type: 'tool_use', id, name, input }]);

/** Everything that stands in a session: its turns, and its requests as they can be read. */
async function everythingIn({ id }: Session) {
	const { db } = app;
	const [turns, steps, entries] = await Promise.all([
		db.turns.filter(({ sessionId }) => sessionId === id).toArray(),
		db.steps.filter(({ sessionId }) => sessionId === id).toArray(),
		ledgerOf(db, id)
	]);
	const bodies = await Promise.all(entries.map((entry) => bodyOf(app, entry)));
	expect(bodies.length).toBeGreaterThan(0);
	return { turns, steps, entries, bodies };
}

const where = (word: string) => tablesWith([app.db, app.scratch, index], word);

describe('what only reads alike stays', () => {
	test('a memory file that another conversation read as well', async () => {
		await write('MEMORY.md', '# Me\n- Bakes bread every Sunday\n- Has a dog called Rex\n');
		const [first, second, third] = [aSession(), aSession(), aSession()];
		const read = (id: string) => call(id, 'read_memory', { path: 'MEMORY.md' });
		app.model.next(read('c1'), say('Bread, I see.'), read('c1'), say('Rex.'), say('Hello to you.'));
		const turnId = await send(first, 'What do I bake');
		await send(second, 'My dog, who is it');
		await send(third, 'Just a hello');
		const before = [await everythingIn(second), await everythingIn(third)];
		expect(JSON.stringify(before[0]?.steps)).toContain('dog called Rex');
		await forgetTurn(first, turnId);
		expect([await everythingIn(second), await everythingIn(third)]).toEqual(before);
		expect(await where('What do I bake')).toEqual([]);
	});

	test('a stock phrase of an assistant', async () => {
		const [first, second] = [aSession(), aSession()];
		const phrase = 'Let me know if you have any other questions!';
		app.model.next(say(phrase), say(phrase), say('Roses.'));
		const turnId = await send(first, 'The first one');
		await send(second, 'What shall I plant');
		await send(second, 'And then');
		const before = await everythingIn(second);
		await forgetTurn(first, turnId);
		expect(await everythingIn(second)).toEqual(before);
		expect(JSON.stringify(await app.db.steps.toArray())).toContain(`"${phrase}"`);
	});

	test('what every answer on this device begins with, which is not listed as the same said elsewhere', async () => {
		const session = aSession();
		const head = 'Found by search in what is stored here.';
		app.model.next(say(`${head} Cups.`), say(`${head} Mugs.`));
		const turnId = await send(session, 'Cups?');
		await send(session, 'Mugs?');
		const what = { kind: 'turn' as const, sessionId: session.id, turnId };
		const elsewhere = async () => {
			const weighed = await app.workshop.run('weigh-forgetting', { what, also: [] }, never);
			return weighed.status === 'weighed' ? weighed.found.elsewhere.length : null;
		};
		expect(await elsewhere()).toBe(1);
		await app.db.steps.toCollection().modify({ model: onDevice });
		expect(await elsewhere()).toBe(0);
	});

	test('another photo of the same camera, also where it was opened again', async () => {
		// What every JPEG of one encoder begins with.
		const head = Buffer.from(
			'ffd8ffe000104a46494600010100000100010000ffdb004300080606070605080707070909080a0c140d0c0b0b0c1912130f141d1a1f1e1d1a1c1c20242e2720',
			'hex'
		);
		const photo = (n: number) => ({
			type: 'image' as const,
			source: {
				type: 'base64' as const,
				media_type: 'image/jpeg',
				data: Buffer.concat([head, Buffer.alloc(400, n)]).toString('base64')
			}
		});
		const [first, second] = [aSession(), aSession()];
		app.model.next(
			say('A cat.'),
			say('A dog.'),
			call('c1', 'open_turns', { from: 1, to: 1 }),
			say('Still a dog.')
		);
		const turnId = await send(first, photo(1), 'What is in this picture?');
		await send(second, photo(2), 'And which animal is in that one?');
		await send(second, 'Open it again and look closely');
		const before = await everythingIn(second);
		expect(JSON.stringify(before.steps)).toContain(photo(2).source.data);
		await forgetTurn(first, turnId);
		expect(await everythingIn(second)).toEqual(before);
		expect(await where(photo(1).source.data)).toEqual([]);
	});

	test('the same short answer in the same session, and requests made while the message was deleted', async () => {
		const session = aSession();
		app.model.next(say('Fine.'), say('Fine.'), say('Fine.'), say('Fine.'));
		await send(session, 'ok');
		const turnId = await send(session, 'My word is xyloquartz');
		await deleteTurn(app, { sessionId: session.id, turnId });
		await send(session, 'ok');
		await send(session, 'ok');
		const before = await everythingIn(session);
		await forgetTurn(session, turnId);
		const after = await everythingIn(session);
		const held = before.bodies.map((body) => JSON.stringify(body).includes('xyloquartz'));
		expect(new Set(held)).toEqual(new Set([true, false]));
		expect(after.bodies.map((body) => body === null)).toEqual(held);
		expect(after.bodies.filter((body) => body !== null)).toEqual(
			before.bodies.filter((body) => !JSON.stringify(body).includes('xyloquartz'))
		);
		expect(await where('xyloquartz')).toEqual([]);
		// What is sent from now on can be read as well.
		app.model.next(say('Fine.'));
		await send(session, 'ok');
		expect((await everythingIn(session)).bodies.at(-1)).not.toBeNull();
	});

	test('a result of another turn, where two read the same file in one session', async () => {
		await write('MEMORY.md', '# Me\n- Bakes bread every Sunday\n');
		const session = aSession();
		const read = (id: string) => call(id, 'read_memory', { path: 'MEMORY.md' });
		app.model.next(read('c1'), say('Bread.'), read('c2'), say('Sunday.'));
		const turnId = await send(session, 'What do I bake');
		const other = await send(session, 'And when');
		await app.workshop.run('archive-session', { sessionId: session.id }, never);
		const stepsOf = () => app.db.steps.filter((step) => step.turnId === other).toArray();
		const before = await stepsOf();
		await forgetTurn(session, turnId);
		expect(await stepsOf()).toEqual(before);
	});

	test('an archive of the session that does not hold the message', async () => {
		const session = aSession();
		app.model.next(say('Tulips.'), say('Roses.'));
		await send(session, 'What shall I plant');
		await app.workshop.run('archive-session', { sessionId: session.id }, never);
		const before = await app.db.archiveBytes.toArray();
		const turnId = await send(session, 'And by the gate');
		await forgetTurn(session, turnId);
		expect(before).toHaveLength(1);
		expect(await app.db.archiveBytes.toArray()).toEqual(before);
	});
});

describe('a summary', () => {
	const words = '- The user decided to plant tulips along the wall.\n- Roses by the gate.';

	async function summarised(last: string) {
		const session = aSession();
		app.model.next(say('Tulips go along the wall then.'), say('By the gate.'), say('Welcome.'));
		const turnIds = [
			await send(session, 'Tulips or daffodils along the wall? Tulips.'),
			await send(session, last)
		];
		const summary = aSummary(1, {
			id: 'sum',
			sessionId: session.id,
			text: words,
			originalText: words,
			anchors: ''
		});
		await app.db.summaries.put(summary);
		turnIds.push(await send(session, 'I have decided nothing else about Xenia for today.'));
		const textNow = async () => (await app.db.summaries.get('sum'))?.text;
		return { session, turnIds, summary, textNow };
	}

	const deleted = async (session: Session, turnId = '') => {
		await deleteTurn(app, { sessionId: session.id, turnId });
		app.clock.at += 25 * 3_600_000;
		await forgetDeleted(app, never);
	};

	test('is not touched by a message that came after it', async () => {
		const { session, turnIds, summary } = await summarised('And by the gate roses, please.');
		await app.db.summaries.update('sum', { text: `${words}\n- Xenia visits.` });
		const before = { ...summary, text: `${words}\n- Xenia visits.` };
		await deleted(session, turnIds[2]);
		expect(await app.db.summaries.get('sum')).toEqual(before);
	});

	test('is told without the words of messages that are deleted or shall go too, where the user looks', async () => {
		const { session, turnIds } = await summarised('Tulips along the wall, I said: decided.');
		const [first = '', second = ''] = turnIds;
		const what = { kind: 'turn', sessionId: session.id, turnId: first } as const;
		const told = async (also: readonly string[] = []) => {
			const weighed = await app.workshop.run('weigh-forgetting', { what, also }, never);
			if (weighed.status !== 'weighed') throw new Error('not weighed');
			return weighed.found.summaries.map(({ id, text: left }) => ({ id, text: left }));
		};
		const without = [{ id: 'sum', text: '- Roses by the gate.' }];
		await app.db.summaries.update('sum', { anchors: 'Names: tulips; roses' });
		expect(await told()).toEqual([]);
		expect(await told([second])).toEqual(without);
		await deleteTurn(app, { sessionId: session.id, turnId: second });
		expect(await told()).toEqual(without);
		const end = { how: 'rewrite', text: '- Roses by the gate.' } as const;
		await forget(app, { what, lines: [], summaries: { sum: end } });
		expect(JSON.stringify(await app.db.summaries.get('sum'))).not.toMatch(/tulips/i);
	});

	test('loses no line for a common word while nobody looks', async () => {
		const { session, turnIds, textNow } = await summarised('We decided that roses are best.');
		await deleted(session, turnIds[1]);
		expect(await textNow()).toBe(words);
	});

	test('loses what only the message names, and the list of what happened says so', async () => {
		const { session, turnIds, textNow } = await summarised('Ask Xenia Brandt, room 4711-A.');
		await app.db.summaries.update('sum', {
			text: `${words}\n- Ask Xenia Brandt.\n- It is 4711-A.`
		});
		await deleted(session, turnIds[1]);
		expect(await textNow()).toBe(words);
		expect(await app.db.activity.toArray()).toContainEqual(
			expect.objectContaining({
				kind: 'deletion',
				details: expect.objectContaining({ what: 'forgotten', cutSummaries: 1 }) as unknown
			})
		);
	});

	test.each([
		['open_turns', { from: 2, to: 2 }],
		['recall', { query: 'gate' }],
		['read_memory', { path: 'MEMORY.md' }]
	])(
		'loses it too where %s has shown it since: a quotation is no second saying',
		async (name, asked) => {
			await write('MEMORY.md', '- Xenia Brandt is at the gate\n');
			const { session, turnIds, textNow } = await summarised('By the gate, ask Xenia Brandt.');
			await app.db.summaries.update('sum', { text: `${words}\n- Xenia Brandt helps.` });
			app.model.next(call('c1', name, asked), say('I see.'));
			await send(session, 'Who was it?');
			expect(JSON.stringify((await everythingIn(session)).steps)).toContain('Xenia Brandt');
			await deleted(session, turnIds[1]);
			expect(await textNow()).toBe(words);
		}
	);

	test('keeps what another tool has told as well', async () => {
		const { session, turnIds, textNow } = await summarised('By the gate, ask Xenia Brandt.');
		const text = `${words}\n- Xenia Brandt helps.`;
		await app.db.summaries.update('sum', { text });
		app.model.next(call('c1', 'look_up', { who: 'the gate' }), say('I see.'));
		const turnId = await send(session, 'Who was it?');
		await app.db.steps
			.filter((step) => step.turnId === turnId && step.results !== null)
			.modify((step) => {
				Object.assign(step.results?.[0] ?? {}, { content: 'Xenia Brandt' });
			});
		await deleted(session, turnIds[1]);
		expect(await textNow()).toBe(text);
	});

	test('shows its words before it loses a line for them', async () => {
		const { session, turnIds } = await summarised('We decided that roses are best.');
		const what = { kind: 'turn' as const, sessionId: session.id, turnId: turnIds[1] ?? '' };
		expect(await app.workshop.run('weigh-forgetting', { what }, never)).toMatchObject({
			found: {
				summaries: [
					{
						id: 'sum',
						isShown: true,
						text: '- The user decided to plant tulips along the wall.',
						words: ['Roses', 'gate']
					}
				]
			}
		});
	});
});
