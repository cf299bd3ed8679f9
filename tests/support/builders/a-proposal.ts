import type { Proposal } from '#core/memory/memory.ts';
import { sha256 } from '#core/sha256.ts';

/** A line that waits at the review desk; its id is `p-` and its words. */
export const aProposal = (text: string, over: Partial<Proposal> = {}): Proposal => ({
	id: `p-${text}`,
	text,
	path: 'memory/2026-11-20.md',
	source: 'compaction',
	origin: 'own',
	hash: sha256(text),
	status: 'waiting',
	sessionId: null,
	turnIds: [],
	replaces: null,
	importance: null,
	tags: [],
	createdAt: 1,
	time: '13:30',
	...over
});
