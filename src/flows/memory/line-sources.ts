import type { LineSource } from '#core/lines/story.ts';
import { comparedBullets } from '#core/memory/compared-lines.ts';
import type { MemoryOrigin } from '#core/memory/memory.ts';
import { memoryFile, originsOf, originsOfLines } from '#db/memory/files.ts';
import type { App } from '#flows/ports.ts';

/** What is known of the lines of a file, and where they lead back to, all at once: rows alone are read, and no turn. */

/** What is known of its lines: under its path, else wherever else they stood, for a line may be moved by hand. */
export async function originsInFile(
	{ db }: Pick<App, 'db'>,
	path: string
): Promise<readonly MemoryOrigin[]> {
	const [own, file] = await Promise.all([originsOf(db, path), memoryFile(db, path)]);
	const known = new Set(own.map(({ line }) => line));
	const others = [...comparedBullets(file?.text ?? '')].filter((line) => !known.has(line));
	return others.length === 0 ? own : [...own, ...(await originsOfLines(db, new Set(others)))];
}

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
