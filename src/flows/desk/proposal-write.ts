import { judgementOf, type MemoryFile, type Proposal } from '#core/memory/memory.ts';
import { aimNow } from '#core/desk/proposal-target.ts';
import { addUnder, replaceBullet } from '#core/memory/file.ts';
import { headingOf, writerOf } from '#core/desk/proposal.ts';
import { originOf } from '#core/lines/same-line.ts';
import { memoryFiles, type MemoryWrite } from '#db/memory/files.ts';
import { revise } from '#flows/memory/revise.ts';
import type { App } from '#flows/ports.ts';
import { isTidying, tidyWrites } from '#flows/desk/tidy-decisions.ts';

/** What accepting a proposal would write: the same for the decision and for the look at it beforehand. */

type DeskPorts = Pick<App, 'db' | 'clock'>;

/** The write of an acceptance, on a file as it stands or will stand; null where the line it changes is gone. */
export function writeOn(
	clock: App['clock'],
	proposal: Proposal,
	file: Pick<MemoryFile, 'text' | 'rev'> | undefined
): MemoryWrite | null {
	const before = file?.text ?? '';
	const heading = headingOf(proposal);
	const replaced =
		proposal.replaces === null ? null : replaceBullet(before, proposal.replaces, proposal.text);
	if (proposal.replaces !== null && replaced === null) return null;
	const { id, path, sessionId, turnIds } = proposal;
	const origin = originOf(proposal.text, {
		// The undo finds what was noted here by this id.
		id,
		path,
		sessionId,
		turnIds,
		origin: proposal.origin,
		writer: writerOf(proposal.source),
		at: clock.now(),
		...judgementOf(proposal)
	});
	return {
		revision: revise(clock, {
			path,
			by: origin.writer,
			text: replaced ?? addUnder(before, { heading, line: proposal.text })
		}),
		expectedRev: file?.rev ?? null,
		origins: [origin]
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
	const files = await memoryFiles(ports.db);
	const aim = aimNow(proposal, files);
	if (aim === 'known') return null;
	const { path } = aim;
	const write = writeOn(
		ports.clock,
		{ ...proposal, ...aim },
		files.find((file) => file.path === path)
	);
	const writes = isTidying(proposal) ? await tidyWrites(ports, proposal) : write && [write];
	if (!writes) return null;
	const isTarget = (one: MemoryWrite): number => Number(one.revision.path === path);
	return writes
		.toSorted((a, b) => isTarget(b) - isTarget(a))
		.map(({ revision: { path: at, text } }) => ({
			path: at,
			before: files.find((file) => file.path === at)?.text ?? '',
			after: text
		}));
}
