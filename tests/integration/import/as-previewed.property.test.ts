/** What the preview of a backup counts is what its restore then brings, whatever happened on both devices before. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stateTables, type TableName } from '#core/backup/backup.ts';
import type { ImportItem } from '#core/backup/import-preview.ts';
import type { Forgotten } from '#core/forgetting/what.ts';
import type { Session } from '#core/session/session.ts';
import { sha256 } from '#core/sha256.ts';
import { IndexStore, type Truth } from '#db/schema.ts';
import { changeSession } from '#db/log/sessions.ts';
import { archiveSession, archiveSummary } from '#flows/archives/archive-covered.ts';
import { refuseLine } from '#flows/desk/review-desk.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { deleteMemoryFile, saveMemoryFile } from '#flows/memory/memory-files.ts';
import { packer } from '#worker/workshop/packer.ts';
import { anApp, type TestApp } from '../../support/apps/an-app.ts';
import {
	importClock as clock,
	importFile,
	importInto,
	previewFrom,
	readFile,
	runRead,
	wholeBackup
} from '../../support/apps/importing.ts';
import { saidOn } from '../../support/apps/two-devices.ts';
import { withWorkshop } from '../../support/apps/with-workshop.ts';
import { aLedgerEntry } from '../../support/builders/a-ledger-entry.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { fillTruth } from '../../support/builders/full-profile.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

type Device = TestApp & { readonly name: string };

let made = 0;

async function withDevices(use: (laptop: Device, phone: Device) => Promise<void>): Promise<void> {
	const index = new IndexStore(`as-previewed-${String(++made)}`);
	const [laptop, phone] = [
		{ ...withWorkshop(await anApp(), index), name: 'laptop' },
		{ ...withWorkshop(await anApp(), index), name: 'phone' }
	];
	for (const device of [laptop, phone]) importInto(device);
	try {
		await use(laptop, phone);
	} finally {
		await laptop.close();
		await phone.close();
		await index.delete();
	}
}

const lines = ['Likes tea', 'Swims on Fridays', 'Sleeps badly', 'Has a dog'];
const paths = ['MEMORY.md', 'memory/notes.md', 'memory/health.md', 'memory/2026-11-20.md'];

const countOf = (db: Truth, table: 'cold' | 'summaries', { id }: Session): Promise<number> =>
	db[table].where('sessionId').equals(id).count();

/** Say one thing more at the end of what is on screen. */
async function say({ db, name }: Device, { id, branch: shown }: Session): Promise<void> {
	const branch = await db.branches.get([id, shown]);
	const turn = branch && (await db.turns.get([id, branch.branch, branch.headSeq]));
	const steps = turn ? await db.steps.filter(({ turnId }) => turnId === turn.turnId).toArray() : [];
	if (!turn || steps.length === 0) return;
	const [more] = saidOn(`${name}${String(++made)}`, 1, [{ turn, steps }]);
	await db.turns.put(more!.turn);
	await db.steps.bulkPut([...more!.steps]);
	await db.branches.update([id, branch.branch], { headSeq: more!.turn.seq });
	await changeSession(db, id, () => ({ activeAt: clock.now(), endedAt: null }));
}

/** From now on its first two turns lie in the archive of its first summary alone: of the third that holds the beginning. */
async function cool({ db }: Device, session: Session): Promise<void> {
	const sessionId = session.id;
	const [from, to] = [
		[sessionId, 'trunk', 0],
		[sessionId, 'trunk', 2]
	];
	const archive = await db.archives.where('sessionId').equals(sessionId).first();
	const turns = db.turns.where(':id').between(from, to);
	const turnIds = (await turns.toArray()).map(({ turnId }) => turnId);
	const isCold = (await countOf(db, 'cold', session)) > 0;
	if (!archive || archive.round === null || turnIds.length < 2 || isCold) return;
	const range = { sessionId, branch: 'trunk', fromSeq: 0, throughSeq: 1 };
	await db.cold.put({
		...range,
		id: `${archive.id} trunk 0`,
		archiveId: archive.id,
		turnIds,
		at: 1
	});
	await turns.delete();
	await db.steps.where(':id').between(from, to).delete();
}

