import type { Failure } from '#core/failure.ts';
import { keepValue, keptValue } from '#db/scratch/kept-values.ts';
import { onWrite } from '#db/watch.ts';
import type { StartVerdict } from '#core/copies/canary.ts';
import { noteActivity } from '#flows/activity.ts';
import { onCopies } from '#flows/copies/on-copies.ts';
import type { App } from '#flows/ports.ts';
import { waitFor } from '#flows/ports/waiting.ts';

/**
 * Looking after the copies for as long as a tab lives; done by the one that holds the lock. The canary follows what is
 * stored within seconds, a snapshot is made when one is due.
 */

/** How long after the last change the canary is written, ms: many changes in a row are one. */
const calm = 2_000;
/**
 * If the changes do not end, how long after the first of them, ms. An import of minutes is not slowed by writing
 * canaries.
 */
const patience = 30_000;
const minute = 60_000;
const hour = 60 * minute;

type Lost = Extract<StartVerdict, { status: 'lost' | 'half-restored' }>;

/** What is seen of damage. */
interface Alarm {
	/** Something stored is gone: no more copies are made until the user has decided. */
	readonly lost: (verdict: Lost) => void;
	/** Conversations are not whole any more. */
	readonly broken: () => void;
}

export async function keepCopies(app: App, signal: AbortSignal, alarm: Alarm): Promise<void> {
	await app.locks.hold(
		'copies-keeper',
		async () => {
			const changes = changesOf(app);
			try {
				await keep(app, changes, signal, alarm);
			} finally {
				changes.end();
			}
		},
		{ wait: true }
	);
}

async function keep(app: App, changes: Changes, signal: AbortSignal, alarm: Alarm): Promise<void> {
	let looked = -Infinity;
	const told = new Set<string>();
	const tell = async (failure: Failure, what: 'snapshot' | 'forgotten-copies' = 'snapshot') => {
		// Once is enough: a full disk would be told every minute.
		const key = `${what} ${failure.kind}`;
		if (told.has(key)) return;
		told.add(key);
		await noteActivity(app, { kind: 'failure', details: { what }, failure });
	};
	while (!signal.aborted) {
		const canary = await onCopies(app).run('write-canary', { accept: false }, signal);
		if (canary.status === 'no-vault') return;
		if (canary.status === 'lost') {
			alarm.lost(canary.verdict);
			return;
		}
		if (canary.status === 'failed') await tell(canary.failure);
		// The clock may have been set back.
		const isHour = Math.abs(app.clock.now() - looked) >= hour;
		if (isHour && !(await isLogWhole(app, signal, alarm))) return;
		const kept = await onCopies(app).run('keep-snapshot', { reason: 'when-due' }, signal);
		if (kept.status === 'lost') {
			alarm.lost(kept);
			return;
		}
		if (kept.status === 'failed')
			await tell(kept.failure, kept.holdsForgotten ? 'forgotten-copies' : 'snapshot');
		if (kept.status === 'kept') told.clear();
		if (isHour) {
			await onCopies(app).run('cool-turns', null, signal);
			looked = app.clock.now();
		}
		await changes.next(signal);
	}
}

/** False if rows are gone. A session with a broken chain is told to the user and stops nothing. */
async function isLogWhole(app: App, signal: AbortSignal, alarm: Alarm): Promise<boolean> {
	const { scratch } = app;
	// No copy waits for a scratch database that cannot be opened: then the check begins anew each time.
	const from = await keptValue(scratch, 'checked log').catch(() => null);
	const ask = from ?? { after: null, broken: [] };
	const checked = await onCopies(app).run('check-log', ask, signal);
	if (checked.status !== 'checked') return true;
	for (const sessionId of checked.found)
		await noteActivity(app, { kind: 'failure', sessionId, details: { what: 'log' } });
	await keepValue(scratch, 'checked log', checked.log).catch(() => undefined);
	if (checked.found.length > 0) alarm.broken();
	if (checked.lost) alarm.lost(checked.lost);
	return checked.lost === null;
}

interface Changes {
	next(signal: AbortSignal): Promise<void>;
	/** Nothing is waited for any more. */
	end(): void;
}

/**
 * Waits for something to be stored and settled, or for a minute to pass. What settles while nobody waits, because a copy
 * is being made, is not forgotten: the next wait is over at once.
 */
function changesOf({ db, clock }: App): Changes {
	let wake: (() => void) | null = null;
	let isDue = false;
	let timer: ReturnType<typeof setTimeout> | undefined;
	let since: number | null = null;
	const settled = () => {
		since = null;
		if (wake) wake();
		else isDue = true;
	};
	// What the canary counts; it is counted when the writing has settled, not beside it.
	const counted = [db.sessions, db.memoryFiles, db.memoryRevisions, db.tombstones];
	const stop = onWrite(counted, () => {
		const now = clock.now();
		since ??= now;
		clearTimeout(timer);
		// A clock that was set back does not make a wait longer.
		timer = setTimeout(settled, Math.min(calm, Math.max(0, since + patience - now)));
	});
	return {
		next: (signal) =>
			waitFor(signal, (met) => {
				const idle = setTimeout(met, minute);
				wake = met;
				if (isDue) met();
				return () => {
					clearTimeout(idle);
					wake = null;
					isDue = false;
				};
			}),
		end() {
			stop();
			clearTimeout(timer);
		}
	};
}
