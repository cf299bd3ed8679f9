import { exchangesOf, rowOf, type ArchiveLine } from '#core/archive/archive.ts';
import { trunk, type Branch, type Session } from '#core/log/session.ts';
import type { Exchange, Step } from '#core/log/turn.ts';
import type { SessionRows } from '#core/import/growth.ts';
import type { Truth } from '#db/schema.ts';
import { readGrowth } from '#flows/import/read-growth.ts';

/** One session of an import, with all that belongs to it, in one transaction; what is there already stays as it is. */

export type SessionStored =
	| { readonly status: 'new' | 'grown'; readonly turns: number }
	| { readonly status: 'there' | 'forgotten' };

/** Rows of one session, taken from its lines; null where they do not say which session it is. */
export function rowsOf(lines: readonly ArchiveLine[]): SessionRows | null {
	const head = lines.find((line) => line.type === 'session');
	if (!head) return null;
	const session = rowOf(head);
	const exchanges = exchangesOf(lines).exchanges.filter(
		({ turn }) => turn.sessionId === session.id
	);
	const branches = own(lines, 'branch', session.id);
	const turns = exchanges.map(({ turn }) => turn);
	if (branches.length > 0) return { session, branches, exchanges };
	const branch: Branch = {
		sessionId: session.id,
		branch: turns[0]?.branch ?? trunk,
		parent: null,
		forkSeq: turns[0]?.seq ?? 0,
		headSeq: turns.at(-1)?.seq ?? -1,
		createdAt: session.createdAt
	};
	return { session, branches: [branch], exchanges };
}

const own = <K extends 'branch' | 'summary' | 'mark' | 'pin'>(
	lines: readonly ArchiveLine[],
	type: K,
	sessionId: string
) =>
	lines
		.filter((line): line is Extract<ArchiveLine, { type: K }> => line.type === type)
		.map((line) => rowOf(line))
		.filter((row) => row.sessionId === sessionId);

/** Store a session, or the turns by which it has grown since it was imported. */
export async function storeSession(
	db: Truth,
	lines: readonly ArchiveLine[]
): Promise<SessionStored> {
	const rows = rowsOf(lines);
	if (!rows) return { status: 'there' };
	const { session, branches, exchanges } = rows;
	const { id } = session;
	return db.transaction(
		'rw',
		[db.sessions, db.branches, db.turns, db.steps, db.summaries, db.marks, db.pins, db.tombstones],
		async (): Promise<SessionStored> => {
			if (await db.tombstones.get(id)) return { status: 'forgotten' };
			const there = await db.sessions.get(id);
			if (there) return grow(db, there, rows, lines);
			await db.sessions.add(session);
			await db.branches.bulkAdd([...branches]);
			await db.turns.bulkAdd(exchanges.map(({ turn }) => turn));
			await db.steps.bulkAdd(stepsIn(exchanges, id));
			await db.summaries.bulkPut(own(lines, 'summary', id));
			await db.marks.bulkPut(own(lines, 'mark', id));
			await db.pins.bulkPut(own(lines, 'pin', id));
			return { status: 'new', turns: exchanges.length };
		}
	);
}

const stepsIn = (exchanges: readonly Exchange[], sessionId: string): Step[] =>
	exchanges.flatMap(({ steps }) => steps.filter((step) => step.sessionId === sessionId));

/**
 * The conversation went on elsewhere: what follows from what is here is added. One that was continued or changed here
 * is left alone. A later state of a session of our own brings its settings and summaries too.
 */
async function grow(
	db: Truth,
	there: Session,
	rows: SessionRows,
	lines: readonly ArchiveLine[]
): Promise<SessionStored> {
	const { id } = there;
	if (there.deletedAt !== null) return { status: 'there' };
	const { branches, turns, steps, shown, isLater } = await readGrowth(db, rows);
	if (turns.length === 0 && steps.length === 0) return { status: 'there' };
	await db.branches.bulkPut([...branches]);
	await db.turns.bulkAdd([...turns]);
	await db.steps.bulkAdd([...steps]);
	const activeAt = Math.max(there.activeAt, rows.session.activeAt);
	// What is not believed, and what another product wrote, comes as an import throughout.
	const isBelieved = rows.exchanges.some(({ turn }) => turn.source !== 'import');
	const summaries = own(lines, 'summary', id);
	const known = new Set(summaries.map((row) => row.id));
	const before = await db.summaries.where('sessionId').equals(id).primaryKeys();
	if (isLater && isBelieved && before.every((key) => known.has(key))) {
		await db.summaries.bulkPut(summaries);
		await db.marks.bulkPut(own(lines, 'mark', id));
		await db.pins.bulkPut(own(lines, 'pin', id));
		const rev = Math.max(there.rev, rows.session.rev) + 1;
		await db.sessions.put({ ...rows.session, rev, activeAt, deletedAt: null });
	} else
		await db.sessions.put({
			...there,
			rev: there.rev + 1,
			activeAt,
			...(shown === null ? {} : { branch: shown })
		});
	return { status: 'grown', turns: turns.length };
}
