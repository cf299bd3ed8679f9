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

/** A part of a job that is done: the whole first turn. */
export const aPart = (
	change: Partial<Compaction['chunks'][number]> = {}
): Compaction['chunks'][number] => ({
	index: 0,
	from: { seq: 0, step: -1 },
	through: { seq: 0, step: 0 },
	text: 'Words.',
	memories: [],
	tier: 'full',
	model: 'claude-test-5',
	promptId: 'p1',
	cost: 0.25,
	...change
});
