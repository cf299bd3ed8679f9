import { sessionOfForgotten, type Forgetting } from '#core/forgetting/what.ts';
import { reachedTime, type ReachedTime } from '#core/forgetting/reached-time.ts';
import type { Failed } from '#core/failure.ts';
import type { Tombstone } from '#core/forgetting/what.ts';
import { deletedArchives } from '#db/archives/archives.ts';
import { everySession } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { keepValue, keptValue } from '#db/scratch/kept-values.ts';
import { storing, valueOf } from '#db/storing.ts';
import { addTombstone, pendingTombstones } from '#db/forgetting/intents.ts';
import { forgottenAmong } from '#db/forgetting/tombstones.ts';
import { copiesGiveWay } from '#flows/copies/give-way.ts';
import { deletedFiles, linesOnlyIn, standsElsewhere } from '#flows/forgetting/deleted-files.ts';
import { withAttempts } from '#flows/forgetting/what-goes.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';
import { sessionLock } from '#flows/ports/lock-names.ts';

/** Forget a turn, a session, an archive, a memory line or a memory file: decided in one transaction, then done in the workshop, store by store. */

export type ForgetOutcome =
	/**
	 * Paths of damaged archives: `unreached` may hold it still, of `salvaged` only what could be read is left. `waits`: a reply is being
	 * written; what it still holds goes after it.
	 */
	| {
			readonly status: 'forgotten';
			readonly unreached: readonly string[];
			readonly salvaged: readonly string[];
			readonly waits: boolean;
	  }
	| Failed;

/** With `deletedAt`: what was deleted then, as long as it still is. */
export async function forget(
	app: App,
	forgetting: Forgetting,
	deletedAt: number | null = null
): Promise<ForgetOutcome> {
	const { db, clock } = app;
	const meant = await whole(app, forgetting);
	const stored = await copiesGiveWay(app, () => addTombstone(db, meant, clock.now(), deletedAt));
	return stored.status === 'failed' ? stored : finish(app, stored.value);
}

/** With a file go the words by which its copies are known, with a message the other attempts at it. */
async function whole({ db }: App, forgetting: Forgetting): Promise<Forgetting> {
	const { lines } = forgetting;
	const what = await withAttempts(db, forgetting.what);
	if (what.kind !== 'memory-file') return { ...forgetting, what };
	return { ...forgetting, lines: [...lines, ...(await linesOnlyIn(db, what))] };
}

/**
 * One walk at a time, in whatever tab: each writes what is left of an archive, a summary or a step as it read it before,
 * and of two at once the later would write back what the other took out. So whoever comes second waits for one walk.
 */
async function walk(app: App, ask: WorkshopJobs['forget']['ask']) {
	const work = () => app.workshop.run('forget', ask, neverStops());
	const held = await app.locks.hold('forgetting', work, { wait: true });
	if (held.status === 'busy') throw new Error('A lock that is waited for is never busy');
	return held.value;
}

/** Outside all locks: who has the copies may wait for a session. */
const finish = (app: App, tombstone: Tombstone): Promise<ForgetOutcome> =>
	copiesGiveWay(app, () => takeOut(app, tombstone));

/** Nobody writes in the session while its content goes; where a reply is being written, it is looked at once more. */
async function takeOut(app: App, { id, pending }: Tombstone): Promise<ForgetOutcome> {
	const run = (isLast: boolean) => walk(app, { tombstoneId: id, isLast });
	const sessionId = pending ? sessionOfForgotten(pending.what) : null;
	const lock = sessionId === null ? `forget:${id}` : sessionLock(sessionId);
	// Copies outside the database are made anew by their keeper, who counts what was forgotten.
	const held = await app.locks.hold(lock, () => run(true));
	if (held.status === 'done')
		return held.value.status === 'forgotten' ? { ...held.value, waits: false } : held.value;
	const first = await run(false);
	if (first.status === 'failed') return first;
	void app.locks.hold(lock, () => run(true), { wait: true });
	return { ...first, waits: true };
}

const anHour = 60 * 60_000;
/** However short the user has made it: as long as the way back is on the screen, ms. */
const shortestWait = 30_000;

