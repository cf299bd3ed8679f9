import assert from 'node:assert/strict';
import { isRefused } from '#core/desk/do-not-remember.ts';
import { curatedPath } from '#core/memory/memory.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { everySession } from '#db/log/sessions.ts';
import { refusals } from '#db/memory/proposals.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import { byHand, type Life } from './life.ts';

/** Lines that somebody has accepted, on whichever device: each has words of its own. */
export const accepted = new Set<string>();

/** Nothing stands in memory that nobody wrote or accepted, and nothing waits that is not to be remembered. */
export async function nothingUnasked({ app: { db } }: Life): Promise<void> {
	for (const { path, text } of await db.memoryFiles.toArray())
		for (const [, line = ''] of text.matchAll(/^- (.*)$/gm))
			assert(line.startsWith(byHand) || accepted.has(line), `${path} has unasked: ${line}`);
	const refused = await refusals(db);
	const silent = (await everySession(db)).flatMap(({ id, offRecord }) => (offRecord ? [id] : []));
	const marks = await db.marks.toArray();
	const unsaid = marks.flatMap(({ kind, turnId }) => (kind === 'off-record' ? [turnId] : []));
	for (const { text, sessionId, turnIds } of await waitingProposals(db)) {
		assert(!isRefused(refused, text), `${text} waits, and is refused`);
		const isUnsaid = turnIds.some((id) => unsaid.includes(id));
		assert(!isUnsaid && !silent.includes(sessionId ?? ''), `${text} is off the record`);
	}
}

/** A guest is told nothing of MEMORY.md and of the conversations of its host; daily notes are for both. */
export async function toldToGuest(life: Life, body: RequestBody): Promise<void> {
	const { db } = life.app;
	const sent = JSON.stringify(body);
	assert(!sent.includes(byHand), 'a guest is told of MEMORY.md');
	const sessions = await everySession(db);
	const guests = new Set(sessions.flatMap(({ id, kind }) => (kind === 'guest' ? [id] : [])));
	const notes = (await db.memoryFiles.toArray()).filter(({ path }) => path !== curatedPath);
	const known = [
		...life.said.filter(({ sessionId }) => guests.has(sessionId)).map(({ word }) => word),
		...wordsIn(notes.map(({ text }) => text).join('\n'))
	];
	for (const word of wordsIn(sent)) assert(known.includes(word), `a guest is told of ${word}`);
}

const wordsIn = (text: string): readonly string[] => text.match(/zq\d+x/g) ?? [];
