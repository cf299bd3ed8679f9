import { aimNow } from '#core/desk/proposal-target.ts';
import { standingLines } from '#core/memory/compared-lines.ts';
import { curatedPath, type MemoryFile, type Proposal } from '#core/memory/memory.ts';
import { sha256 } from '#core/sha256.ts';
import { memoryFiles, type ProposalDecisions } from '#db/memory/files.ts';
import { writeOn } from '#flows/desk/proposal-write.ts';
import { isTidying } from '#flows/desk/tidy-decisions.ts';
import type { App } from '#flows/ports.ts';

/** A line as it was shown: the hash is that of its words. `replaces`: the line whose place it was to take. */
export type ShownLine = Pick<Proposal, 'id' | 'hash'> & Partial<Pick<Proposal, 'replaces'>>;

/** Whether it waits with the words that were shown. */
export const isAsShown = (row: Proposal | undefined, hash: string | undefined): row is Proposal =>
	row?.status === 'waiting' && row.hash === hash && sha256(row.text) === hash;

/**
 * What accepting lines as they were shown writes, one or many. A line that came into memory while this one waited is not
 * written beside itself. One whose line to be replaced is gone takes the place of another only where that was shown; such,
 * and what is not as it was shown, are left out. A file is written once for all its lines, or once for each job in a row
 * that they came from, so that its history names the right one.
 */
export async function acceptTogether(
	{ db, clock }: Pick<App, 'db' | 'clock'>,
	lines: readonly ShownLine[]
): Promise<ProposalDecisions> {
	const decisions: ProposalDecisions['decisions'][number][] = [];
	const writes: ProposalDecisions['writes'][number][] = [];
	/** As they will stand after the lines so far. */
	const files = new Map<string, Pick<MemoryFile, 'path' | 'text' | 'rev'>>();
	for (const file of await memoryFiles(db)) files.set(file.path, file);
	const standing = new Map<string, ReturnType<typeof standingLines>>();
	const linesAt = (path: string) => {
		const stand = standing.get(path) ?? standingLines(files.get(path)?.text ?? '');
		standing.set(path, stand);
		return stand;
	};
	const rows = await db.proposals.bulkGet(lines.map(({ id }) => id));
	for (const [at, { hash, replaces }] of lines.entries()) {
		const row = rows[at];
		if (!isAsShown(row, hash) || isTidying(row)) continue;
		const aim = aimNow(row, [...files.values()]);
		const seen = aim === 'known' ? row : { ...row, ...aim };
		const isOther = seen.replaces !== row.replaces && seen.replaces !== null;
		if (isOther && seen.replaces !== replaces) continue;
		const { path, text } = seen;
		const isAdded = seen.replaces === null;
		const isKnown =
			aim === 'known' || (isAdded && [path, curatedPath].some((file) => linesAt(file).has(text)));
		const write = isKnown ? null : writeOn(clock, seen, files.get(path));
		if (!isKnown && !write) continue;
		decisions.push({ next: { ...seen, status: write ? 'accepted' : 'superseded' } });
		if (!write) continue;
		const stand = linesAt(path);
		stand.add(text);
		if (seen.replaces !== null) stand.take(seen.replaces.trim());
		const { text: after, by } = write.revision;
		files.set(path, { path, rev: files.get(path)?.rev ?? 0, text: after });
		const last = writes.findLastIndex((one) => one.revision.path === path);
		const before = writes[last];
		if (before?.revision.by !== by) writes.push(write);
		else
			writes[last] = {
				...before,
				revision: { ...before.revision, text: after },
				origins: [...before.origins, ...write.origins]
			};
	}
	return { decisions, writes };
}
