import { saidLines } from '#core/memory/file.ts';
import { lineIdentity } from '#core/lines/same-line.ts';
import { memoryFiles } from '#db/memory/files.ts';
import { refusals } from '#db/memory/proposals.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import type { Truth } from '#db/schema.ts';

/** Lines that need not be proposed. */
export interface KnownLines {
	/** In memory, or waiting at the desk, by `lineIdentity`. */
	readonly lines: ReadonlySet<string>;
	/** Refused, by what is noted of them. */
	readonly refused: ReadonlySet<string>;
}

export async function knownLines(db: Truth): Promise<KnownLines> {
	const [files, waiting, refused] = await Promise.all([
		memoryFiles(db),
		waitingProposals(db),
		refusals(db)
	]);
	return {
		lines: new Set([
			...files.flatMap((file) => saidLines(file.text)).map(lineIdentity),
			...waiting.map(({ text }) => lineIdentity(text))
		]),
		refused: new Set(refused.map(({ hash }) => hash))
	};
}
