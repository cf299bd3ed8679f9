import { languageTyped } from '#core/log/language-asked.ts';
import type { Failed } from '#core/failure.ts';
import { headOf } from '#core/log/path.ts';
import { weighOf, type CompactionCase } from '#flows/compaction/case/compaction-case.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import { failed } from '#flows/done.ts';
import { readExcluded } from '#flows/prompt/still-so.ts';
import { readOriginals } from '#flows/compaction/case/read-originals.ts';

/**
 * The case of a summary that is made again: as if it had never been summarised. What stood on it, and what it stood
 * on, is not read; its messages are, from the tables or from their archives.
 */
export async function fromOriginals(
	{ db }: Pick<CompactPorts, 'db'>,
	now: CompactionCase
): Promise<{ readonly status: 'read'; readonly found: CompactionCase } | Failed> {
	const { session, path, previous, from } = now;
	if (previous?.standsFor !== 'text') return failed({ kind: 'changed-meanwhile' });
	const range = { fromSeq: from.seq, throughSeq: headOf(path) };
	const read = await readOriginals(db, session.id, path, range);
	if (read.status === 'failed') return read;
	const { exchanges } = read;
	const excluded = await readExcluded(db, session, exchanges);
	const found: CompactionCase = {
		...now,
		exchanges,
		previous: null,
		rounds: 0,
		replaces: previous,
		excluded,
		weigh: weighOf({ ...now, exchanges, excluded }),
		language: languageTyped(exchanges)
	};
	return { status: 'read', found };
}
