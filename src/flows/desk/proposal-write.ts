import type { MemoryFile, MemoryOrigin, Proposal } from '#core/memory/memory.ts';
import { addBullets, replaceBullet } from '#core/memory/file.ts';
import { headingOf, writerOf } from '#core/memory/proposal.ts';
import { normaliseLine } from '#core/memory/line.ts';
import { memoryFile, type MemoryWrite } from '#db/memory/files.ts';
import { revise } from '#flows/memory/revise.ts';
import type { App } from '#flows/ports.ts';
import { isTidying, tidyWrites } from '#flows/desk/tidy-decisions.ts';

/** What accepting a proposal would write: the same for the decision and for the look at it beforehand. */

type DeskPorts = Pick<App, 'db' | 'clock'>;

/** The write of an acceptance, and the line it puts another in the place of. */
export interface AcceptanceWrite extends MemoryWrite {
	/** Null where nothing is replaced, also because the line to be replaced has gone meanwhile. */
	readonly replaces: string | null;
}

/** The write of an acceptance, on a file as it stands or will stand; null where an edit has lost the line it changes. */
export function writeOn(
	clock: App['clock'],
	proposal: Proposal,
	file: Pick<MemoryFile, 'text' | 'rev'> | undefined
): AcceptanceWrite | null {
	const before = file?.text ?? '';
	const heading = headingOf(proposal.source, proposal.time);
	const replaced =
		proposal.replaces === null ? null : replaceBullet(before, proposal.replaces, proposal.text);
	if (proposal.replaces !== null && replaced === null && proposal.source === 'edit-memory')
		return null;
	const origin: MemoryOrigin = {
		id: clock.newId(),
		path: proposal.path,
		line: normaliseLine(proposal.text),
		sessionId: proposal.sessionId,
		turnIds: proposal.turnIds,
		origin: proposal.origin,
		writer: writerOf(proposal.source),
		at: clock.now(),
		importance: proposal.importance,
		tags: proposal.tags
	};
	return {
		revision: revise(clock, {
			path: proposal.path,
			by: origin.writer,
			text: replaced ?? addBullets(before, { heading, lines: [proposal.text] })
		}),
		expectedRev: file?.rev ?? null,
		origins: [origin],
		replaces: replaced === null ? null : proposal.replaces
	};
}

export interface FilePreview {
	readonly path: string;
	readonly before: string;
	readonly after: string;
}

/**
 * Every file that accepting a proposal would change, before and after; first the one in which the line will stand.
 * Null where it could not be accepted.
 */
export async function previewProposal(
	ports: DeskPorts,
	id: string
): Promise<readonly FilePreview[] | null> {
	const proposal = await ports.db.proposals.get(id);
	if (!proposal) return null;
	const write = isTidying(proposal)
		? null
		: writeOn(ports.clock, proposal, await memoryFile(ports.db, proposal.path));
	const writes = isTidying(proposal) ? await tidyWrites(ports, proposal) : write && [write];
	if (!writes) return null;
	const isTarget = (one: MemoryWrite): number => Number(one.revision.path === proposal.path);
	return Promise.all(
		writes
			.toSorted((a, b) => isTarget(b) - isTarget(a))
			.map(async ({ revision: { path, text } }) => {
				const file = await memoryFile(ports.db, path);
				return { path, before: file?.text ?? '', after: text };
			})
	);
}
