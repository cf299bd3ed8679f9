import { beforeEach, describe, expect, it } from 'vitest';
import { chainEnd } from '#core/log/chain.ts';
import { listedArchives } from '#db/archives/archives.ts';
import { endSession } from '#db/log/resets.ts';
import { openSessions, readPath } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import type { Truth } from '#db/schema.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { coolEverything, serveArchives } from '#flows/archives/cool-turns.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { exportSession } from '#flows/export/export-session.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import {
	importClock as clock,
	importFile,
	previewFrom,
	readFile,
	runRead,
	wholeBackup
} from '../../support/apps/importing.ts';
import { another, db, withTarget } from '../../support/apps/import-target.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aVault } from '../../support/builders/a-vault.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { foreignText } from '../../support/foreign.ts';
import { never, unseen } from '../../support/never.ts';

/** Conversations that were archived, here or where their file was made. */

withTarget();

async function archived(at: Truth, id: string): Promise<void> {
	await archiveSession({ db: at, clock, packer }, { sessionId: id });
	await endSession(at, { id, at: clock.now(), next: null });
}

/** Its rows are gone. */
async function cooled(at: Truth): Promise<void> {
	const vault = aVault();
	serveArchives(at, packer, () => Promise.resolve(vault));
	const ports = { db: at, clock, packer, vault };
	await keepSnapshot({ ...ports, pieces: pieceByPiece }, { reason: 'safety' }, never);
	await coolEverything(ports, { afterDays: 0 }, never, unseen);
	expect(await at.turns.count()).toBe(0);
}

const listed = async (at: Truth) => ({
	open: (await openSessions(at)).map(({ id }) => id),
	archives: (await listedArchives(at)).map(({ sessionId }) => sessionId)
});
const turnsOf = async (at: Truth, id: string) => readExchanges(at, id, await readPath(at, id));

interface Chat {
	chat_messages: { text: string; content: unknown[] }[];
}
const [bread] = JSON.parse(foreignText('claude-ai.json')) as [Chat];
const file = (chat: Chat) => ({ file: new Blob([JSON.stringify([chat])]), name: 'c.json' });
const early = { ...bread, chat_messages: bread.chat_messages.slice(0, 2) };

describe.each(['hot', 'cold'] as const)('one that was archived here, its turns %s', (state) => {
	it('and has gone on in its product, is open again with all of it', async () => {
		await importFile(db, file(early));
		const [session] = await db.sessions.toArray();
		const { id } = session!;
		await archived(db, id);
		if (state === 'cold') await cooled(db);
		const { items } = await previewFrom(db, [file(bread)]);
		expect(items).toMatchObject([{ state: 'changed', count: 1, reopens: true }]);
		const outcome = await importFile(db, file(bread));
		expect(outcome).toMatchObject({ grown: 1, reopened: 1, turns: 1 });
		expect(await listed(db)).toEqual({ open: [id], archives: [] });
		const read = await turnsOf(db, id);
		const fresh = another();
		await importFile(fresh, file(bread));
		expect(read.map(({ turn }) => turn.hash)).toEqual(
			(await turnsOf(fresh, id)).map(({ turn }) => turn.hash)
		);
		// And what has come can be archived as any other.
		await archived(db, id);
		expect(await listed(db)).toEqual({ open: [], archives: [id] });
		expect((await db.archives.toArray()).map(({ turns }) => turns)).toEqual([read.length]);
	});

	it('and has not gone on, stays archived', async () => {
		await importFile(db, file(bread));
		const [session] = await db.sessions.toArray();
		await archived(db, session!.id);
		if (state === 'cold') await cooled(db);
		expect((await previewFrom(db, [file(early)])).items).toMatchObject([{ state: 'there' }]);
		expect(await importFile(db, file(early))).toMatchObject({ grown: 0, reopened: 0, there: 1 });
		expect(await listed(db)).toEqual({ open: [], archives: [session!.id] });
		expect(await db.turns.count()).toBe(state === 'cold' ? 0 : 2);
	});

	it('and has gone on on another device, comes from its backup', async () => {
		const there = another();
		const all = someExchanges(6);
		await storeSession(db, aSession(), all.slice(0, 3));
		await archived(db, 's1');
		if (state === 'cold') await cooled(db);
		await storeSession(there, aSession({ activeAt: clock.now() }), all);
		const { outcome, read } = await readFile(db, await wholeBackup(there));
		expect(outcome).toMatchObject({ preview: { items: [{ state: 'changed', count: 3 }] } });
		expect(await runRead(db, read!)).toMatchObject({ grown: 1, reopened: 1, turns: 3 });
		expect(await turnsOf(db, 's1')).toHaveLength(6);
		expect(await listed(db)).toEqual({ open: ['s1'], archives: [] });
	});

	it('and was archived again on another device later, comes with that archive', async () => {
		const there = another();
		const all = someExchanges(6);
		await storeSession(db, aSession(), all.slice(0, 3));
		await archived(db, 's1');
		if (state === 'cold') await cooled(db);
		await storeSession(there, aSession({ activeAt: clock.now() }), all);
		await archiveSession({ db: there, clock, packer }, { sessionId: 's1' });
		await endSession(there, { id: 's1', at: clock.now() + 1, next: null });
		const made = await wholeBackup(there);
		expect((await previewFrom(db, [made])).items).toContainEqual(
			expect.objectContaining({ state: 'changed', reopens: false, endsByArchive: true })
		);
		const without = another();
		await storeSession(without, aSession(), all.slice(0, 3));
		await archived(without, 's1');
		const { read } = await readFile(without, made);
		expect(await runRead(without, read!, ['archives'])).toMatchObject({ reopened: 1 });
		expect(await importFile(db, made)).toMatchObject({ grown: 1, reopened: 0 });
		expect(await listed(db)).toEqual({ open: [], archives: ['s1'] });
		expect((await db.archives.toArray()).map(({ turns }) => turns)).toEqual([6]);
	});
});

