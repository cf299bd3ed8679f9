import {
	type MemoryFile,
	type MemoryOrigin,
	type MemoryWriter,
	type Proposal,
	type ProposalSource
} from '#core/memory/memory.ts';
import { addBullets, extractionHeading, replaceBullet } from '#core/memory/file.ts';
import { normaliseLine } from '#core/memory/line.ts';
import { memoryFile, type MemoryWrite } from '#db/memory/files.ts';
import { revise } from '#flows/memory/revise.ts';
import type { App } from '#flows/ports.ts';
import { isTidying, tidyWrites } from '#flows/desk/tidy-decisions.ts';

/** What accepting a proposal would write: the same for the decision and for the look at it beforehand. */

type DeskPorts = Pick<App, 'db' | 'clock'>;

/** The heading an accepted line stands under. */
export function headingOf(source: ProposalSource, time: string): string {
	switch (source) {
		case 'compaction':
		case 'flush':
			return extractionHeading.compaction(time);
		case 'synthesis':
			return extractionHeading.synthesis(time);
		case 'reset':
			return extractionHeading.reset(time);
		case 'save-memory':
		case 'edit-memory':
		case 'import':
		case 'tidy':
			return extractionHeading.saved(time);
	}
}

/** The job that a line came from, as histories name it. */
function writerOf(source: ProposalSource): MemoryWriter {
	switch (source) {
		case 'save-memory':
		case 'edit-memory':
			return 'tool';
		case 'flush':
		case 'reset':
		case 'import':
		case 'tidy':
			return source;
		case 'compaction':
		case 'synthesis':
			return 'compaction';
	}
}

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
