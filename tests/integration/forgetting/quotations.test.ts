/** What an answer on this device has quoted, and a title that came with a file, are gone with what they tell. */
import { describe, expect, test } from 'vitest';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { textOf } from '#core/log/blocks.ts';
import { onDevice } from '#core/models/model-card.ts';
import type { IndexStore } from '#db/schema.ts';
import type { Session } from '#core/session/session.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { exportSession } from '#flows/export/export-session.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { rememberText } from '#flows/memory/memory-files.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { renameSession } from '#flows/sessions/change-session.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { withoutForgotten } from '#flows/forgetting/forget-imported.ts';
import type { BackupContent } from '#flows/import/ports.ts';
import type { ArchiveLine } from '#core/archive/archive.ts';
import { onDeviceModel } from '#model/on-device.ts';
import { anApp, logOf, sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { importFile, importInto, wholeBackup } from '../../support/apps/importing.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { call } from '../../support/builders/a-turn.ts';
import { packer } from '#worker/workshop/packer.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { tablesWith } from '../../support/find-bytes.ts';
import { never } from '../../support/never.ts';
import { answer, say } from '../../support/scripted/scripted-model.ts';

const canary = 'xyloquartz';

let app: TestApp;
let index: IndexStore;
withAppAndWorkshop((own, store) => {
	app = { ...own, onDevice: onDeviceModel({ tokensPerSecond: null, now: () => 0 }) };
	index = store;
});

const aSession = (model: string | null = null): Session => ({
	...newSession(app, { kind: 'main', offRecord: false }),
	model
});
const send = (session: Session, words: string) => sendWords(app, session, words);

const forgetTurn = (session: Session, turnId: string, lines: readonly string[] = []) =>
	forget(app, {
		what: { kind: 'turn', sessionId: session.id, turnId },
		lines,
		summaries: {}
	});

const held = () => tablesWith([app.db, app.scratch, index], canary);

async function answersIn(session: Session): Promise<string> {
	const log = await logOf(app, session.id);
	expect(brokenLink(chainStart(session.id), log)).toBeNull();
	return log.flatMap(({ steps }) => steps.map(({ content }) => textOf(content))).join('\n');
}

describe('an answer on this device', () => {
	test.each(['', 'the conversation itself'])(
		'loses what it quotes of a message: %s',
		async (here) => {
			const said = aSession(here === '' ? null : onDevice);
			app.model.next(say('Noted.'));
			await send(said, `The cellar code is ${canary}. Cups stand on the shelf.`);
			const [{ turn }] = (await logOf(app, said.id)) as [Awaited<ReturnType<typeof logOf>>[number]];
			const asks = here === '' ? aSession(onDevice) : said;
			await send(asks, 'What is the cellar code?');
			expect(await answersIn(asks)).toContain(canary);
			await app.workshop.run('archive-session', { sessionId: asks.id }, never);
			// A model was told what the device had answered.
			await app.db.sessions.update(asks.id, { model: null });
			app.model.next(say('Fine.'));
			await send(asks, 'And now?');

			expect(await forgetTurn(said, turn.turnId)).toMatchObject({ status: 'forgotten' });
			expect(await held()).toEqual([]);
			expect(await answersIn(asks)).toContain('**On-device**');
		}
	);

	test('in a backup made before comes back without what it quotes', async () => {
		const said = aSession();
		app.model.next(say('Noted.'));
		await send(said, `The cellar code is ${canary}. Cups stand on the shelf.`);
		const [{ turn }] = (await logOf(app, said.id)) as [Awaited<ReturnType<typeof logOf>>[number]];
		const [open, ended] = [aSession(onDevice), aSession(onDevice)];
		for (const asks of [open, ended]) await send(asks, 'What is the cellar code?');
		await send(open, 'And where are the cups?');
		expect(await answersIn(open)).toContain(canary);
		await app.workshop.run('archive-session', { sessionId: ended.id }, never);
		const before = await wholeBackup(app.db);

		await forgetTurn(said, turn.turnId);
		const device = await elsewhere(before);
		expect(await tablesWith([device.db, device.scratch], canary)).toEqual([]);
		expect(await device.db.sessions.get(open.id)).toBeDefined();
		expect(await device.db.archives.toArray()).toHaveLength(1);
		const told = (await device.db.steps.toArray()).map(({ content }) => textOf(content));
		expect(told.join()).toContain('**On-device**');
		await device.close();
	});

	/** What was said here comes to another device with what was forgotten meanwhile. */
	async function elsewhere(before: Awaited<ReturnType<typeof wholeBackup>>): Promise<TestApp> {
		const device = await anApp();
		importInto(device);
		await device.db.tombstones.bulkPut(await app.db.tombstones.toArray());
		await importFile(device.db, before);
		return device;
	}

	test.each(['a summary', 'a title', 'a message beside'])(
		'comes back from a backup made before without %s that told of it, nor does what a tool had found',
		async (what) => {
			const said = aSession();
			const first = what === 'a summary' ? 'My locker is in the cellar.' : `Is ${canary} safe?`;
			for (const words of [first, 'My locker downstairs is green.', 'Go on.']) {
				app.model.next(say('Noted.'));
				await send(said, words);
			}
			const title = what === 'a title' ? `Is ${canary} safe?` : 'A locker';
			await app.db.sessions.update(said.id, {
				title,
				titleFrom: what === 'a title' ? 'first-message' : 'user'
			});
			if (what === 'a summary') {
				const text = `They keep a locker downstairs, its password being ${canary}.\nThey drink tea.`;
				const within = { from: { seq: 0, step: -1 }, through: { seq: 1, step: 0 } };
				const row = { ...within, sessionId: said.id, text, originalText: text, anchors: '' };
				await app.db.summaries.put(aSummary(1, { ...row, id: 'sum1', status: 'active' }));
			}
			const [open, ended, found] = [aSession(onDevice), aSession(onDevice), aSession()];
			for (const asks of [open, ended]) await send(asks, 'What about the locker downstairs?');
			// The neighbour alone: beside the message itself anything would go.
			const limit = what === 'a message beside' ? { limit: 1 } : {};
			const asked = { query: 'locker downstairs', ...limit };
			app.model.next(answer([call('r', 'recall', asked)]), say('Green.'));
			await send(found, 'Which locker?');
			const results = await app.db.steps
				.filter(({ sessionId }) => sessionId === found.id)
				.toArray();
			expect(JSON.stringify(results)).toContain(canary);
			if (what !== 'a message beside') expect(await answersIn(open)).toContain(canary);
			await app.workshop.run('archive-session', { sessionId: ended.id }, never);
			const before = await wholeBackup(app.db);
			await forgetTurn(said, (await logOf(app, said.id))[0]!.turn.turnId);

			const device = await elsewhere(before);
			expect(await tablesWith([device.db, device.scratch], canary)).toEqual([]);
			const told = (await device.db.steps.toArray()).map(({ content }) => textOf(content));
			expect(told.join()).toContain('**On-device**');
			if (what !== 'a title') expect(told.join()).toContain('My locker downstairs is green.');
			await device.close();
		}
	);

	test('what a tool had shown beside a message is not in a backup where that message lies in an archive', async () => {
		const said = aSession();
		for (const words of [`Is ${canary} safe?`, 'My locker downstairs is green.', 'Go on.']) {
			app.model.next(say('Noted.'));
			await send(said, words);
		}
		await app.db.sessions.update(said.id, { title: 'A locker', titleFrom: 'user' });
		const found = aSession();
		const asked = { query: 'locker downstairs', limit: 1 };
		app.model.next(answer([call('r', 'recall', asked)]), say('Green.'));
		await send(found, 'Which locker?');
		const linesOf = async ({ id }: Session): Promise<ArchiveLine[]> => [
			{ type: 'session', ...(await app.db.sessions.get(id))! },
			...(await logOf(app, id)).flatMap(({ turn, steps }): ArchiveLine[] => [
				{ type: 'turn', ...turn },
				...steps.map((step) => ({ type: 'step' as const, ...step }))
			])
		];
		const [lines, results] = [await linesOf(said), await linesOf(found)];
		expect(JSON.stringify(results)).toContain(canary);
		const [head, turn, step, ...live] = lines;
		// Written by a version of before summaries had anchors.
		const whole = aSummary(0, { sessionId: said.id, text: canary });
		const summary = { ...whole, anchors: undefined };
		const cold = [head, turn, step, { type: 'summary', ...summary }].map((line) =>
			JSON.stringify(line)
		);
		const { turnId } = (await logOf(app, said.id))[0]!.turn;
		await app.db.tombstones.put({ id: turnId, kind: 'turn', at: 1 });
		const content: BackupContent = {
			sessions: [
				{ name: 'said', id: said.id, lines: () => Promise.resolve([head!, ...live]) },
				{ name: 'found', id: found.id, lines: () => Promise.resolve(results) }
			],
			archives: new Map([['said.1', () => Promise.resolve(packer.pack(cold.join('\n')))]]),
			...{ memory: new Map(), blobs: new Map(), state: [], isSourced: true, settings: {} },
			...{ skippedLines: 0, hash: null, salvaged: null }
		};
		const left = await withoutForgotten({ db: app.db, packer }, content, 1, never);
		const told = await Promise.all(left!.sessions.map((session) => session.lines()));
		expect(JSON.stringify(told)).toContain('My locker downstairs is green.');
		expect(JSON.stringify(told)).not.toContain(canary);
	});

	test.each([true, false])(
		'loses what it quotes of a summary that goes, asked there: %s',
		async (there) => {
			const said = aSession();
			for (const words of ['My locker is in the cellar.', 'I like tea.', 'Go on.']) {
				app.model.next(say('Noted.'));
				await send(said, words);
			}
			const text = `They keep a locker downstairs, its password being ${canary}.\nThey drink tea.`;
			const within = { from: { seq: 0, step: -1 }, through: { seq: 1, step: 0 } };
			const row = { ...within, sessionId: said.id, text, originalText: text, anchors: '' };
			await app.db.summaries.put(aSummary(1, { ...row, id: 'sum1', status: 'active' }));
			await app.db.sessions.update(said.id, { model: onDevice });
			const asks = there ? (await sessionOf(app.db, said.id))! : aSession(onDevice);
			await send(asks, 'What is the locker password downstairs?');
			expect(await answersIn(asks)).toContain(canary);
			const { turnId } = (await logOf(app, said.id))[0]!.turn;
			await forget(app, {
				what: { kind: 'turn', sessionId: said.id, turnId },
				lines: [],
				summaries: { sum1: { how: 'drop' } }
			});
			expect(await held()).toEqual([]);
		}
	);

	test('loses a line of memory, and keeps its neighbours', async () => {
		const said = aSession();
		app.model.next(say('Noted.'));
		await send(said, 'Hello');
		await rememberText(app, {
			text: `The cellar code is ${canary}`,
			sessionId: null,
			guest: false
		});
		await rememberText(app, { text: 'The cellar lamp is green', sessionId: null, guest: false });
		const asks = aSession(onDevice);
		await send(asks, 'What do you remember about me?');
		expect(await answersIn(asks)).toContain(canary);
		await forget(app, {
			what: { kind: 'line', line: `The cellar code is ${canary}` },
			lines: [],
			summaries: {}
		});
		expect(await held()).toEqual([]);
		expect(await answersIn(asks)).toContain('The cellar lamp is green');
	});
});

describe('a title that came with a file', () => {
	async function imported(title: string): Promise<{ session: Session; turnIds: string[] }> {
		const session = aSession();
		app.model.next(say('Yes.'), say('Yes.'));
		await send(session, `Can ${canary} be stored in the cellar?`);
		await send(session, 'And what about Malvoria?');
		await app.db.sessions.update(session.id, { title, titleFrom: 'import' });
		await app.workshop.run('archive-session', { sessionId: session.id }, never);
		const log = await logOf(app, session.id);
		return { session, turnIds: log.map(({ turn }) => turn.turnId) };
	}

	test.each([`Storing ${canary}`, `Can ${canary} be stored in`])(
		'goes with the message it tells of: %s',
		async (title) => {
			const { session, turnIds } = await imported(title);
			expect(await forgetTurn(session, turnIds[0] ?? '')).toMatchObject({ status: 'forgotten' });
			expect(await held()).toEqual([]);
			expect(await sessionOf(app.db, session.id)).toMatchObject({ title: '', titleFrom: 'none' });
		}
	);

	test('goes with a message of which it is the beginning, but for its marks', async () => {
		const session = aSession();
		app.model.next(say('Yes.'));
		await send(session, 'Is **it** so `or` not?');
		await app.db.sessions.update(session.id, { title: 'Is it so or', titleFrom: 'import' });
		const [first] = await logOf(app, session.id);
		await forgetTurn(session, first?.turn.turnId ?? '');
		expect((await sessionOf(app.db, session.id))?.title).toBe('');
	});

	test('goes with a later message for a name that only that has', async () => {
		const { session, turnIds } = await imported('Malvoria and the cellar');
		await forgetTurn(session, turnIds[1] ?? '');
		expect((await sessionOf(app.db, session.id))?.title).toBe('');
	});

	test('stays with what it does not tell of, and where the user has given it', async () => {
		const { session, turnIds } = await imported('Storing things');
		await forgetTurn(session, turnIds[1] ?? '');
		expect((await sessionOf(app.db, session.id))?.title).toBe('Storing things');
		await renameSession(app, session.id, `My ${canary}`);
		await forgetTurn(session, turnIds[0] ?? '');
		expect((await sessionOf(app.db, session.id))?.title).toBe(`My ${canary}`);
	});

	test('does not leave in a file for others once its message is deleted', async () => {
		const { session, turnIds } = await imported(`Storing ${canary}`);
		await deleteTurn(app, { sessionId: session.id, turnId: turnIds[0] ?? '' });
		const made = await exportSession(app, { sessionId: session.id, as: 'json', day: '2026-11-20' });
		if (made.status !== 'made') throw new Error(made.status);
		const told = await made.file.text();
		expect([told.includes('Malvoria'), told.includes(canary)]).toEqual([true, false]);
	});
});
