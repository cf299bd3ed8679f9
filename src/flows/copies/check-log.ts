import { lossSince } from '#core/copies/rows-held.ts';
import { brokenLink, chainStart, chainEnd } from '#core/log/chain.ts';
import type { Branch } from '#core/session/session.ts';
import { holdingsOf } from '#db/copies/holdings.ts';
import { rowsHeld, sessionBehind, readStretchOfBranch } from '#db/log/log-check.ts';
import type { CheckedLog } from '#db/scratch/kept-values.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { storing } from '#db/storing.ts';
import { pendingTombstones } from '#db/forgetting/intents.ts';
import type { CopyJobs } from '#flows/copies/jobs.ts';
import type { CopyPorts } from '#flows/copies/copy-ports.ts';
import { readFolder, setAside } from '#flows/copies/snapshots.ts';

/**
 * Whether the log is whole: no fewer rows than the copies hold, and in a few sessions each time every turn and step
 * linked to the one before it (security 2.2). Archives have checksums of their own.
 */

/** Turns checked at a time; the next ones are checked the next time. */
const turnsAtOnce = 2_000;
/** Turns read in one transaction. */
const stretch = 200;

export async function checkLog(
	{ db, vault }: Pick<CopyPorts, 'db' | 'vault'>,
	{ after, broken: known }: CheckedLog,
	signal: AbortSignal,
	{ most = turnsAtOnce }: { readonly most?: number } = {}
): Promise<CopyJobs['check-log']['outcome']> {
	const stored = await storing(async () => {
		// Rows first: what is forgotten meanwhile explains itself then.
		const rows = await rowsHeld(db);
		const lost = lossSince((await readFolder(vault)).ring, { rows, holds: await holdingsOf(db) });
		// The user decides first, with the copies as they are.
		if (lost) return { lost, found: [], log: { after, broken: known } };
		const looked = await checkSessions(db, { after, most }, signal);
		const found = looked.broken.filter((id) => !known.includes(id));
		// Copies of before the first break was seen are kept out of the ring: what is copied now is damaged.
		if (found.length > 0 && known.length === 0) await setAside(vault);
		const still = known.filter((id) => !looked.whole.includes(id));
		return { lost, found, log: { after: looked.after, broken: [...still, ...found] } };
	});
	return stored.status === 'failed' ? stored : { status: 'checked', ...stored.value };
}

async function checkSessions(
	db: Truth,
	{ after, most }: { readonly after: string | null; readonly most: number },
	signal: AbortSignal
) {
	const broken: string[] = [];
	const whole: string[] = [];
	let turns = 0;
	let id = await sessionBehind(db, after);
	let last: string | null = null;
	while (id !== undefined && turns < most && !signal.aborted) {
		const branches = await branchesOf(db, id);
		turns += branches.reduce((sum, row) => sum + Math.max(0, row.headSeq - row.forkSeq + 1), 0);
		// Looked at twice: something may have been written, or forgotten, between two reads.
		const isBroken =
			(await isAnyBroken(db, branches)) &&
			(await isAnyBroken(db, await branchesOf(db, id))) &&
			(await pendingTombstones(db)).length === 0;
		(isBroken ? broken : whole).push(id);
		last = id;
		id = await sessionBehind(db, id);
	}
	return { broken, whole, after: id === undefined ? null : last };
}

async function isAnyBroken(db: Truth, branches: readonly Branch[]): Promise<boolean> {
	for (const branch of branches) if (await isBroken(db, branch)) return true;
	return false;
}

/** A turn is missing, or does not follow from the one before it. Nobody vouches for the links of imported ones. */
async function isBroken(db: Truth, branch: Branch): Promise<boolean> {
	const { forkSeq, headSeq } = branch;
	let link = forkSeq === 0 ? chainStart(branch.sessionId) : null;
	for (let fromSeq = forkSeq; fromSeq <= headSeq; fromSeq += stretch) {
		const throughSeq = Math.min(headSeq, fromSeq + stretch - 1);
		const { hot, isCold } = await readStretchOfBranch(db, branch, { fromSeq, throughSeq });
		const isImport = [...hot.values()].some(({ turn }) => turn.source === 'import');
		for (let seq = fromSeq; seq <= throughSeq; seq++) {
			const exchange = hot.get(seq);
			if (!exchange && !isImport && !isCold(seq)) return true;
			const isOurs = exchange?.turn.source === 'typed';
			if (isOurs && brokenLink(link, [exchange]) !== null) return true;
			link = exchange ? chainEnd(exchange) : null;
		}
	}
	return false;
}
