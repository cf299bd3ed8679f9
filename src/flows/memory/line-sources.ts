import type { LineSource } from '#core/provenance/line-story.ts';
import { isVagueVouching, originsThatHold } from '#core/provenance/taint.ts';
import { bulletsOf } from '#core/memory/file.ts';
import type { MemoryOrigin } from '#core/memory/memory.ts';
import { knownBy, notedKey } from '#core/lines/same-line.ts';
import { memoryFile, memoryFiles, originsOf, originsOfLines } from '#db/memory/files.ts';
import type { App } from '#flows/ports.ts';

/** What is known of the lines of a file, and where they lead back to, all at once: rows alone are read, and no turn. */

/** What is known of its lines: under its path, else wherever else they stood, for a line may be moved by hand. */
export async function originsInFile(
	{ db }: Pick<App, 'db'>,
	path: string
): Promise<readonly MemoryOrigin[]> {
	const [rows, file] = await Promise.all([originsOf(db, path), memoryFile(db, path)]);
	const own = await holdingNow(db, rows);
	const known = new Set(own.map(notedKey));
	const missing = bulletsOf(file?.text ?? '')
		.map(({ text }) => knownBy(text))
		.filter((line) => !known.has(notedKey(line)) && !known.has(notedKey({ line: line.line })));
	if (missing.length === 0) return own;
	const wanted = new Set(missing.map(notedKey));
	const others = await originsOfLines(db, new Set(missing.map(({ line }) => line)));
	const theirs = others.filter(
		(row) => row.path !== path && (row.signs === undefined || wanted.has(notedKey(row)))
	);
	return [...own, ...(await holdingNow(db, theirs))];
}

/** Origins without vouchings that hold for no line, as `originsThatHold` tells; memory is read only where it matters. */
export const holdingNow = async (
	db: App['db'],
	origins: readonly MemoryOrigin[]
): Promise<readonly MemoryOrigin[]> =>
	origins.some(isVagueVouching) ? originsThatHold(origins, await memoryFiles(db)) : origins;

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
