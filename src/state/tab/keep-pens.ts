import { inTurn } from '#core/in-turn.ts';
import { spared } from '#db/scratch/spared.ts';
import { dropPens, everyPen, handOver, putPen, type Pen, type PenKind } from '#db/scratch/pens.ts';
import { storing } from '#db/storing.ts';
import { onWrite } from '#db/watch.ts';
import { targetsGone } from '#flows/sessions/pen-targets.ts';
import type { App } from '#flows/ports.ts';
import { penLock } from '#flows/ports/lock-names.ts';
import {
	linesUnderPen,
	sourcesUnderPen,
	summariesUnderPen,
	type UnderPen
} from '#state/tab/under-pen.ts';

/** Words under the pen outlive their page: kept with every change, and taken up by the next page once theirs is gone. */

type Ports = Pick<App, 'db' | 'scratch' | 'locks' | 'clock'>;

const held: Readonly<Record<PenKind, UnderPen<Pen['words']>>> = {
	summary: summariesUnderPen as UnderPen<Pen['words']>,
	source: sourcesUnderPen as UnderPen<Pen['words']>,
	line: linesUnderPen as UnderPen<Pen['words']>
};
const kinds = Object.keys(held) as PenKind[];

/** How long the page before this one may take to go, ms. */
const going = 1000;

/**
 * Keep what is written in this tab until the signal, and take up what pages have left that are gone. Resolves when that
 * is there; words of tabs that live stay theirs.
 */
export async function keepPens(app: Ports, signal: AbortSignal): Promise<void> {
	const { db, scratch, locks, clock } = app;
	const by = clock.newId();
	void locks.hold(
		penLock(by),
		() => new Promise((end) => signal.addEventListener('abort', end, { once: true }))
	);
	const one = inTurn();
	for (const kind of kinds)
		held[kind].onchange = (id, words) => {
			// Where there is no room the page has them still.
			void one(() =>
				spared(
					scratch,
					() =>
						words === undefined
							? dropPens(scratch, [{ by, kind, id }])
							: putPen(scratch, { by, kind, id, words, at: clock.now() } as Pen),
					undefined
				)
			);
		};
	const sweep = () => void storing(() => dropForgotten(app));
	const stop = onWrite([db.tombstones], sweep);
	signal.addEventListener('abort', () => {
		stop();
		for (const kind of kinds) held[kind].onchange = null;
	});
	await spared(scratch, () => takeUp(app, by), undefined);
}

async function takeUp({ db, scratch, locks }: Ports, by: string): Promise<void> {
	const pens = (await everyPen(scratch)).filter((pen) => pen.by !== by);
	const isGone = (tab: string) =>
		locks.hold(penLock(tab), () => Promise.resolve(), {
			wait: true,
			signal: AbortSignal.timeout(going)
		});
	const tabs = [...new Set(pens.map((pen) => pen.by))];
	const found = await Promise.all(tabs.map(isGone));
	const left = new Set(tabs.filter((_, at) => found[at]?.status === 'done'));
	const targets = await targetsGone(db, pens, false);
	for (const pen of pens.filter((one) => left.has(one.by))) {
		if (targets.has(pen.id)) await dropPens(scratch, [pen]);
		// Other wordings wait until these are saved or given up.
		else if (!held[pen.kind].has(pen.id) && (await handOver(scratch, pen, by)))
			held[pen.kind].set(pen.id, pen.words);
	}
}

/** What the walk of a forgetting cannot reach: words that this tab holds of what is gone. */
async function dropForgotten({ db }: Ports): Promise<void> {
	const pens = kinds.flatMap((kind) => [...held[kind].keys()].map((id) => ({ kind, id })));
	const gone = await targetsGone(db, pens, true);
	for (const { kind, id } of pens) if (gone.has(id)) held[kind].delete(id);
}
