import type { Activity } from '#core/activity.ts';
import type { Tombstone } from '#core/forgetting/what.ts';
import { dropArchives } from '#db/forgetting/log.ts';
import { closeTombstone, noteChanged } from '#db/forgetting/intents.ts';
import { storing } from '#db/storing.ts';
import { activityOf } from '#flows/activity.ts';
import { failed } from '#flows/done.ts';
import { indexStores, scratchStores, truthStores } from '#flows/forgetting/stores.ts';
import { asSession } from '#flows/forgetting/what-goes.ts';
import { beginWalk, type ForgettingPorts, type Walk } from '#flows/forgetting/walk.ts';
import type { WorkshopJobs } from '#flows/ports/workshop.ts';

/**
 * The work of forgetting, in the workshop: store by store. Each step may be done again, so work that was cut short
 * begins anew; only when all is done the tombstone lets go of what was to do.
 */
export async function runForgetting(
	ports: ForgettingPorts,
	{ tombstoneId, isLast }: WorkshopJobs['forget']['ask']
): Promise<WorkshopJobs['forget']['outcome']> {
	const { db } = ports;
	const tombstone = await db.tombstones.get(tombstoneId);
	if (!tombstone) return failed({ kind: 'changed-meanwhile' });
	const { pending } = tombstone;
	if (!pending) return { status: 'forgotten', unreached: [], salvaged: [] };
	const stored = await storing(async () => {
		const what = await asSession(db, pending.what);
		const walk = await beginWalk(ports, { ...pending, what });
		if (walk.forgetting.what.kind === 'archive') {
			await dropArchives(db, [walk.forgetting.what.archiveId]);
			await closeTombstone(db, tombstone, null, () => [forgotten(ports, tombstone, walk)]);
			return walk;
		}
		const all = [truthStores, scratchStores, indexStores].flatMap(Object.values<Forget>);
		for (const forget of all) {
			const before = sumOf(walk);
			await forget(walk);
			// A walk that is done again does not find what this one has changed.
			if (sumOf(walk) > before) await noteChanged(db, tombstoneId, walk.changed);
		}
		if (!isLast) return walk;
		const gone = walk.isWhole ? walk.sessionId : null;
		await closeTombstone(db, tombstone, gone, () => [forgotten(ports, tombstone, walk)]);
		// A searcher of another tab may have written between.
		await indexStores.parts(walk);
		return walk;
	});
	if (stored.status === 'failed') return stored;
	const { unreached, salvaged } = stored.value;
	return { status: 'forgotten', unreached, salvaged };
}

const forgotten = (
	ports: ForgettingPorts,
	{ kind }: Tombstone,
	{ unreached, changed }: Walk
): Activity =>
	activityOf(ports, {
		kind: 'deletion',
		details: {
			what: 'forgotten',
			of: kind,
			unreached: unreached.length,
			...named(changed)
		}
	});

const sumOf = ({ changed }: Walk): number => changed.summaries + changed.results + changed.requests;

/** What else lost words, counted; what lost none is not named. */
const named = ({ summaries, results, requests }: Walk['changed']) => ({
	...(summaries > 0 && { cutSummaries: summaries }),
	...(results > 0 && { cutResults: results }),
	...(requests > 0 && { cutRequests: requests })
});

type Forget = (typeof truthStores)[keyof typeof truthStores];
