import type { Compaction } from '../../../src/core/compaction/compaction.ts';

/** A job that is done, asked for by hand, that came to no summary. */
export const aCompaction = (change: Partial<Compaction> = {}): Compaction => ({
	id: 'c1',
	sessionId: 's1',
	branch: 'trunk',
	status: 'committed',
	trigger: 'manual',
	focus: null,
	plan: null,
	chunks: [],
	attempts: 1,
	failure: null,
	summaryId: null,
	leaseUntil: 0,
	createdAt: 1,
	updatedAt: 1,
	...change
});
