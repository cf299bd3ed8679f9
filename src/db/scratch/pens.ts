import type { Scratch } from '#db/schema.ts';

/**
 * Words under the pen of an editor that stores nothing before it is told to: kept among the single values of this
 * device, each tab its own, so that whichever way a page goes the next one has them.
 */

/** What is being written of a summary. */
export interface SummaryWords {
	readonly text: string;
	readonly anchors: string;
}

/** By what is written, and of what. */
export interface PenWords {
	/** By the id of the summary, with what it was begun from. */
	readonly summary: SummaryWords & {
		readonly before: SummaryWords;
		/** Pens from before lack it. */
		readonly sessionId?: string;
		/** The draft was discarded here: nobody waits for the words, but they are there when that is undone. */
		readonly isAside?: true;
	};
	/** A part of the prompt, by where it is stored, with the text it was begun from. */
	readonly source: { readonly text: string; readonly before: string };
	/** A waiting line of memory, by its id, where what is written differs from what is stored. */
	readonly line: string;
}

export type PenKind = keyof PenWords;

/** The words of one editor in one tab. */
export type Pen = {
	[Kind in PenKind]: {
		readonly kind: Kind;
		readonly id: string;
		/** The tab they stand in. */
		readonly by: string;
		readonly words: PenWords[Kind];
		/** Unix ms. */
		readonly at: number;
	};
}[PenKind];

const prefix = 'pen ';
const keyOf = ({ by, kind, id }: Pick<Pen, 'by' | 'kind' | 'id'>): string =>
	`${prefix}${by} ${kind} ${id}`;

/** What was written last stands first. */
export async function everyPen(db: Scratch): Promise<Pen[]> {
	const rows = await db.views.where('key').startsWith(prefix).toArray();
	// Nothing but `putPen` writes here.
	return rows.map(({ value }) => value as Pen).sort((a, b) => b.at - a.at);
}

/** Committed in the same breath, see `writeSetting`: the page may go in this instant. Gives what stood there. */
export const putPen = (db: Scratch, pen: Pen): Promise<Pen | null> =>
	db.transaction('rw', db.views, async ({ idbtrans }) => {
		const key = keyOf(pen);
		const was = db.views.get(key);
		const put = db.views.put({ key, value: pen });
		idbtrans.commit();
		await put;
		return ((await was)?.value as Pen | undefined) ?? null;
	});

export async function dropPens(
	db: Scratch,
	pens: readonly Pick<Pen, 'by' | 'kind' | 'id'>[]
): Promise<void> {
	if (pens.length > 0) await db.views.bulkDelete(pens.map(keyOf));
}

/** The words of a tab that is gone, as they stand by now, are another one's from here on; null where a third was faster. */
export const handOver = (db: Scratch, pen: Pen, by: string): Promise<Pen | null> =>
	db.transaction('rw', db.views, async () => {
		const row = await db.views.get(keyOf(pen));
		if (!row) return null;
		const mine = { ...(row.value as Pen), by };
		await db.views.put({ key: keyOf(mine), value: mine });
		await db.views.delete(keyOf(pen));
		return mine;
	});
