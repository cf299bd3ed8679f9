import { trunk, type Session } from '#core/session/session.ts';
import type { Truth } from '#db/schema.ts';
import { openSessions } from '#db/log/sessions.ts';

/** The imported sessions that can be learnt from. */

export interface LearnableSession {
	readonly id: string;
	readonly title: string;
	readonly activeAt: number;
	/** Everything that came with the import was read. */
	readonly isLearnt: boolean;
}

/** Newest activity first. Guests and what is off the record are not among them. */
export async function learnableSessions(db: Truth): Promise<LearnableSession[]> {
	const open = (await openSessions(db)).filter((row) => !row.offRecord && row.kind === 'main');
	const first = await db.turns.bulkGet(
		open.map(({ id }): [string, string, number] => [id, trunk, 0])
	);
	const imported = open.filter((row, at) => (first[at]?.source ?? row.titleFrom) === 'import');
	const learnt = await learntWhole(db, imported);
	return imported.map(({ id, title, activeAt }) => ({
		id,
		title,
		activeAt,
		isLearnt: learnt.has(id)
	}));
}

/** Ids of those in which nothing has come since they were read. */
async function learntWhole(db: Truth, sessions: readonly Session[]): Promise<ReadonlySet<string>> {
	const read = sessions.filter(({ learntThrough }) => learntThrough !== undefined);
	const branches = await db.branches.bulkGet(
		read.map(({ id, branch }): [string, string] => [id, branch])
	);
	const heads = await db.turns.bulkGet(
		read.map(({ id, branch }, at): [string, string, number] => [
			id,
			branch,
			branches[at]?.headSeq ?? -1
		])
	);
	return new Set(
		read
			.filter(({ learntThrough }, at) => {
				const head = heads[at];
				// What was typed after the import is read when it is summarised; cold turns do not change any more.
				return head?.source !== 'import' || head.turnId === learntThrough;
			})
			.map(({ id }) => id)
	);
}
