import { archiveLines, archivePath, exchangesOf, type ArchiveLine } from '#core/archive.ts';
import { readArchiveLine } from '#core/archive-reading.ts';
import type { Archive } from '#core/jobs.ts';
import { pathOf, type Path } from '#core/path.ts';
import { sha256 } from '#core/sha256.ts';
import type { Session } from '#core/session.ts';
import type { Exchange } from '#core/turn.ts';
import { archiveBytes, putArchive } from '#db/archives.ts';
import { addActivity } from '#db/records.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf, sessionOf } from '#db/sessions.ts';
import { changeSummary, summariesOf } from '#db/summaries.ts';
import { readExchanges } from '#db/turns.ts';
import { failed } from '#flows/done.ts';
import type { Clock, WorkshopJobs } from '#flows/ports.ts';

/** Text to gzip and back. Reading never accepts damaged bytes silently: what came before the damage is salvage. */
export interface Packer {
	/** One gzip member, the same bytes in every browser. */
	pack(text: string): Uint8Array;
	/** `whole: false`: the bytes are damaged or too large, and `text` is what could be read before that. */
	unpack(bytes: Uint8Array): Promise<{ readonly text: string; readonly whole: boolean }>;
}

/** What archiving needs. */
export interface ArchivePorts {
	readonly db: Truth;
	readonly clock: Clock;
	readonly packer: Packer;
}

type Archived = WorkshopJobs['archive-summary']['outcome'];

/** Lines of JSON, one a line, each ended. */
export const joinLines = (lines: readonly ArchiveLine[]): string =>
	lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** Store an archive, read it back and compare (INV-17). A path is written once: what is there already is compared too. */
async function keepArchive(
	{ db, clock, packer }: ArchivePorts,
	content: {
		readonly session: Session;
		readonly round: number | null;
		readonly exchanges: readonly Exchange[];
		readonly lines: readonly ArchiveLine[];
	}
): Promise<Archived> {
	const { session, exchanges } = content;
	const path = archivePath(session.id, content.round);
	const text = joinLines(content.lines);
	const there = await db.archives.where('path').equals(path).first();
	if (!there) {
		const bytes = packer.pack(text);
		const at = clock.now();
		const archive: Archive = {
			id: clock.newId(),
			path,
			sessionId: session.id,
			round: content.round,
			title: session.title,
			packedBytes: bytes.length,
			sha256: sha256(bytes),
			rawBytes: new TextEncoder().encode(text).length,
			turns: exchanges.length,
			firstAt: exchanges[0]?.turn.askedAt ?? session.createdAt,
			lastAt: exchanges.at(-1)?.turn.askedAt ?? session.activeAt,
			createdAt: at,
			verifiedAt: at,
			deletedAt: null
		};
		const stored = await putArchive(db, archive, bytes);
		if (stored.status === 'failed') return stored;
	}
	const back = await db.archives.where('path').equals(path).first();
	const bytes = back && (await archiveBytes(db, back.id));
	if (!bytes || sha256(bytes) !== back.sha256) return failed({ kind: 'damaged', what: path });
	const read = await packer.unpack(bytes);
	if (!read.whole || sha256(linesWithoutHead(read.text)) !== sha256(linesWithoutHead(text)))
		return failed({ kind: 'damaged', what: path });
	return { status: 'archived', archiveId: back.id };
}

/** The session line changes with every message; the turns do not. */
const linesWithoutHead = (text: string): string => text.slice(text.indexOf('\n') + 1);

/** Everything in `from..through` of a summary, the last turn cut at its step. */
function covered(
	exchanges: readonly Exchange[],
	through: { readonly seq: number; readonly step: number }
): Exchange[] {
	return exchanges.map((exchange) =>
		exchange.turn.seq < through.seq
			? exchange
			: { turn: exchange.turn, steps: exchange.steps.filter((step) => step.index <= through.step) }
	);
}

/** Write the archive of what a committed summary covers, read it back, compare. Running it again changes nothing. */
export async function archiveSummary(
	ports: ArchivePorts,
	{ summaryId }: { readonly summaryId: string }
): Promise<Archived> {
	const { db, clock } = ports;
	const summary = await db.summaries.get(summaryId);
	const session = summary && (await sessionOf(db, summary.sessionId));
	if (!summary || !session) return failed({ kind: 'changed-meanwhile' });
	const path = pathOf(await branchesOf(db, session.id), summary.branch);
	const exchanges = covered(
		await readExchanges(db, session.id, path, {
			fromSeq: summary.from.seq,
			throughSeq: summary.through.seq
		}),
		summary.through
	);
	const lines = archiveLines({ session, exchanges, summaries: [] });
	const outcome = await keepArchive(ports, { session, round: summary.round, exchanges, lines });
	if (outcome.status === 'failed') return outcome;
	const changed = await changeSummary(db, summaryId, () => ({ archiveId: outcome.archiveId }));
	if (changed.status === 'failed') return changed;
	await addActivity(db, {
		id: clock.newId(),
		at: clock.now(),
		kind: 'archive',
		sessionId: session.id,
		details: { archiveId: outcome.archiveId, round: summary.round, turns: exchanges.length },
		failure: null
	});
	return outcome;
}

/** Every branch of a session as one list of exchanges, the trunk first. */
async function everyExchange(db: Truth, sessionId: string): Promise<Exchange[]> {
	const branches = (await branchesOf(db, sessionId)).toSorted((a, b) => a.createdAt - b.createdAt);
	const own: Path[] = branches.map((row) => [
		{ branch: row.branch, fromSeq: row.forkSeq, throughSeq: row.headSeq }
	]);
	return (await Promise.all(own.map((path) => readExchanges(db, sessionId, path)))).flat();
}

/** Archive a whole session: all branches, all summaries. */
export async function archiveSession(
	ports: ArchivePorts,
	{ sessionId }: { readonly sessionId: string }
): Promise<Archived> {
	const { db } = ports;
	const session = await sessionOf(db, sessionId);
	if (!session) return failed({ kind: 'changed-meanwhile' });
	const [branches, exchanges, summaries] = await Promise.all([
		branchesOf(db, sessionId),
		everyExchange(db, sessionId),
		summariesOf(db, sessionId)
	]);
	const lines = archiveLines({ session, branches, exchanges, summaries });
	return keepArchive(ports, { session, round: null, exchanges, lines });
}

/** Read an archive for the screen. A damaged one is reported with what could be salvaged. */
export async function readArchive(
	{ db, packer }: ArchivePorts,
	{ archiveId }: { readonly archiveId: string }
): Promise<WorkshopJobs['read-archive']['outcome']> {
	const archive = await db.archives.get(archiveId);
	if (!archive) return failed({ kind: 'changed-meanwhile' });
	const bytes = (await archiveBytes(db, archiveId)) ?? new Uint8Array();
	const read = await packer.unpack(bytes);
	const rows = read.text.split('\n').filter((row) => row !== '');
	const lines = rows.map(readArchiveLine);
	const good = lines.filter((line) => line !== null);
	if (good.length === 0) return failed({ kind: 'damaged', what: archive.path });
	const { exchanges, orphans } = exchangesOf(good);
	const intact = read.whole && sha256(bytes) === archive.sha256;
	const unread = lines.length - good.length + orphans;
	return {
		status: 'read',
		exchanges,
		summaries: good.filter((line) => line.type === 'summary').map(({ type: _, ...row }) => row),
		damaged: intact ? unread : Math.max(1, unread)
	};
}
