import { beforeEach, describe, expect, test } from 'vitest';
import { utf8 } from '#core/bytes.ts';
import { dayMs } from '#core/time/day-ms.ts';
import { sha256 } from '#core/sha256.ts';
import { archiveSummary } from '#flows/archives/archive-covered.ts';
import type { ModelEvent } from '#flows/ports/model.ts';
import type { CopyPorts } from '#flows/copies/copy-ports.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { restoreSnapshot } from '#flows/copies/restore-snapshot.ts';
import type { Previewed } from '#flows/import/ports.ts';
import { recoverReplies } from '#flows/answer/reply/recover-replies.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import { dropStaged, stageCopy } from '#db/copies/staging.ts';
import { Truth } from '#db/schema.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import {
	importInto,
	readFile,
	runRead,
	unzipped,
	wholeBackup
} from '../../support/apps/importing.ts';
import { talkingIn, wordsOf } from '../../support/apps/talking.ts';
import { eventually } from '../../support/eventually.ts';
import { never, unseen } from '../../support/never.ts';
import { say, sayAndWait } from '../../support/scripted/scripted-model.ts';

/** A copy takes the place of everything while another tab goes on. */

let app: TestApp;
withApp((own) => (app = own));

const { begin, send, log } = talkingIn(() => app);

const ports = (): CopyPorts => {
	const { db, vault, clock } = app;
	return { db, vault, clock, pieces: pieceByPiece };
};

test('a reply whose question a restored copy does not know answers no other question', async () => {
	app.model.next(say('One'));
	const { session } = await send('First', begin());
	await keepSnapshot(ports(), { reason: 'regular' }, never);
	let end = (_: readonly ModelEvent[]): void => undefined;
	const rest = new Promise<readonly ModelEvent[]>((resolve) => (end = resolve));
	app.model.next(sayAndWait('Two', rest));
	const sending = send('Second', session);
	await eventually(async () => expect(await app.scratch.partials.count()).toBe(1));
	const copy = { generation: 1, safety: true };
	const restored = await restoreSnapshot(ports(), copy, never, unseen);
	expect(restored).toMatchObject({ status: 'restored' });
	end(say('Two'));
	const { outcome, session: here } = await sending;
	expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'changed-meanwhile' } });
	app.model.next(say('Three'));
	expect((await send('Third', here)).outcome).toMatchObject({ status: 'answered' });
	expect(wordsOf(await log(session.id))).toEqual([
		['First', 'One'],
		['Third', 'Three']
	]);
	expect(await recoverReplies(app)).toBe(0);
});

test('a reply whose question went with it ends at once, is paid no further, and leaves nothing', async () => {
	app.model.next(say('One'));
	const { session } = await send('First', begin());
	await keepSnapshot(ports(), { reason: 'regular' }, never);
	app.model.next(sayAndWait('Two', new Promise(() => undefined)));
	const sending = send('Second', session);
	await eventually(async () => expect(await app.scratch.partials.count()).toBe(1));
	await restoreSnapshot(ports(), { generation: 1, safety: true }, never, unseen);
	// Without a turn: its words belong back into the composer, where it is told.
	expect((await sending).outcome).toEqual({
		status: 'failed',
		turnId: null,
		failure: { kind: 'changed-meanwhile', why: 'replaced' }
	});
	expect(wordsOf(await log(session.id))).toEqual([['First', 'One']]);
});

