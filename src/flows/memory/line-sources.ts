import type { LineSource } from '#core/lines/story.ts';
import type { MemoryOrigin } from '#core/memory/memory.ts';
import type { App } from '#flows/ports.ts';

/** Where the lines of a file lead back to, all at once: rows that are named by their keys are read, and no turn. */

/**
 * By id of the origin: the first message of it that is still there, the conversation where it stands in no message, or
 * null when all of that is deleted, forgotten or was never here. Origins of no conversation are left out.
 */
export async function lineSources(
	{ db }: Pick<App, 'db'>,
	origins: readonly MemoryOrigin[]
): Promise<ReadonlyMap<string, LineSource | null>> {
	const learnt = origins.flatMap(({ id, sessionId, turnIds }) =>
		sessionId === null ? [] : [{ id, sessionId, turnIds }]
	);
	const sessionIds = [...new Set(learnt.map(({ sessionId }) => sessionId))];
	const turns = learnt.flatMap(({ sessionId, turnIds }) =>
		turnIds.map((turnId) => ({ sessionId, turnId }))
	);
	const [sessions, deleted, forgotten] = await Promise.all([
		db.sessions.bulkGet(sessionIds),
		db.marks.bulkGet(turns.map(({ sessionId, turnId }) => [sessionId, turnId, 'deleted'])),
		db.tombstones.bulkGet(turns.map(({ turnId }) => turnId))
	]);
	const bySession = new Map(
		sessions.flatMap((session) => (session ? [[session.id, session]] : []))
	);
	const lost = new Set(
		[...deleted.map((mark) => mark?.turnId), ...forgotten.map((row) => row?.id)].filter(
			(id) => id !== undefined
		)
	);
	return new Map(
		learnt.map(({ id, sessionId, turnIds }) => {
			const session = bySession.get(sessionId);
			const turnId = turnIds.find((one) => !lost.has(one));
			const isLost = turnIds.length > 0 && turnId === undefined;
			if (session?.deletedAt !== null || isLost) return [id, null];
			const href = `/chat/${sessionId}${turnId === undefined ? '' : `#${turnId}`}`;
			return [id, { href, title: session.title }];
		})
	);
}
