import {
	curatedPath,
	isMemoryPath,
	type MemoryOrigin,
	type MemoryScope
} from '#core/memory/memory.ts';
import { narrower } from '#core/memory/access.ts';
import { comparedBullets } from '#core/memory/compared-lines.ts';
import { normaliseLine } from '#core/lines/line.ts';
import { originIdOf } from '#core/lines/same-line.ts';
import { moveBullets } from '#core/memory/move.ts';
import type { Failed } from '#core/failure.ts';
import { memoryFile, originsOf, writeMemories, type MemoryWrite } from '#db/memory/files.ts';
import { nothingTold, type Told } from '#db/told.ts';
import { activityOf } from '#flows/activity.ts';
import { doneOf, failed, type Done } from '#flows/done.ts';
import { writeBack } from '#flows/memory/write-back.ts';
import { revise } from '#flows/memory/revise.ts';
import type { App } from '#flows/ports.ts';

/** Acts that change two memory files at once: moving lines and renaming. All of it or nothing, and undone as one. */

type ActPorts = Pick<App, 'db' | 'clock'>;

const by = 'user';

/** What was done, for its undo: the act and the files it wrote. */
export interface MemoryAct {
	readonly act: string;
	readonly paths: readonly string[];
}

export type ActOutcome<T> = ({ readonly status: 'done'; readonly act: MemoryAct } & T) | Failed;

/** Where a line was learnt goes with it: the same facts under the other path. The old ones stay for an undo, with which these go. */
export const taken = (
	origins: readonly MemoryOrigin[],
	act: string,
	path: string
): MemoryOrigin[] =>
	origins.map((origin, at) => ({ ...origin, id: originIdOf(act, path, at), path }));

/**
 * Move lines of a file to MEMORY.md, by where their bullets start in the text of revision `expectedRev`. Their
 * provenance moves along; lines that are there already are merged.
 */
export async function moveLines(
	ports: ActPorts,
	ask: {
		readonly from: string;
		readonly starts: readonly number[];
		readonly expectedRev: number;
	}
): Promise<
	ActOutcome<{
		readonly lines: number;
		readonly known: number;
		/** Where the lines may be sent from now on, where that is more than before. */
		readonly opened: MemoryScope | null;
	}>
> {
	const { db, clock } = ports;
	const { from } = ask;
	const to = curatedPath;
	const [source, target, origins] = await Promise.all([
		memoryFile(db, from),
		memoryFile(db, to),
		originsOf(db, from)
	]);
	if (source?.rev !== ask.expectedRev || from === to) return failed({ kind: 'changed-meanwhile' });
	const moved = moveBullets(source.text, target?.text ?? '', ask.starts);
	if (moved.lines.length === 0) return failed({ kind: 'changed-meanwhile' });
	const lines = new Set(moved.lines.map(normaliseLine));
	const act = clock.newId();
	const emptied = moved.source.replace('\ufeff', '').trim() === '';
	const writes: readonly MemoryWrite[] = [
		{
			revision: revise(clock, { act, path: to, text: moved.target, by }),
			expectedRev: target?.rev ?? null,
			origins: taken(
				origins.filter(({ line }) => lines.has(line)),
				act,
				to
			)
		},
		{
			revision: revise(clock, { act, path: from, text: moved.source, by, deleted: emptied }),
			expectedRev: source.rev,
			origins: []
		}
	];
	const done: MemoryAct = { act, paths: [to, from] };
	const stored = await writeMemories(db, writes, actTold(ports, done, 'moved'));
	if (stored.status === 'failed') return stored;
	const scope = target?.scope ?? 'everywhere';
	const opened = narrower(source.scope, scope) === scope ? null : scope;
	return { status: 'done', act: done, lines: moved.lines.length, known: moved.known, opened };
}

/** Give a file another path. Its scope and the provenance of its lines go along; its earlier history stays behind a link. */
export async function renameMemoryFile(
	ports: ActPorts,
	{ from, to }: { readonly from: string; readonly to: string }
): Promise<ActOutcome<unknown>> {
	const { db, clock } = ports;
	if (!isMemoryPath(to)) return failed({ kind: 'unreadable', what: to });
	const [file, there, origins] = await Promise.all([
		memoryFile(db, from),
		memoryFile(db, to),
		originsOf(db, from)
	]);
	if (!file || there || from === to) return failed({ kind: 'changed-meanwhile' });
	const act = clock.newId();
	const lines = comparedBullets(file.text);
	const done: MemoryAct = { act, paths: [to, from] };
	const writes: readonly MemoryWrite[] = [
		{
			revision: revise(clock, { act, path: to, text: file.text, by, from }),
			expectedRev: null,
			origins: taken(
				origins.filter(({ line }) => lines.has(line)),
				act,
				to
			),
			scope: file.scope
		},
		{
			revision: revise(clock, { act, path: from, text: file.text, by, deleted: true }),
			expectedRev: file.rev,
			origins: []
		}
	];
	const stored = await writeMemories(db, writes, actTold(ports, done, 'renamed'));
	if (stored.status === 'failed') return stored;
	return { status: 'done', act: done };
}

/**
 * Take an act back: every file it wrote is again what it was before, byte for byte. `changed-meanwhile` when one of
 * them has been changed since; their histories still hold every version.
 */
export async function undoMemoryAct(
	ports: ActPorts,
	{ act, paths }: MemoryAct,
	undoneTold: Told = nothingTold
): Promise<Done> {
	const writes = await writesBack(ports, { act, paths });
	if (!writes) return failed({ kind: 'changed-meanwhile' });
	return doneOf(await writeMemories(ports.db, writes, undoneTold));
}

/**
 * The writes that take an act back, or null when it does not stand any more, in whichever of its files: half of a move
 * would lose the lines. Of the paths of a clean-up those it did not write are passed over.
 */
export async function writesBack(
	ports: ActPorts,
	{ act, paths }: MemoryAct
): Promise<readonly MemoryWrite[] | null> {
	const writes: MemoryWrite[] = [];
	for (const path of paths) {
		const write = await writeBack(ports, path, (row) => row.act === act);
		if (write === 'changed' || write === 'forgotten') return null;
		if (write !== 'not-meant') writes.push({ ...write, undoes: act });
	}
	return writes.length === 0 ? null : writes;
}

export const actTold =
	(ports: ActPorts, { act, paths }: MemoryAct, what: 'moved' | 'renamed'): Told =>
	() => {
		const [path = '', other = ''] = paths;
		return [
			activityOf(ports, { kind: 'memory', details: { what, path, other, undo: 'memory', act } })
		];
	};