describe('an import that runs meanwhile', () => {
	const chats = Array.from({ length: 20 }, (_, at) => ({
		uuid: `u${String(at)}`,
		name: `Chat ${String(at)}`,
		created_at: '2026-01-01T00:00:00Z',
		updated_at: '2026-01-01T00:00:00Z',
		chat_messages: [{ uuid: 'a', sender: 'human', text: 'hello', content: [] }]
	}));
	const restore = () => restoreSnapshot(ports(), { generation: 1, safety: true }, never, unseen);
	const replaced = {
		status: 'failed',
		failure: { kind: 'changed-meanwhile', why: 'replaced' },
		isBegun: true
	};

	beforeEach(async () => {
		importInto(app);
		app.model.next(say('One'));
		await send('First', begin());
		await keepSnapshot(ports(), { reason: 'regular' }, never);
	});

	test('ends there and says so, wherever it has come to', async () => {
		for (const until of [0, 10, 20]) {
			const file = { file: new Blob([JSON.stringify(chats)]), name: 'c.json' };
			const read = (await readFile(app.db, file)).read as Previewed & { way: 'scan' };
			const scan: typeof read.scan = async function* (scanning) {
				let at = 0;
				for await (const found of read.scan(scanning)) {
					if (at++ === until) await restore();
					yield found;
				}
				if (at === until) await restore();
			};
			expect(await runRead(app.db, { ...read, scan })).toMatchObject(replaced);
			expect(await app.db.sessions.count()).toBeLessThanOrEqual(2);
		}
	});

	test('one that begins behind it comes to its end, also where the clock has been set back since', async () => {
		app.clock.at += dayMs;
		await restore();
		app.clock.at -= dayMs;
		const file = { file: new Blob([JSON.stringify(chats)]), name: 'c.json' };
		const { read } = await readFile(app.db, file);
		expect(await runRead(app.db, read!)).toMatchObject({ status: 'imported', sessions: 20 });
	});

	test.each([
		['the copy was made while it ran, and holds that it had begun', 0],
		['the clock is set back besides', dayMs]
	])('so it does where %s', async (_, back) => {
		const file = { file: new Blob([JSON.stringify(chats)]), name: 'c.json' };
		const read = (await readFile(app.db, file)).read as Previewed & { way: 'scan' };
		const scan: typeof read.scan = async function* (scanning) {
			let at = 0;
			for await (const found of read.scan(scanning)) {
				if (at++ === 10) {
					const kept = await keepSnapshot(ports(), { reason: 'safety' }, never);
					if (kept.status !== 'kept') throw new Error(kept.status);
					app.clock.at -= back;
					const { generation } = kept.card;
					await restoreSnapshot(ports(), { generation, safety: false }, never, unseen);
				}
				yield found;
			}
		};
		expect(await runRead(app.db, { ...read, scan })).toMatchObject(replaced);
	});

	async function aBackup() {
		const id = 'elsewhere';
		const elsewhere = new Truth('restore-meanwhile-elsewhere');
		await storeSession(elsewhere, aSession({ id }), someExchanges(5, { sessionId: id }));
		await elsewhere.summaries.put(aSummary(2, { id: 'm1', sessionId: id }));
		const { clock } = app;
		await archiveSummary({ db: elsewhere, clock, packer }, { summaryId: 'm1' });
		const bytes = utf8('kept');
		const row = { sha256: sha256(bytes), bytes, mediaType: 'text/plain', at: 1 };
		await elsewhere.blobs.put(row);
		const file = await wholeBackup(elsewhere);
		await elsewhere.delete();
		const read = (await readFile(app.db, file)).read as Previewed & { way: 'backup' };
		return { read, blob: row.sha256 };
	}
	const afterRestore =
		<T>(give: () => T | Promise<T>) =>
		async (): Promise<T> => {
			await restore();
			return give();
		};

	test('so does that of a backup', async () => {
		const { read } = await aBackup();
		const [session] = read.content.sessions;
		const lines = afterRestore(() => session!.lines());
		const content = { ...read.content, sessions: [{ ...session!, lines }] };
		expect(await runRead(app.db, { ...read, content })).toMatchObject(replaced);
		expect(await app.db.sessions.count()).toBe(1);
	});

	test.each(['archives', 'blobs'] as const)(
		'nothing of a backup is written whose %s were read while that happened',
		async (of) => {
			const { read, blob } = await aBackup();
			const files = [...read.content[of]].map(
				([name, bytes]) => [name, afterRestore(bytes)] as const
			);
			const content = { ...read.content, [of]: new Map(files) };
			expect(await runRead(app.db, { ...read, content })).toMatchObject(replaced);
			expect(await app.db.sessions.count()).toBe(1);
			expect(await app.db.archives.count()).toBe(0);
			expect(await app.db.blobs.get(blob)).toBeUndefined();
		}
	);
});

test('a backup that is made meanwhile holds what stands here then, and not half of both', async () => {
	app.model.next(say('One'));
	const { session } = await send('First', begin());
	await keepSnapshot(ports(), { reason: 'regular' }, never);
	app.model.next(say('Two'));
	await send('Second', session);
	app.model.next(say('Three'));
	await send('Elsewhere', begin());
	let isOver = false;
	const packQuickly: typeof packer.packQuickly = async (texts) => {
		if (!isOver) await restoreSnapshot(ports(), { generation: 1, safety: true }, never, unseen);
		isOver = true;
		return packer.packQuickly(texts);
	};
	const sessionsOf = async ({ file }: { readonly file: Blob }) =>
		[...(await unzipped(file))].filter(([name]) => name.startsWith('sessions/'));
	const made = await sessionsOf(await wholeBackup(app.db, { packer: { ...packer, packQuickly } }));
	expect(made.map(([name]) => name)).toEqual([`sessions/${session.id}.jsonl.gz`]);
	expect(made).toEqual(await sessionsOf(await wholeBackup(app.db)));
});

test('one that begins while a copy is taking that place is none, and one of what a cut-off restore has left is', async () => {
	app.model.next(say('One'));
	await send('First', begin());
	const kept = await keepSnapshot(ports(), { reason: 'regular' }, never);
	if (kept.status !== 'kept') throw new Error(kept.status);
	await stageCopy(app.db, kept.card, () => Promise.resolve());
	let loaded = 0;
	const packQuickly: typeof packer.packQuickly = async (texts) => {
		const id = `loaded${String(loaded++)}`;
		await storeSession(app.db, aSession({ id }), someExchanges(1, { sessionId: id }));
		return packer.packQuickly(texts);
	};
	await expect(wholeBackup(app.db, { packer: { ...packer, packQuickly } })).rejects.toThrow();
	expect((await wholeBackup(app.db)).file.size).toBeGreaterThan(0);
	await dropStaged(app.db);
});
