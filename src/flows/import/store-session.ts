import { exchangesOf, rowOf, type ArchiveLine } from '#core/archive/archive.ts';
import { trunk, type Branch, type Session } from '#core/log/session.ts';
import type { Exchange, Step } from '#core/log/turn.ts';
import type { Truth } from '#db/schema.ts';

/** One session of an import, with all that belongs to it, in one transaction; what is there already stays as it is. */

export type SessionStored =
	| { readonly status: 'new' | 'grown'; readonly turns: number }
	| { readonly status: 'there' | 'forgotten' };

/** Rows of one session, taken from its lines. */
interface SessionRows {
	readonly session: Session;
	readonly branches: readonly Branch[];
	readonly exchanges: readonly Exchange[];
}

function rowsOf(lines: readonly ArchiveLine[]): SessionRows | null {
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
			if (there) return grow(db, there, rows);
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
 * The conversation went on in its product: the turns behind the stored trunk are added, if the trunk is a beginning of
 * what the file holds. One that was continued or changed here is left alone.
 */
async function grow(db: Truth, there: Session, rows: SessionRows): Promise<SessionStored> {
	const { id } = there;
	const stored = await db.branches.get([id, trunk]);
	const wanted = rows.branches.find((row) => row.branch === trunk);
	const isForeign = rows.exchanges[0]?.turn.source === 'import';
	if (!stored || !wanted || !isForeign || stored.headSeq >= wanted.headSeq)
		return { status: 'there' };
	const inFile = rows.exchanges.filter(({ turn }) => turn.branch === trunk);
	const same = inFile.find(({ turn }) => turn.seq === stored.headSeq);
	const head = await db.turns.get([id, trunk, stored.headSeq]);
	const steps = await db.steps
		.where('[sessionId+branch+seq+index]')
		.between([id, trunk, stored.headSeq, 0], [id, trunk, stored.headSeq, Infinity])
		.toArray();
	const isSame =
		head?.hash === same?.turn.hash &&
		steps.every(
			(step, index) =>
				step.hash === same?.steps[index]?.hash && step.resultsHash === same.steps[index].resultsHash
		);
	if (!head || !same || !isSame) return { status: 'there' };
	const fresh = inFile.filter(({ turn }) => turn.seq > stored.headSeq);
	await db.steps.bulkAdd([...same.steps.slice(steps.length), ...stepsIn(fresh, id)]);
	await db.turns.bulkAdd(fresh.map(({ turn }) => turn));
	await db.branches.put({ ...stored, headSeq: wanted.headSeq });
	await db.sessions.put({
		...there,
		rev: there.rev + 1,
		activeAt: Math.max(there.activeAt, rows.session.activeAt)
	});
	return { status: 'grown', turns: fresh.length };
}
