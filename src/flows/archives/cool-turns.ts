import type { Progress } from '#core/progress.ts';
import {
	isRound,
	planCooling,
	rangesToWarm,
	wholeToGather,
	type CoolPlan
} from '#core/archive/cooling.ts';
import type { Archive, ColdRange } from '#core/archive/stored.ts';
import { grouped } from '#core/grouped.ts';
import { canonicalJson } from '#core/json.ts';
import type { Session } from '#core/session/session.ts';
import { sha256 } from '#core/sha256.ts';
import { placeKey, type Exchange } from '#core/log/turn.ts';
import { keptArchiveName } from '#core/copies/snapshot.ts';
import { archiveBytes } from '#db/archives/archives.ts';
import { coldOf } from '#db/archives/cold.ts';
import { coolTurns, rangeId } from '#db/archives/cooling.ts';
import type { OpenArchive, Truth } from '#db/schema.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { readHotExchanges } from '#db/log/turns.ts';
import { readWholeArchive, type ArchiveWithBytes } from '#db/log/whole-session.ts';
import type { CoolOutcome } from '#flows/copies/jobs.ts';
import { gatherArchives } from '#flows/archives/gather-archives.ts';
import { keptArchive, readFolder } from '#flows/copies/snapshots.ts';
import type { Vault } from '#flows/copies/vault.ts';
import type { Clock } from '#flows/ports.ts';
import { exchangesIn, type Packer } from '#flows/archives/read-archive.ts';
import { soundBytes } from '#flows/archives/sound-bytes.ts';
import { warmRanges } from '#flows/archives/warm-turns.ts';

/**
 * Turns go cold: their rows are removed once two verified copies of their archive are there, one in the database and
 * one outside it. Reading spans both, so a reader cannot tell. May be ended at any moment and run again.
 */

export interface CoolPorts {
	readonly db: Truth;
	readonly clock: Clock;
	readonly packer: Packer;
	readonly vault: Vault;
}

/** How many parsed archives are kept in memory; they never change, and are known by their hash. */
const held = 4;

interface Opened {
	/** By its hash. */
	readonly isWhole: boolean;
	readonly exchanges: readonly Exchange[];
}

/**
 * Lets whoever reads `db` here find what lies in archives, and their kept copies (see `soundBytes`). `openVault` is asked
 * each time. Returns what it has set as `Truth.openArchive`.
 */
export function serveArchives(
	db: Truth,
	packer: Packer,
	openVault: () => Promise<Vault | null>
): OpenArchive {
	db.keptArchive = async (hash) => {
		const vault = await openVault();
		return vault && keptArchive(vault, hash);
	};
	db.openArchive = archiveOpener(db, packer);
	return db.openArchive;
}

function archiveOpener(db: Truth, packer: Packer): OpenArchive {
	const opened = new Map<string, Promise<Opened>>();
	const open = async (whole: ArchiveWithBytes): Promise<Opened> => {
		const sound = await soundBytes(db, whole);
		// Both copies are damaged: what can still be read is handed out.
		const bytes = sound ?? whole.bytes;
		return {
			isWhole: sound !== null,
			exchanges: bytes ? exchangesIn(await packer.unpack(bytes)) : []
		};
	};
	/** Kept in memory only if it was read whole: what failed now may succeed the next time. */
	const settled = async (hash: string, reading: Promise<Opened>): Promise<readonly Exchange[]> => {
		let isWhole = false;
		try {
			const read = await reading;
			({ isWhole } = read);
			return read.exchanges;
		} finally {
			if (!isWhole && opened.get(hash) === reading) opened.delete(hash);
		}
	};
	/**
	 * Row and bytes are read in one transaction, because forgetting rewrites both. An archive that is open already is
	 * not read again.
	 */
	const find = async (archiveId: string) => {
		const row = await db.archives.get(archiveId);
		const known = row && opened.get(row.sha256);
		if (known) return { hash: row.sha256, reading: known };
		const whole = row && (await readWholeArchive(db, archiveId));
		if (!whole) return null;
		const hash = whole.archive.sha256;
		return { hash, reading: opened.get(hash) ?? open(whole) };
	};
	return async ({ archiveId, branch, fromSeq, throughSeq }) => {
		const found = await find(archiveId);
		if (!found) return [];
		const { hash, reading } = found;
		opened.delete(hash);
		opened.set(hash, reading);
		for (const old of [...opened.keys()].slice(0, -held)) opened.delete(old);
		return (await settled(hash, reading)).filter(
			({ turn }) => turn.branch === branch && turn.seq >= fromSeq && turn.seq <= throughSeq
		);
	};
}

/**
 * Removes the rows that may go cold, and puts back those that are needed again. `afterDays`: used instead of the
 * settings.
 */
