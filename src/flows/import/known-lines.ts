import { saidLines } from '#core/memory/file.ts';
import { normaliseLine } from '#core/memory/line.ts';
import { memoryFiles } from '#db/memory/files.ts';
import { refusals } from '#db/memory/proposals.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import type { Truth } from '#db/schema.ts';

/** Lines that need not be proposed: in memory, waiting at the desk, or refused. In the form in which lines are compared. */
export type KnownLines = ReadonlySet<string>;

export async function knownLines(db: Truth): Promise<KnownLines> {
	const [files, waiting, refused] = await Promise.all([
		memoryFiles(db),
		waitingProposals(db),
		refusals(db)
	]);
	return new Set([
		...files.flatMap((file) => saidLines(file.text).map(normaliseLine)),
		...waiting.map((proposal) => normaliseLine(proposal.text)),
		...refused.map((refusal) => refusal.line)
	]);
}