async function timeReached({ scratch, clock }: App): Promise<ReachedTime> {
	const before = await keptValue(scratch, 'time reached');
	const reached = reachedTime(before, clock.now());
	const kept = await storing(() => keepValue(scratch, 'time reached', reached));
	// Beside a time that was kept before, this one is sure even if a full disk does not take it: what is due makes room there.
	if (before === null) valueOf(kept);
	return reached;
}

/**
 * Finish what was cut short, and forget what was deleted longer ago than the user may want it back. Gives the time by
 * which things may go for good, Unix ms; null where nobody can be sure of any, or it was stopped.
 */
export async function forgetDeleted(app: App, signal: AbortSignal): Promise<number | null> {
	const { db } = app;
	for (const tombstone of await pendingTombstones(db)) {
		if (signal.aborted) return null;
		await finish(app, tombstone);
	}
	const { forgetAfterHours } = await readSettings(db);
	// Kept from one look to the next: what cannot be brought back waits for a time that is sure.
	const reached = await storing(() => timeReached(app));
	// By a time that nobody can be sure of nothing goes for good.
	if (reached.status === 'failed') return null;
	const { believed } = reached.value;
	const due = believed - Math.max(forgetAfterHours * anHour, shortestWait);
	for (const { what } of await deletedThings(app)) {
		if (signal.aborted) return null;
		if (what.at <= due) await forget(app, { what: what.of, lines: [], summaries: {} }, what.at);
	}
	// What was moved is forgotten where it stood once nothing of it stands where it went; the last place it left first.
	const left = (await deletedFiles(db)).toSorted((a, b) => b.deletedAt - a.deletedAt);
	for (const file of left) {
		const { path, deletedAt } = file;
		if (signal.aborted) return null;
		if (deletedAt > due || (await standsElsewhere(db, file))) continue;
		const what = { kind: 'memory-file' as const, path, deletedAt };
		await forget(app, { what, lines: [], summaries: {} }, deletedAt);
	}
	return believed;
}

/** What is deleted and can still be brought back, newest first. */
export async function deletedThings({ db }: Pick<App, 'db'>) {
	const [marks, sessions, files, archives] = await Promise.all([
		db.marks.filter((mark) => mark.kind === 'deleted').toArray(),
		everySession(db),
		deletedFiles(db),
		deletedArchives(db)
	]);
	const deleted = sessions.filter(({ deletedAt }) => deletedAt !== null);
	// Only of what is deleted: asked of every session, an import of many would ask for each of them again and again.
	const gone = await forgottenAmong(db, [
		...marks.map(({ turnId }) => turnId),
		...deleted.map(({ id }) => id),
		...archives.map(({ id }) => id)
	]);
	const titles = new Map(sessions.map(({ id, title }) => [id, title]));
	const hidden = new Set(deleted.map(({ id }) => id));
	// All attempts at a message are deleted in one act, and come back in one.
	const acts = new Map(marks.map((mark) => [`${mark.sessionId} ${String(mark.at)}`, mark]));
	const turns = [...acts.values()]
		.filter(({ turnId, sessionId }) => !gone.has(turnId) && !hidden.has(sessionId))
		.map(({ sessionId, turnId, at }) => ({
			title: titles.get(sessionId) ?? '',
			what: { at, of: { kind: 'turn' as const, sessionId, turnId } }
		}));
	const whole = deleted
		.filter(({ id }) => !gone.has(id))
		.map(({ id, title, deletedAt }) => ({
			title,
			what: { at: deletedAt ?? 0, of: { kind: 'session' as const, sessionId: id } }
		}));
	const memory = files
		.filter(({ isMoved }) => !isMoved)
		.map(({ path, deletedAt }) => ({
			title: path,
			what: { at: deletedAt, of: { kind: 'memory-file' as const, path, deletedAt } }
		}));
	// What goes with its session stands there.
	const alone = archives
		.filter(({ id, sessionId }) => !gone.has(id) && !hidden.has(sessionId))
		.map(({ id, sessionId, title, deletedAt }) => ({
			title,
			what: { at: deletedAt ?? 0, of: { kind: 'archive' as const, archiveId: id, sessionId } }
		}));
	return [...turns, ...whole, ...memory, ...alone].sort((a, b) => b.what.at - a.what.at);
}