it.each([
	[
		'its archive alone',
		async (there: Truth) => {
			const [row] = await there.archiveBytes.toArray();
			return { file: new Blob([row!.bytes.slice()]), name: 's1.jsonl.gz' };
		}
	],
	[
		'JSON',
		async (there: Truth) => {
			const ask = { sessionId: 's1', as: 'json', day: '2026-11-20' } as const;
			const made = await exportSession({ db: there }, ask);
			if (made.status !== 'made') throw new Error(made.status);
			return made;
		}
	],
	[
		"a stranger's backup",
		async (there: Truth) => {
			// The backup lacks what is here.
			await storeSession(db, aSession({ id: 's7' }), someExchanges(1, { sessionId: 's7' }));
			return wholeBackup(there);
		}
	],
	[
		'a backup that knows no summary of here',
		async (there: Truth) => {
			await db.summaries.put(aSummary(1, { sessionId: 's1' }));
			return wholeBackup(there);
		}
	]
])(
	'one that was archived here and there is said to be open again, and is, from %s',
	async (_, fileOf) => {
		const there = another();
		const all = someExchanges(6);
		await storeSession(db, aSession(), all.slice(0, 3));
		await archived(db, 's1');
		await storeSession(there, aSession({ activeAt: clock.now() }), all);
		await archiveSession({ db: there, clock, packer }, { sessionId: 's1' });
		await endSession(there, { id: 's1', at: clock.now() + 1, next: null });
		const made = await fileOf(there);
		const { items } = await previewFrom(db, [made]);
		expect(items).toContainEqual(expect.objectContaining({ state: 'changed', reopens: true }));
		expect(await importFile(db, made)).toMatchObject({ grown: 1, reopened: 1 });
		expect((await listed(db)).open).toContain('s1');
	}
);

it('one that was archived here, and later there, comes with the archive of there, and that is told', async () => {
	const there = another();
	const all = someExchanges(4);
	await storeSession(db, aSession({ endedAt: 5 }), all.slice(0, 3));
	await archiveSession({ db, clock, packer }, { sessionId: 's1' });
	await storeSession(there, aSession({ endedAt: 6, rev: 9 }), all);
	await archiveSession({ db: there, clock, packer }, { sessionId: 's1' });
	const [[mine], [theirs]] = [await db.archives.toArray(), await there.archives.toArray()];
	expect(mine!.path).toBe(theirs!.path);
	const made = await wholeBackup(there);
	const { items } = await previewFrom(db, [made]);
	expect(items.find(({ what }) => what === 'archives')).toMatchObject({ state: 'new', count: 1 });
	await importFile(db, made);
	expect(await db.archives.toArray()).toMatchObject([{ id: theirs!.id, turns: 4 }]);
});

it('a branch of a backup that begins among cold turns comes', async () => {
	const there = another();
	const all = someExchanges(4);
	await storeSession(db, aSession(), all);
	const backup = await wholeBackup(db);
	await importFile(there, backup);
	const fork = { branch: 'b2', parent: 'trunk', forkSeq: 1 };
	const other = someExchanges(2, { branch: 'b2', from: 1, previous: chainEnd(all[0]!) });
	await storeSession(there, aSession({ branch: 'b2', rev: 9 }), other, fork);
	await archived(db, 's1');
	await cooled(db);
	await importFile(db, await wholeBackup(there));
	expect((await db.branches.toArray()).map(({ branch }) => branch).sort()).toEqual(['b2', 'trunk']);
	expect(await turnsOf(db, 's1')).toHaveLength(3);
});

describe('one that was archived where its file was made', () => {
	beforeEach(async () => {
		const from = another();
		await storeSession(from, aSession(), someExchanges(3));
		await archived(from, 's1');
		made = from;
	});
	let made: Truth;

	it('comes open as JSON', async () => {
		const json = await exportSession(
			{ db: made },
			{ sessionId: 's1', as: 'json', day: '2026-11-20' }
		);
		if (json.status !== 'made') throw new Error(json.status);
		expect(await importFile(db, json)).toMatchObject({ sessions: 1, turns: 3 });
		expect(await listed(db)).toEqual({ open: ['s1'], archives: [] });
	});

	it('comes open from a backup whose archives are left out, and archived with them', async () => {
		const backup = await wholeBackup(made);
		const { read, outcome } = await readFile(db, backup);
		if (outcome.status !== 'read') throw new Error(outcome.status);
		expect(outcome.preview.items).toContainEqual(expect.objectContaining({ endsByArchive: true }));
		await runRead(db, read!, ['archives']);
		expect(await listed(db)).toEqual({ open: ['s1'], archives: [] });
		const whole = another();
		await importFile(whole, backup);
		expect(await listed(whole)).toEqual({ open: [], archives: ['s1'] });
	});
});
