import { beforeEach, expect, test } from 'vitest';
import { sha256 } from '#core/sha256.ts';
import type { IndexStore, Truth } from '#db/schema.ts';
import { archiveSummary } from '#flows/archives/archive-covered.ts';
import { serveArchives } from '#flows/archives/cool-turns.ts';
import { exportArchive } from '#flows/archives/show-archive.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { weighForgetting } from '#flows/forgetting/weigh-forgetting.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../support/apps/with-workshop.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aBranch, someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { never } from '../../support/never.ts';

/** Forgetting and damaged archives: what cannot be read stays as long as nothing forgotten is known to be in it. */

let app: TestApp;
let db: Truth;
let index: IndexStore;

const archiving = () => ({ db, clock: app.clock, packer });
const turn = (seq: number, sessionId = 's1') => ({
	kind: 'turn' as const,
	sessionId,
	turnId: `${sessionId}-trunk-${String(seq)}`
});
const forgetIt = (seq: number, sessionId?: string) =>
	forget(app, { what: turn(seq, sessionId), lines: [], summaries: {} });

async function theArchive() {
	const archive = await db.archives.where('sessionId').equals('s1').first();
	const bytes = archive && (await db.archiveBytes.get(archive.id))?.bytes;
	if (!archive || !bytes) throw new Error('no archive');
	return { archive, bytes };
}

const linesLeft = async () => (await packer.unpack((await theArchive()).bytes)).lines;

withAppAndWorkshop((own, store) => {
	app = own;
	index = store;
});
beforeEach(async () => {
	({ db } = app);
	serveArchives(db, packer, () => Promise.resolve(app.vault));
	await storeSession(db, aSession(), someExchanges(40));
	await storeSession(db, aSession({ id: 's2' }), someExchanges(3, { sessionId: 's2' }));
	await db.summaries.put(aSummary(30));
	await archiveSummary(archiving(), { summaryId: 'm1' });
});

/** The end of the archive is lost. */
async function damage(): Promise<Uint8Array> {
	const { archive, bytes } = await theArchive();
	const cut = bytes.slice(0, bytes.length * 0.8);
	await db.archiveBytes.put({ id: archive.id, bytes: cut });
	return cut;
}

test('one that holds it where it can be read is written anew with what can be read, told in the same act', async () => {
	await damage();
	const { archive } = await theArchive();
	expect(
		await weighForgetting({ ...archiving(), scratch: app.scratch, index }, { what: turn(1) })
	).toMatchObject({ status: 'weighed', found: { damaged: [archive.path] } });
	expect(await forgetIt(1)).toEqual({
		status: 'forgotten',
		unreached: [],
		salvaged: [archive.path],
		waits: false
	});
	const lines = await linesLeft();
	expect(lines.join('')).not.toContain('number 1 ');
	const kept = lines.filter((line) => line.startsWith('{"type":"turn"')).length;
	expect(kept).toBeGreaterThan(5);
	expect(kept).toBeLessThan(30);
	expect((await theArchive()).archive.turns).toBe(kept);
	expect((await db.activity.toArray()).map(({ details }) => details)).toContainEqual({
		what: 'salvaged',
		path: archive.path,
		kept,
		of: 31
	});
});

test('one that holds it where it cannot be read loses that part, and says so', async () => {
	await damage();
	const { archive } = await theArchive();
	expect(await forgetIt(29)).toMatchObject({ unreached: [], salvaged: [archive.path] });
	expect((await packer.unpack((await theArchive()).bytes)).whole).toBe(true);
});

