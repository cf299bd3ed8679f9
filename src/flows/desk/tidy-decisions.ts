import { normaliseLine } from '#core/lines/line.ts';
import type { MemoryOrigin, Proposal, TidyPlan } from '#core/memory/memory.ts';
import { isSameLine, knownBy, originIdOf, originOf } from '#core/lines/same-line.ts';
import { applyTidy } from '#core/memory/tidy.ts';
import { isBrought } from '#core/provenance/taint.ts';
import { memoryFile, originsOf, type MemoryWrite } from '#db/memory/files.ts';
import { writesBack } from '#flows/memory/memory-acts.ts';
import { revise } from '#flows/memory/revise.ts';
import type { App } from '#flows/ports.ts';

/** What accepting a line of a clean-up writes, over one file or several, and what takes it back. */

type DeskPorts = Pick<App, 'db' | 'clock'>;

/** A proposal of a clean-up. */
export type TidyProposal = Proposal & { readonly tidy: TidyPlan };

export const isTidying = (proposal: Proposal): proposal is TidyProposal =>
	proposal.tidy !== undefined;

/** Words of a drop that were changed at the desk are wanted instead of the line. */
const writtenBy = ({ tidy, text }: TidyProposal): string | null =>
	tidy.act === 'drop' && tidy.takes[0]?.line === text ? null : text;

const pathsOf = ({ path, tidy }: TidyProposal): readonly string[] => [
	...new Set([path, ...tidy.takes.map((take) => take.path)])
];

/** The writes of an acceptance, or null when a line it is about is not there any more. */
export async function tidyWrites(
	{ db, clock }: DeskPorts,
	proposal: TidyProposal
): Promise<readonly MemoryWrite[] | null> {
	const { tidy, path } = proposal;
	const files = new Map(
		await Promise.all(
			pathsOf(proposal).map(async (one) => [one, await memoryFile(db, one)] as const)
		)
	);
	const texts = new Map([...files].map(([one, file]) => [one, file?.text ?? '']));
	const written = writtenBy(proposal);
	const after = applyTidy(texts, { path, takes: tidy.takes }, written);
	if (!after) return null;
	const origins = written === null ? [] : await originsFor({ db, clock }, proposal, written);
	return [...after].flatMap(([one, text]): MemoryWrite[] => {
		const file = files.get(one);
		if (text === file?.text) return [];
		return [
			{
				revision: revise(clock, {
					path: one,
					by: 'tidy',
					text,
					deleted: text.replace('\ufeff', '').trim() === '',
					act: proposal.id
				}),
				expectedRev: file?.rev ?? null,
				origins: one === path ? origins : []
			}
		];
	});
}

/**
 * Where the lines were learnt goes with them; new words are of whoever wrote them, not of whom they are about. What an
 * import brought stays so in other words.
 */
async function originsFor(
	{ db, clock }: DeskPorts,
	{ id, tidy, path, origin }: TidyProposal,
	written: string
): Promise<MemoryOrigin[]> {
	const known = knownBy(written);
	const found: MemoryOrigin[] = [];
	for (const take of tidy.takes) {
		const wanted = normaliseLine(take.line);
		for (const row of await originsOf(db, take.path))
			if (row.line === wanted)
				found.push({ ...row, id: originIdOf(id, path, found.length), path, ...known });
	}
	const isVerbatim = tidy.takes.some((take) => isSameLine(take.line, written));
	if (isVerbatim) return found;
	const told = {
		id: originIdOf(id, path, found.length),
		path,
		origin,
		writer: 'tidy',
		at: clock.now()
	} as const;
	const own = originOf(written, told);
	return [
		...found.map((row) => ({
			...row,
			origin,
			writer: isBrought(row) ? ('import' as const) : ('tidy' as const),
			at: own.at - 1
		})),
		own
	];
}

/** The writes that take an acceptance back, or null when a file was changed since. */
export const tidyWritesBack = (
	ports: DeskPorts,
	proposal: TidyProposal
): Promise<readonly MemoryWrite[] | null> =>
	writesBack(ports, { act: proposal.id, paths: pathsOf(proposal) });
