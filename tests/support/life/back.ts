import assert from 'node:assert/strict';
import { Truth } from '#db/schema.ts';
import { everySession } from '#db/log/sessions.ts';
import { memoryFile } from '#db/memory/files.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { serveArchives } from '#flows/archives/cool-turns.ts';
import { deleteSummary } from '#flows/compaction/undo-compaction.ts';
import { discardSummary } from '#flows/compaction/discard-draft.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { restoreSnapshot } from '#flows/copies/restore-snapshot.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import { packer, pieceByPiece } from '#worker/workshop/packer.ts';
import { importFile, scratchOf, wholeBackup } from '../apps/importing.ts';
import { never, unseen } from '../never.ts';
import { isInLog, pictureOf, rowsOf } from './holds.ts';
import { byHand, chosen, type Life, type Said } from './life.ts';
import { accept } from './memory-moves.ts';

/** Ways that lead back to where they began: of each it is seen that they do. */

/** Something is done and taken back by `/undo`: all is as it was. */
export async function thereAndBack(life: Life, at: number): Promise<unknown> {
	const { app, said } = life;
	const session = await life.session(1);
	if (!session) return null;
	const ours = ({ sessionId }: { readonly sessionId: string | null }) => sessionId === session.id;
	const summaries = (await app.db.summaries.toArray()).filter(ours);
	const draft = summaries.find(({ status }) => status === 'draft');
	const used = summaries.findLast(({ status }) => status === 'active');
	const line = (await waitingProposals(app.db)).find(ours);
	const one = said.find((one) => ours(one) && one.state === 'here');
	const file = await memoryFile(app.db, 'MEMORY.md');
	const text = `${file?.text ?? ''}- ${byHand}, not for long.\n`;
	const does = chosen(
		[
			one && (() => deleteTurn(app, one)),
			draft && (() => useSummary(app, draft.id)),
			draft && (() => discardSummary(app, draft.id)),
			used && (() => deleteSummary(app, used.id, 'leave-out')),
			line && (() => accept(app, line.id)),
			() => saveMemoryFile(app, { path: 'MEMORY.md', text, expectedRev: file?.rev ?? null })
		],
		at
	);
	if (!does) return null;
	const before = await pictureOf(life);
	const outcome: { readonly status: string } = await does();
	// A line that stands in memory already is not written once more, so nothing is to be taken back.
	if (outcome.status === 'failed' || outcome.status === 'known') return outcome;
	const undone = await undoLast(app, session.id);
	assert.deepEqual(await pictureOf(life), before, `${JSON.stringify(undone)} is no way back`);
	return outcome;
}

/** A backup of what is here brings nothing that is not here. */
export async function importOwn({ app }: Life): Promise<unknown> {
	const before = await rowsOf(app.db);
	const outcome = await importFile(app.db, await wholeBackup(app.db, { now: app.clock.now() }));
	assert.deepEqual(await rowsOf(app.db), before);
	return outcome;
}

/** A backup of what is here brings it elsewhere, but for what was deleted. */
export async function copyElsewhere(life: Life): Promise<unknown> {
	const { app, said, story } = life;
	const other = new Truth(`${app.db.name}-copy-${String(story.length)}`);
	serveArchives(other, packer, () => Promise.resolve(app.vault));
	try {
		const outcome = await importFile(other, await wholeBackup(app.db, { now: app.clock.now() }));
		const sessions = await everySession(app.db);
		const gone = new Set(sessions.flatMap(({ id, deletedAt }) => (deletedAt === null ? [] : id)));
		const meant = said.filter((one) => one.state !== 'deleted' && !gone.has(one.sessionId));
		await isInLog(other, meant);
		return outcome;
	} finally {
		await Promise.all([scratchOf(other).delete(), other.delete()]);
	}
}

/** The copy that was just made is what is here. */
export async function backUpAndRestore(life: Life): Promise<unknown> {
	const { app } = life;
	const kept = await life.snapshot();
	if (kept.status !== 'kept') return kept;
	const before = await rowsOf(app.db);
	const ports = { ...app, pieces: pieceByPiece };
	const { generation } = kept.card;
	const restored = await restoreSnapshot(ports, { generation, safety: false }, never, unseen);
	assert.deepEqual({ ...(await rowsOf(app.db)), settings: null }, { ...before, settings: null });
	return restored;
}

/** Of what one device holds, what another is to have once its backup has been imported there. */
export async function carry(from: Life, to: Life): Promise<unknown> {
	const { db } = to.app;
	await Promise.all([from.look(), to.look()]);
	const gone = new Set<string>((await db.tombstones.toArray()).map(({ id }) => id));
	for (const { app } of [from, to])
		for (const { id, deletedAt } of await everySession(app.db))
			if (deletedAt !== null) gone.add(id);
	const notHere = (one: Said) => one.state === 'deleted' || one.state === 'forgotten';
	const wanted = from.said.filter((one) => !notHere(one) && !gone.has(one.sessionId));
	to.story.push('carry');
	const outcome = await importFile(
		db,
		await wholeBackup(from.app.db, { now: from.app.clock.now() })
	);
	to.story.push(`    ${JSON.stringify(outcome)}`);
	await to.hear();
	await to.look();
	const has = new Set(to.said.map(({ word }) => word));
	for (const { word } of wanted)
		assert(has.has(word), `${word} did not come: ${JSON.stringify(outcome)}`);
	return outcome;
}