export async function coolEverything(
	ports: CoolPorts,
	{ afterDays }: { readonly afterDays?: number },
	signal: AbortSignal,
	onProgress: (progress: Progress) => void
): Promise<CoolOutcome> {
	const { db, clock, vault } = ports;
	const { coolAfterDays } = await readSettings(db);
	const mayCool = afterDays !== undefined || coolAfterDays > 0;
	const isKept = await keptIn(vault);
	const sessions = await coolCandidates(db);
	let turns = 0;
	let warmed = 0;
	for (const [index, session] of sessions.entries()) {
		if (signal.aborted) return { status: 'stopped' };
		onProgress({ done: index, of: sessions.length });
		const found = await readCoolable(db, session);
		warmed += await warmRanges(db, rangesToWarm(session, found.summaries, found.cold));
		if (!mayCool || found.archives.length === 0) continue;
		const cold = await coldOf(db, session.id);
		const plans = planCooling(
			{ ...found, cold },
			{ afterDays: afterDays ?? coolAfterDays, now: clock.now() }
		);
		for (const [archiveId, own] of grouped(plans, (plan) => plan.archiveId)) {
			const archive = found.archives.find((row) => row.id === archiveId);
			if (!archive || !isKept(archive)) continue;
			const exchanges = await verified(ports, archive);
			if (exchanges)
				turns += await cool(ports, { plans: own, archive, archived: exchanges }, signal);
		}
		const whole = wholeToGather(found, { afterDays: afterDays ?? coolAfterDays, now: clock.now() });
		if (whole && isKept(whole)) await gather(ports, whole, found.archives);
	}
	return { status: 'cooled', turns, warmed };
}

/** Whether an archive lies outside the database as well: the newest copy names it, and its file is there. */
export async function keptIn(
	vault: CoolPorts['vault']
): Promise<(archive: Pick<Archive, 'sha256'>) => boolean> {
	const { ring, names } = await readFolder(vault);
	const kept = new Set(ring[0]?.archives.map((archive) => archive.sha256));
	return ({ sha256: hash }) => kept.has(hash) && names.has(keptArchiveName(hash));
}

/** Lets the archive of a whole session replace the archives of its rounds. */
async function gather(
	ports: CoolPorts,
	whole: Archive,
	archives: readonly Archive[]
): Promise<void> {
	const { db, packer } = ports;
	const wholeHolds = await verified(ports, whole);
	if (!wholeHolds) return;
	const rounds = [];
	for (const archive of archives.filter(isRound)) {
		const bytes = await archiveBytes(db, archive.id);
		if (!bytes || sha256(bytes) !== archive.sha256) continue;
		const read = await packer.unpack(bytes);
		if (read.whole) rounds.push({ archive, holds: exchangesIn(read) });
	}
	const cold = await coldOf(db, whole.sessionId);
	await gatherArchives(db, { whole, wholeHolds, rounds, cold });
}

/** All that says which turns of a session may go. */
export const readCoolable = async (db: Truth, session: Session) => ({
	session,
	branches: await branchesOf(db, session.id),
	summaries: await summariesOf(db, session.id),
	archives: await db.archives.where('sessionId').equals(session.id).toArray(),
	cold: await coldOf(db, session.id)
});

/** Sessions with an archive that holds turns which are not cold yet, or with turns that are. */
export async function coolCandidates(db: Truth): Promise<readonly Session[]> {
	const cold = new Map<string, number>();
	const ids = new Set<string>();
	await db.cold.each((range) => {
		cold.set(range.archiveId, (cold.get(range.archiveId) ?? 0) + range.turnIds.length);
		ids.add(range.sessionId);
	});
	for (const archive of await db.archives.toArray())
		if ((cold.get(archive.id) ?? 0) < archive.turns) ids.add(archive.sessionId);
	return (await db.sessions.bulkGet([...ids])).filter((session) => session !== undefined);
}

/** What an archive holds, when both of its copies are whole (INV-17); else null. */
async function verified(
	{ db, packer, vault }: CoolPorts,
	archive: { readonly id: string; readonly sha256: string }
): Promise<readonly Exchange[] | null> {
	const [bytes, kept] = await Promise.all([
		archiveBytes(db, archive.id),
		keptArchive(vault, archive.sha256)
	]);
	if (!bytes || !kept || sha256(bytes) !== archive.sha256) return null;
	const read = await packer.unpack(bytes);
	return read.whole ? exchangesIn(read) : null;
}

/** Rows that may be removed, and the archive that holds them. */
interface Cooling {
	readonly plans: readonly CoolPlan[];
	readonly archive: Pick<Archive, 'sha256'>;
	readonly archived: readonly Exchange[];
}

async function cool(
	{ db, clock }: CoolPorts,
	{ plans, archive, archived }: Cooling,
	signal: AbortSignal
): Promise<number> {
	const inArchive = new Map(archived.map((exchange) => [placeKey(exchange.turn), exchange]));
	let turns = 0;
	for (const { archiveId, part, summaryId } of plans) {
		if (signal.aborted) break;
		const [first] = archived;
		if (!first) break;
		const { sessionId } = first.turn;
		const hot = await readHotExchanges(db, sessionId, [part]);
		// Only a stretch without gaps that the archive holds word for word.
		const isWhole = hot.length === part.throughSeq - part.fromSeq + 1;
		const isHeld = hot.every((exchange) => {
			const there = inArchive.get(placeKey(exchange.turn));
			// A field that archives do not know keeps a turn hot.
			return there !== undefined && canonicalJson(there) === canonicalJson(exchange);
		});
		if (hot.length === 0 || !isWhole || !isHeld) continue;
		const range: ColdRange = {
			id: rangeId({ archiveId, ...part }),
			sessionId,
			...part,
			archiveId,
			turnIds: hot.map(({ turn }) => turn.turnId),
			at: clock.now()
		};
		const stored = await coolTurns(db, {
			range,
			sha256: archive.sha256,
			exchanges: hot,
			summaryId
		});
		if (stored.status === 'stored') turns += hot.length;
	}
	return turns;
}
