import { withoutLines } from '#core/memory/file.ts';
import { dropPens, everyPen, putPen, type Pen } from '#db/scratch/pens.ts';
import type { Walk } from '#flows/forgetting/walk.ts';
import { summaryOfSource, targetsGone } from '#flows/sessions/pen-targets.ts';

/**
 * Words under the pens of all tabs, and of such as are gone: those on a summary of what is forgotten or on a line that
 * was emptied with it, whole, for whoever wrote them had it before their eyes. Forgotten lines of memory leave what is
 * written.
 */
export async function forgetInPens(walk: Walk): Promise<void> {
	const { db, scratch } = walk;
	const pens = await everyPen(scratch);
	const gone = await targetsGone(db, pens, { forGood: true });
	const isDropped = (pen: Pen) => gone.has(pen.id) || isOfForgotten(walk, pen);
	await dropPens(scratch, pens.filter(isDropped));
	if (walk.lineKeys.size === 0) return;
	for (const pen of pens) {
		const cut = isDropped(pen) ? pen : withoutIt(pen, (text) => withoutLines(text, walk.isLine));
		if (cut !== pen) await putPen(scratch, cut);
	}
}

/** The same pen where nothing goes. */
function withoutIt(pen: Pen, left: (text: string) => string): Pen {
	if (pen.kind === 'line') return pen;
	const words = JSON.stringify(pen.words);
	const cut = JSON.stringify(pen.words, (_, value: unknown) =>
		typeof value === 'string' ? left(value) : value
	);
	return cut === words ? pen : ({ ...pen, words: JSON.parse(cut) as unknown } as Pen);
}

function isOfForgotten(walk: Walk, pen: Pen): boolean {
	const { what } = walk.forgetting;
	switch (pen.kind) {
		case 'summary':
			return isToldIn(walk, pen.id);
		case 'line':
			return walk.isLine(pen.words);
		case 'source':
			return (
				isToldIn(walk, summaryOfSource(pen.id)) ||
				(what.kind === 'memory-file' && pen.id === what.path && pen.at <= what.deletedAt)
			);
	}
}

/** A line of memory belongs to no session, so any summary may tell it: those do that were decided about with it. */
function isToldIn({ covering, sessionId, forgetting }: Walk, id: string): boolean {
	return sessionId === null
		? (forgetting.summaries[id]?.how ?? 'keep') !== 'keep'
		: covering.has(id);
}
