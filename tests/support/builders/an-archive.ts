import type { Archive } from '#core/archive/stored.ts';

/** An archive of a session of three turns, as its row stands in the database. */
export const anArchive = (over: Partial<Archive> = {}): Archive => {
	const { sessionId = 's1', round = null } = over;
	const at = Date.UTC(2026, 2, 14, 12);
	return {
		id: `archive-${sessionId}`,
		path: `agents/main/sessions/${sessionId}${round === null ? '' : `.${String(round)}`}.jsonl.gz`,
		sessionId,
		round,
		title: 'Walk',
		packedBytes: 1,
		sha256: '',
		rawBytes: 1,
		turns: 3,
		firstAt: at,
		lastAt: at,
		createdAt: at,
		deletedAt: null,
		...over
	};
};
