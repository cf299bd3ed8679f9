import { inTurn } from '#core/in-turn.ts';
import { spared } from '#db/scratch/spared.ts';
import { dropPens, everyPen, handOver, putPen, type Pen, type PenKind } from '#db/scratch/pens.ts';
import { onWrite } from '#db/watch.ts';
import { renewBrowserLog } from '#db/renew-browser-log.ts';
import { guardPage, untilRoom } from '#db/room.ts';
import { targetsGone } from '#flows/sessions/pen-targets.ts';
import type { App } from '#flows/ports.ts';
import { penLock } from '#flows/ports/lock-names.ts';
import { isTabGone } from '#state/tab/living-tabs.ts';
import { readingPens } from '#state/tab/reading-pens.svelte.ts';
import { lastingTabId, tabIdOf } from '#state/tab/tab-id.ts';
import {
	keepAnew,
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

/** Where nobody can tell whether a tab lives: how long nothing was written in one that is taken for gone, ms. */
const silence = 5 * 60_000;

/** What of this tab is stored, as far as it knows; by kind and id. */
type Stored = Map<string, Pen>;
const placeOf = ({ kind, id }: Pick<Pen, 'kind' | 'id'>): string => `${kind} ${id}`;

/** What a full disk has cut off stands at the end of the log: nothing is to be written behind it. */
const untilOpen = (db: Ports['db']) => async (): Promise<void> => {
	if (await untilRoom()) await renewBrowserLog(db);
};

/**
 * Keep what is written in this tab until the signal, on a disk that has room (`guardPage`), and take up what pages have
 * left that are gone. Resolves when that is there; words of tabs that live stay theirs.
 */
export async function keepPens(app: Ports, signal: AbortSignal): Promise<void> {
	const { db, scratch, locks, clock } = app;
	guardPage([db, scratch], signal);
	// While there is no room to open them again the page stays on screen, with the words that could not be stored.
	signal.addEventListener('abort', keepAnew(untilOpen(db)));
	const by = tabIdOf(app);
	const lives = () => new Promise((end) => signal.addEventListener('abort', end, { once: true }));
	// The page before this one may still hold that which outlives a reload.
	for (const id of [by, lastingTabId(app)])
		void locks.hold(penLock(id), lives, { wait: true, signal });
	const one = inTurn();
	const stored: Stored = new Map();
	/** The newest words alone: a slow disk has no old ones before them. */
	const waiting = new Map<string, Pen['words'] | undefined>();
	/** Where words stand that this page alone has: whoever leaves loses them, on whatever page of the app that is. */
	const unkept = new Set<string>();
	const holdBack = (event: Event) => {
		if (unkept.size > 0) event.preventDefault();
	};

	async function store(kind: PenKind, id: string, words?: Pen['words']) {
		const place = placeOf({ kind, id });
		const known = stored.get(place);
		if (words === undefined) {
			stored.delete(place);
			return dropPens(scratch, [{ by, kind, id }]);
		}
		const pen = { by, kind, id, words, at: clock.now() } as Pen;
		const was = await putPen(scratch, pen);
		stored.set(place, pen);
		// What was forgotten meanwhile was written back with it.
		if (known) await follow(app, known, was);
	}

	for (const kind of kinds)
		held[kind].onchange = (id, words) => {
			const place = placeOf({ kind, id });
			const isQueued = waiting.has(place);
			waiting.set(place, words);
			if (isQueued) return;
			void one(async () => {
				const newest = waiting.get(place);
				waiting.delete(place);
				const isKept = await spared(scratch, () => store(kind, id, newest).then(() => true), false);
				// Where there is no room the page has them still.
				if (isKept || newest === undefined) unkept.delete(place);
				else if (!signal.aborted) {
					unkept.add(place);
					addEventListener('beforeunload', holdBack, { signal });
				}
			});
		};
	/** What was stored went with its database: that it lies there no more does not tell of a forgetting. */
	const unlisted = keepAnew(() => {
		stored.clear();
		for (const kind of kinds) for (const [id, words] of held[kind]) held[kind].set(id, words);
		return one(() => Promise.resolve());
	});
	const sweep = () =>
		void one(() => spared(scratch, () => dropForgotten(app, stored), undefined)).then(() => {
			readingPens.forgotten++;
		});
	const stop = onWrite([db.tombstones], sweep);
	signal.addEventListener('abort', () => {
		stop();
		unlisted();
		for (const kind of kinds) held[kind].onchange = null;
	});
	await spared(scratch, () => takeUp(app, by, stored), undefined);
}

async function takeUp(
	{ db, scratch, locks, clock }: Ports,
	by: string,
	stored: Stored
): Promise<void> {
	const until = locks.reach === 'every-tab' ? Infinity : clock.now() - silence;
	const pens = (await everyPen(scratch)).filter((pen) => pen.by !== by && pen.at < until);
	const tabs = [...new Set(pens.map((pen) => pen.by))];
	const areGone = await Promise.all(tabs.map(isTabGone({ locks })));
	const left = new Set(tabs.filter((_, at) => areGone[at]));
	const targets = await targetsGone(db, pens, { forGood: false });
	for (const pen of pens.filter((one) => left.has(one.by))) {
		if (targets.has(pen.id)) {
			await dropPens(scratch, [pen]);
			continue;
		}
		// Other wordings wait until these are saved or given up.
		const mine = held[pen.kind].has(pen.id) ? null : await handOver(scratch, pen, by);
		if (!mine) continue;
		stored.set(placeOf(mine), mine);
		held[mine.kind].set(mine.id, mine.words);
	}
}

/** Words of this tab go as their row went: with all of it, or with a part. */
async function follow({ scratch, locks }: Ports, known: Pen, row: Pen | null): Promise<void> {
	const { kind, id, by } = known;
	if (row) {
		const isCut = JSON.stringify(row.words) !== JSON.stringify(known.words);
		if (isCut && held[kind].has(id)) held[kind].set(id, row.words);
		return;
	}
	// There another tab may have taken this one for gone.
	const isTaken = (pen: Pen) => placeOf(pen) === placeOf(known) && pen.by !== by;
	if (locks.reach === 'this-tab' && (await everyPen(scratch)).some(isTaken)) return;
	held[kind].delete(id);
}

/** What the walk of a forgetting cannot reach: words that this tab holds of what is gone. */
async function dropForgotten(app: Ports, stored: Stored): Promise<void> {
	const rows = await everyPen(app.scratch);
	for (const known of stored.values()) {
		const row = rows.find((pen) => pen.by === known.by && placeOf(pen) === placeOf(known));
		await follow(app, known, row ?? null);
	}
	const pens = kinds.flatMap((kind) => [...held[kind]].map(([id, words]) => ({ kind, id, words })));
	const gone = await targetsGone(app.db, pens, { forGood: true });
	for (const { kind, id } of pens) if (gone.has(id)) held[kind].delete(id);
}
