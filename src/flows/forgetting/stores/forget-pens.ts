import { withoutLines } from '#core/memory/file.ts';
import { dropPens, everyPen, putPen, type Pen } from '#db/scratch/pens.ts';
import { isGoneProposal } from '#flows/forgetting/stores/forget-memory.ts';
import type { Walk } from '#flows/forgetting/walk.ts';
import { targetsGone } from '#flows/sessions/pen-targets.ts';

/**
 * Words under the pens of all tabs, and of such as are gone: those on a summary of what is forgotten or on a line that
 * goes with it, whole, for whoever wrote them had it before their eyes. Forgotten lines of memory leave what is written.
 */
export async function forgetInPens(walk: Walk): Promise<void> {
	const { db, scratch } = walk;
	const pens = await everyPen(scratch);
	const gone = new Set(await targetsGone(db, pens));
	for (const row of await db.proposals.bulkGet(pens.map(({ id }) => id)))
		if (row && isGoneProposal(walk, row)) gone.add(row.id);
	const isDropped = (pen: Pen) => gone.has(pen.id) || isOfForgotten(walk, pen);
	await dropPens(scratch, pens.filter(isDropped));
	if (walk.lineKeys.size === 0) return;
	for (const pen of pens)
		if (pen.kind === 'source' && !isDropped(pen)) {
			const { text, before } = pen.words;
			const words = {
				text: withoutLines(text, walk.isLine),
				before: withoutLines(before, walk.isLine)
			};
			if (words.text !== text || words.before !== before) await putPen(scratch, { ...pen, words });
		}
}

function isOfForgotten({ covering, forgetting: { what }, isLine }: Walk, pen: Pen): boolean {
	switch (pen.kind) {
		case 'summary':
			return covering.has(pen.id);
		case 'line':
			return isLine(pen.words);
		case 'source':
			// Of a part that is a summary the id stands last.
			return (
				covering.has(pen.id.split(' ').at(-1) ?? '') ||
				(what.kind === 'memory-file' && pen.id === what.path)
			);
	}
}