const gone = (app: Device, what: Forgotten, of: readonly string[] = []) =>
	forget(app, { what, lines: of, summaries: {} });

/** What happens in a conversation. */
const inSession = {
	say,
	cool,
	async end({ db }: Device, session: Session, at: number) {
		if (session.endedAt !== null || (await countOf(db, 'cold', session)) > 0) return;
		await changeSession(db, session.id, () => ({ endedAt: clock.now() + at }));
		await archiveSession({ db, clock, packer }, { sessionId: session.id });
	},
	async name({ db, name }: Device, { id }: Session) {
		await changeSession(db, id, () => ({ title: `On the ${name}`, titleFrom: 'user' }));
	},
	async summarise({ db, name }: Device, session: Session) {
		if ((await countOf(db, 'summaries', session)) > 0) return;
		const summaryId = `m ${session.id} ${name}`;
		await db.summaries.put(aSummary(2, { id: summaryId, sessionId: session.id }));
		await archiveSummary({ db, clock, packer }, { summaryId });
	},
	async propose({ db, name }: Device, { id: sessionId }: Session, at: number) {
		await db.proposals.put(aProposal(lines[at]!, { id: `${name} ${String(at)}`, sessionId }));
	},
	async request({ db, name }: Device, { id: sessionId }: Session, at: number) {
		const id = `${name} ${String(at)}`;
		const bytes = new TextEncoder().encode(JSON.stringify({ role: 'user', content: id }));
		await db.blobs.put({ sha256: sha256(bytes), bytes, mediaType: 'application/json', at: 1 });
		const turnId = `${sessionId}-trunk-0`;
		await db.ledger.put(aLedgerEntry({ id, sessionId, turnId, messages: [sha256(bytes)] }));
	},
	async forgetTurn(app: Device, { id: sessionId }: Session, at: number) {
		const turns = await app.db.turns.filter((turn) => turn.sessionId === sessionId).toArray();
		const turn = turns.filter(({ forgottenAt }) => forgottenAt === undefined)[at];
		if (turn) await gone(app, { kind: 'turn', sessionId, turnId: turn.turnId });
	},
	forgetSession: (app: Device, { id: sessionId }: Session) =>
		gone(app, { kind: 'session', sessionId })
};

/** What happens elsewhere. */
const elsewhere = {
	async open({ db, name }: Device, at: number) {
		const id = `${name}-${String(at)}`;
		if (await db.sessions.get(id)) return;
		const session = aSession({ id, activeAt: clock.now() });
		await storeSession(db, session, someExchanges(4, { sessionId: id }));
	},
	async write({ db }: Device, at: number) {
		const path = paths[at]!;
		const row = await db.memoryFiles.get(path);
		const file = row?.deletedAt === null ? row : { text: '', rev: null };
		const text = `${file.text}\n- ${lines[(at + file.text.length) % lines.length]!}\n`;
		await saveMemoryFile({ db, clock }, { path, text, expectedRev: file.rev });
	},
	async delete({ db }: Device, at: number) {
		const row = await db.memoryFiles.get(paths[at]!);
		if (row?.deletedAt === null) await deleteMemoryFile({ db, clock }, row.path);
	},
	refuse: ({ db }: Device, at: number) => refuseLine({ db, clock }, lines[at]!),
	set: ({ db, name }: Device, at: number) =>
		db.settings.put(
			at % 2 === 0
				? { key: 'theme', value: name === 'phone' ? 'dark' : 'light' }
				: { key: 'endpoint', value: `https://${name}.example` }
		),
	forgetLine: (app: Device, at: number) =>
		gone(app, { kind: 'line', line: lines[at]! }, [lines[at]!]),
	async forgetFile(app: Device, at: number) {
		const row = await app.db.memoryFiles.get(paths[at]!);
		if (row && row.deletedAt !== null)
			await gone(app, { kind: 'memory-file', path: row.path, deletedAt: row.deletedAt });
	}
};