test('one of a stretch beside which it was said, at the same time, keeps its bytes', async () => {
	const fork = (await db.turns.toArray()).find(({ seq }) => seq === 20);
	if (!fork) throw new Error('no such turn');
	await db.branches.put(aBranch({ branch: 'aside', parent: 'trunk', forkSeq: 20, headSeq: 20 }));
	await db.turns.put({ ...fork, branch: 'aside', turnId: 's1-aside-20' });
	const cut = await damage();
	const { archive } = await theArchive();
	const what = { ...turn(20), turnId: 's1-aside-20' };
	expect(await forget(app, { what, lines: [], summaries: {} })).toMatchObject({
		unreached: [archive.path],
		salvaged: []
	});
	expect((await theArchive()).bytes).toEqual(cut);
	// What was said after its end is in it as little.
	expect(await forgetIt(35)).toMatchObject({ unreached: [archive.path], salvaged: [] });
	expect((await theArchive()).bytes).toEqual(cut);
});

test('one of another session keeps its bytes, read or not, and is said to be out of reach', async () => {
	const cut = await damage();
	const { archive } = await theArchive();
	expect(await forgetIt(1, 's2')).toMatchObject({ unreached: [archive.path], salvaged: [] });
	expect((await theArchive()).bytes).toEqual(cut);
});

test('one in which a result hands on a line of memory keeps its bytes: nobody was told before that it would lose any', async () => {
	const line = 'Likes xyloquartz tea';
	const log = someExchanges(40).map((exchange) => ({
		...exchange,
		steps: exchange.steps.map((step) => ({
			...step,
			results: step.results && step.results.map((one) => ({ ...one, content: `- ${line}\n` }))
		}))
	}));
	await db.steps.bulkPut(log.flatMap(({ steps }) => steps));
	const { archive: before } = await theArchive();
	await db.archives.delete(before.id);
	await archiveSummary(archiving(), { summaryId: 'm1' });
	await saveMemoryFile(app, { path: 'MEMORY.md', text: `- ${line}\n`, expectedRev: null });
	const cut = await damage();
	const { archive } = await theArchive();
	expect(
		await forget(app, { what: { kind: 'line', line }, lines: [line], summaries: {} })
	).toMatchObject({ unreached: [archive.path], salvaged: [] });
	expect((await theArchive()).bytes).toEqual(cut);
});

test('one that is sound and holds a line of a kind that is not known keeps that, unless it names what goes', async () => {
	const { archive, bytes } = await theArchive();
	const { lines } = await packer.unpack(bytes);
	const notes = ['{"type":"note","text":"later"}', '{"type":"note","of":["s1-trunk-1"]}'];
	const sound = packer.pack([...lines, ...notes].map((line) => `${line}\n`));
	await db.archives.update(archive.id, { sha256: sha256(sound) });
	await db.archiveBytes.put({ id: archive.id, bytes: sound });
	expect(await forgetIt(1, 's2')).toMatchObject({ unreached: [], salvaged: [] });
	expect((await theArchive()).bytes).toEqual(sound);
	expect(
		await weighForgetting({ ...archiving(), scratch: app.scratch, index }, { what: turn(1) })
	).toMatchObject({ found: { damaged: [] } });
	expect(await forgetIt(1)).toMatchObject({ unreached: [], salvaged: [] });
	const left = await linesLeft();
	expect(left).toContain(notes[0]);
	expect(left).not.toContain(notes[1]);
	expect(left).toHaveLength(lines.length + 1);
});

test('one of which a sound copy is kept loses nothing else', async () => {
	const ports = { db, clock: app.clock, vault: app.vault, pieces: pieceByPiece };
	await keepSnapshot(ports, { reason: 'safety' }, never);
	await damage();
	expect(await forgetIt(1, 's2')).toMatchObject({ unreached: [], salvaged: [] });
	await damage();
	expect(await forgetIt(1)).toMatchObject({ unreached: [], salvaged: [] });
	expect((await linesLeft()).filter((line) => line.startsWith('{"type":"turn"'))).toHaveLength(31);
});

test('a file of one without what was deleted says that it is not all', async () => {
	const { archive } = await theArchive();
	await deleteTurn(app, turn(1));
	expect(await exportArchive(archiving(), { archiveId: archive.id })).toMatchObject({ lost: 0 });
	await damage();
	const made = await exportArchive(archiving(), { archiveId: archive.id });
	expect(made.status === 'made' && made.lost > 0).toBe(true);
});
