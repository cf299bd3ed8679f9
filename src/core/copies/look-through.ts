import { linesIn } from '#core/copies/lines-in.ts';
import { isForgottenHere, type Tombstone } from '#core/forgetting/what.ts';
import { textIn, type Row } from '#core/json.ts';
import { isIdentityNoted, lineIdentity } from '#core/lines/same-line.ts';

/**
 * Whether a copy holds anything of what was forgotten since it was made: only then it has to go. It is told by what stands
 * in it and by no time: what was forgotten may have come with an import after it was made, and clocks are set back.
 */

export interface Look {
	/** How often what is forgotten here was so, by the id of its tombstone. */
	readonly gone: ReadonlyMap<string, number>;
	/** Ids of versions of memory files that are emptied here: those of a forgotten file leave no lines behind to be known by. */
	readonly emptied: ReadonlySet<string>;
	/** Ids of tombstones of lines. */
	readonly goneLines: ReadonlySet<string>;
	/** SHA-256 (hex) of the archives that are here: one that held a forgotten line was written anew. */
	readonly archives: ReadonlySet<string>;
	/** How often it was forgotten when the copy was made. */
	readonly known: Map<string, number>;
	/** What of it is named in the copy, or stands there as a line of memory. */
	readonly found: Set<string>;
	/** Lines of memory that were looked at: most stand in many versions. */
	readonly lines: Set<string>;
	/** The copy has the words of an emptied version. */
	holdsVersion: boolean;
	/** The copy names an archive that is not here any more, in which lines may stand. */
	namesOther: boolean;
}

export const beginLook = (
	tombstones: readonly Tombstone[],
	{
		emptied,
		archives
	}: { readonly emptied: ReadonlySet<string>; readonly archives: ReadonlySet<string> }
): Look => ({
	gone: timesById(tombstones),
	goneLines: new Set(
		tombstones.flatMap((row) => (row.kind === 'line' && isForgottenHere(row) ? [row.id] : []))
	),
	emptied,
	archives,
	known: new Map(),
	found: new Set(),
	lines: new Set(),
	holdsVersion: false,
	namesOther: false
});

const timesById = (rows: readonly Tombstone[]): Map<string, number> =>
	new Map(rows.filter(isForgottenHere).map(({ id, times = 1 }) => [id, times]));

/** Look at one row of the copy; `line`: the row as JSON. Parts of requests are passed over: what they quote stands in rows. */
export function lookAt(
	look: Look,
	{ table, row, line }: { readonly table: string; readonly row: Row; readonly line: string }
): void {
	if (table === 'blobs') return;
	if (table === 'tombstones') {
		for (const [id, times] of timesById([row as unknown as Tombstone])) look.known.set(id, times);
		return;
	}
	for (const [id] of line.matchAll(/[\w-]+/g)) note(look, id);
	if (table === 'memoryRevisions' && look.emptied.has(textIn(row, 'id')))
		look.holdsVersion ||= textIn(row, 'text') !== '';
	if (table === 'archives') look.namesOther ||= !look.archives.has(textIn(row, 'sha256'));
	for (const said of linesIn(table, row)) {
		if (look.lines.has(said)) continue;
		look.lines.add(said);
		noteLine(look, lineIdentity(said));
	}
	// The words of an origin are a form already.
	if (table === 'memoryOrigins')
		noteLine(look, [textIn(row, 'line'), textIn(row, 'signs')].join('\n').trimEnd());
}

/** `identity`: see `lineIdentity`. */
function noteLine(look: Look, identity: string): void {
	// Each way in which it may be noted is asked for: only at the end it is known which are news to the copy.
	isIdentityNoted({ has: (id) => note(look, String(id)) }, identity);
}

function note({ gone, found }: Look, id: string): false {
	if (gone.has(id)) found.add(id);
	return false;
}

/** Once every row was looked at. */
export function holdsGone(look: Look): boolean {
	const { gone, goneLines, known, found, holdsVersion, namesOther } = look;
	const isNews = (id: string): boolean => gone.get(id) !== known.get(id);
	return holdsVersion || [...found].some(isNews) || (namesOther && [...goneLines].some(isNews));
}
