import assert from 'node:assert/strict';
import { pathOf } from '#core/log/path.ts';
import type { Session } from '#core/session/session.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf, everySession } from '#db/log/sessions.ts';
import { readExchanges } from '#db/log/turns.ts';
import { checkLog } from '#flows/copies/check-log.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { text } from '../builders/a-turn.ts';
import { tablesWith } from '../find-bytes.ts';
import { never } from '../never.ts';
import type { Life, Said } from './life.ts';
import { nothingUnasked, toldToGuest } from './memory-holds.ts';
import { tracesOf } from './talker.ts';

/** What holds at every moment of a life, whatever was done in it. */
export async function holds(life: Life): Promise<void> {
	await life.look();
	await isInLog(life.app.db, life.said);
	for (const session of await life.openSessions()) await goesAlong(life, session);
	await isWhole(life);
	await isForgotten(life);
	await nothingUnasked(life);
}

/** What was said stands in its session, on one branch or another, as it was said. */
export async function isInLog(db: Truth, said: readonly Said[]): Promise<void> {
	for (const sessionId of new Set(said.map((one) => one.sessionId))) {
		const branches = await branchesOf(db, sessionId);
		const there = new Map<string, string>();
		for (const { branch } of branches)
			for (const { turn } of await readExchanges(db, sessionId, pathOf(branches, branch)))
				there.set(turn.turnId, JSON.stringify(turn.asked));
		for (const one of said.filter((one) => one.sessionId === sessionId))
			for (const trace of one.state === 'forgotten' ? [] : tracesOf(one))
				assert(
					there.get(one.turnId)?.includes(trace),
					`${trace} of ${one.word} (${one.state}) is in no branch of its session`
				);
	}
}

/**
 * Every message on screen goes along, or a summary stands for it. What is forgotten goes nowhere; what is deleted or left
 * out may be told by a summary that was written before. What is pinned goes word for word.
 */
async function goesAlong(life: Life, session: Session): Promise<void> {
	const { exchanges, used } = await life.onScreen(session);
	const { body } = await previewPrompt(life.app, { session, unsent: [text('Go on')] });
	if (session.kind === 'guest') await toldToGuest(life, body);
	const sent = JSON.stringify(body);
	const goes = (one: Said) => tracesOf(one).some((trace) => sent.includes(trace));
	const pins = await life.app.db.pins.where({ sessionId: session.id }).toArray();
	const isPinned = ({ turnId }: Said) => pins.some((pin) => pin.turnId === turnId);
	const ours = life.said.filter(({ sessionId }) => sessionId === session.id);
	// Asked again it stands elsewhere too.
	const here = new Set(ours.filter(({ state }) => state === 'here').map(({ word }) => word));
	// Who pins what was left out wants it to go: on another device, where it was still there.
	const pinned = new Set(ours.filter((one) => one.state === 'left-out' && isPinned(one)));
	for (const one of ours.filter((one) => !here.has(one.word) && !pinned.has(one)))
		assert(!goes(one) || (one.state !== 'forgotten' && used), `${one.word} (${one.state}) is sent`);
	for (const { turn } of exchanges) {
		// Forgotten on another device before it came.
		if (turn.asked.length === 0) continue;
		const one = ours.find(({ turnId }) => turnId === turn.turnId);
		assert(one, `nobody said ${turn.turnId}`);
		const isCovered = used !== null && turn.seq <= used.through.seq;
		// Of what is pinned the words go, without files.
		const words = isPinned(one) ? [`${one.word} `] : [];
		const wanted = isCovered ? words : tracesOf(one);
		for (const trace of one.state === 'here' ? wanted : [])
			assert(sent.includes(trace), `${trace} of ${one.word} does not go along`);
	}
}

async function isWhole({ app }: Life): Promise<void> {
	const looked = await checkLog(app, { after: null, broken: [] }, never, { most: Infinity });
	assert.equal(looked.status, 'checked', JSON.stringify(looked));
	assert.deepEqual('found' in looked && looked.found, []);
}

/** In no table, index or archive; an answer that quotes it is another message, which this model writes none of. */
async function isForgotten({ app, index, said }: Life): Promise<void> {
	const left = new Set(said.filter(({ state }) => state !== 'forgotten').map(({ word }) => word));
	for (const one of said.filter(({ state, word }) => state === 'forgotten' && !left.has(word)))
		for (const trace of tracesOf(one))
			assert.deepEqual(await tablesWith([app.db, app.scratch, index], trace), [], one.word);
}

/** Every row but those that tell what was done. */
export async function rowsOf(db: Truth): Promise<Readonly<Record<string, unknown>>> {
	const tables = db.tables.filter(({ name }) => name !== 'activity');
	const rows = await Promise.all(tables.map((table) => table.toArray()));
	return Object.fromEntries(tables.map(({ name }, at) => [name, rows[at]]));
}

/** What the user sees, and what the model would be sent. */
export async function pictureOf(life: Life): Promise<Readonly<Record<string, unknown>>> {
	const { app } = life;
	const { db } = app;
	const bodies: unknown[] = [];
	for (const session of await life.openSessions())
		bodies.push((await previewPrompt(app, { session, unsent: [text('Go on')] })).body);
	return {
		bodies,
		sessions: (await everySession(db)).map(({ id, title, endedAt, deletedAt, branch }) => ({
			...{ id, title, endedAt, deletedAt, branch }
		})),
		marks: (await db.marks.toArray()).map(({ turnId, kind }) => [turnId, kind]),
		pins: (await db.pins.toArray()).map(({ turnId, text }) => [turnId, text]),
		memory: (await db.memoryFiles.toArray())
			// An emptied one that came from another device is none behind an undo: nothing stands in either.
			.filter(({ deletedAt, text }) => deletedAt === null && text !== '')
			.map(({ path, text }) => [path, text]),
		lines: (await db.proposals.toArray()).map(({ id, status, text }) => [id, status, text]),
		refusals: (await db.refusals.toArray()).map(({ hash }) => hash),
		// A draft whose use is undone is undone, and no draft.
		summaries: (await db.summaries.toArray()).map(({ id, status, text }) => [
			...[id, status === 'draft' ? 'reverted' : status, text]
		])
	};
}