const namesOf = <T extends object>(acts: T) => Object.keys(acts) as (keyof T)[];

const move = fc.record({
	isPhone: fc.boolean(),
	does: fc.constantFrom(...namesOf(inSession), ...namesOf(elsewhere)),
	session: fc.nat(3),
	at: fc.nat(3)
});

async function act(
	app: Device,
	{ does, session: chosen, at }: typeof move extends fc.Arbitrary<infer One> ? One : never
): Promise<void> {
	if (does in elsewhere) {
		await elsewhere[does as keyof typeof elsewhere](app, at);
		return;
	}
	const sessions = await app.db.sessions.toArray();
	const session = sessions[chosen % sessions.length];
	if (session) await inSession[does as keyof typeof inSession](app, session, at);
}

/** Keys of the rows of each table. */
async function keysIn(db: Truth): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
	const keys = async (name: string) =>
		(await db.table(name).toCollection().primaryKeys()).map((key) => JSON.stringify(key));
	return new Map(
		await Promise.all(db.tables.map(async ({ name }) => [name, new Set(await keys(name))] as const))
	);
}

/** Items that bring something and are taken by themselves. */
const comingOf = (items: readonly ImportItem[], ...of: ImportItem['what'][]) =>
	items.filter(
		({ what, state, isChosen }) =>
			of.includes(what) && isChosen && (state === 'new' || state === 'changed')
	);

const sum = (items: readonly ImportItem[]): number =>
	items.reduce((all, { count }) => all + count, 0);

test('a preview counts what comes, no more and no less, and nothing of it the second time', async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(move, { maxLength: 12 }),
			fc.record({ isRestored: fc.boolean(), hasOwn: fc.boolean() }),
			(moves, { isRestored, hasOwn }) =>
				withDevices(async (laptop, phone) => {
					await fillTruth(laptop.db, clock);
					if (isRestored) await importFile(phone.db, await wholeBackup(laptop.db));
					// With one of its own the phone does not believe the file.
					if (hasOwn) await elsewhere.open(phone, 0);
					for (const one of moves) await act(one.isPhone ? phone : laptop, one);
					const file = await wholeBackup(laptop.db);
					const { outcome, read } = await readFile(phone.db, file);
					if (outcome.status !== 'read' || !read) throw new Error(outcome.status);
					const { items } = outcome.preview;
					const without = items.flatMap(({ id, isChosen }) => (isChosen ? [] : [id]));
					const [before, inFile] = [await keysIn(phone.db), await keysIn(laptop.db)];
					const came = await runRead(phone.db, read, without);
					const after = await keysIn(phone.db);
					const added = (name: TableName): number =>
						[...inFile.get(name)!].filter(
							(key) => after.get(name)!.has(key) && !before.get(name)!.has(key)
						).length;
					const sessions = comingOf(items, 'session');
					expect(came).toMatchObject({
						status: 'imported',
						sessions: sessions.filter(({ state }) => state === 'new').length,
						grown: sessions.filter(({ state }) => state === 'changed').length,
						turns: sum(sessions),
						reopened: sessions.filter(({ reopens }) => reopens).length,
						beside: sessions.filter(({ isBeside }) => isBeside).length,
						memoryFiles: comingOf(items, 'memory-file').length
					});
					expect({
						archives: added('archives'),
						records: stateTables.reduce((all, name) => all + added(name), 0),
						settings: added('settings')
					}).toEqual({
						archives: sum(comingOf(items, 'archives')),
						records: sum(comingOf(items, 'records')),
						settings: sum(comingOf(items, 'settings', 'decisions'))
					});
					for (const { name, after: text } of comingOf(items, 'memory-file'))
						expect((await phone.db.memoryFiles.get(name))?.text).toBe(text);
					const again = (await previewFrom(phone.db, [file])).items;
					const kinds = ['session', 'archives', 'records', 'settings', 'decisions'] as const;
					expect(comingOf(again, ...kinds)).toEqual([]);
				})
		),
		{ numRuns: 25 }
	);
});
