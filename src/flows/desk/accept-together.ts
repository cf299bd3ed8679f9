import { curatedPath, type MemoryFile, type Proposal } from '#core/memory/memory.ts';
import { bulletLike } from '#core/memory/compared-lines.ts';
import { memoryFiles, type Decisions } from '#db/memory/files.ts';
import { writeOn } from '#flows/desk/proposal-write.ts';
import type { App } from '#flows/ports.ts';

/**
 * What accepting lines writes, one or many. A line that came into memory while this one waited is not written beside
 * itself; one whose line to be replaced is gone is left out. A file is written once for all its lines, or once for each
 * job in a row that they came from, so that its history names the right one.
 */
export async function acceptTogether(
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	proposals: readonly Proposal[]
): Promise<Decisions> {
	const decisions: Decisions['decisions'][number][] = [];
	const writes: Decisions['writes'][number][] = [];
	/** As they will stand after the lines so far. */
	const files = new Map<string, Pick<MemoryFile, 'text' | 'rev'>>();
	for (const file of await memoryFiles(db)) files.set(file.path, file);
	for (const seen of proposals) {
		const { id, path, replaces } = seen;
		const holds = (one: string): boolean =>
			bulletLike(files.get(one)?.text ?? '', seen.text) !== undefined;
		const isKnown = replaces === null && (holds(path) || holds(curatedPath));
		const write = isKnown ? null : writeOn(clock, seen, files.get(path));
		if (!isKnown && !write) continue;
		decisions.push({
			id,
			seen,
			from: 'waiting',
			to: write ? 'accepted' : 'superseded',
			...(write && { replaces: write.replaces })
		});
		if (!write) continue;
		const { text, by } = write.revision;
		files.set(path, { rev: 0, ...files.get(path), text });
		const at = writes.findLastIndex(({ revision }) => revision.path === path);
		const before = writes[at];
		if (before?.revision.by !== by) writes.push(write);
		else
			writes[at] = {
				...before,
				revision: { ...before.revision, text },
				origins: [...before.origins, ...write.origins]
			};
	}
	return { decisions, writes };
}
