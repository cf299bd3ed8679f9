import { cleanFile } from '#core/memory/file.ts';
import type { MemoryRevision } from '#core/memory/memory.ts';

/** A text as it was left in the editor of a memory file. */
interface Left {
	readonly text: string;
	/** When it was written last, Unix ms. */
	readonly at: number;
}

/**
 * Whether what was left in an editor stands in the file, or stood there since: the page went between the save and the end
 * of keeping, and somebody may have changed the file after that. `file`: its text, empty where there is none.
 */
export const wasSaved = (
	{ text, at }: Left,
	{
		file,
		revisions
	}: {
		readonly file: string;
		readonly revisions: readonly Pick<MemoryRevision, 'at' | 'text'>[];
	}
): boolean =>
	text === file || revisions.some((row) => row.at >= at && row.text === cleanFile(text).text);

/** What a tab has left itself before what others have. */
export const byTabFirst = <Row extends { readonly by: string }>(
	rows: readonly Row[],
	tab: string
): Row[] => [...rows.filter(({ by }) => by === tab), ...rows.filter(({ by }) => by !== tab)];
