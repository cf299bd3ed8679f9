/** The compaction in the wrong place: bundled by the benchmark alone, and run in the page to see that it would be noticed. */
import { onDevice } from '#core/models/model-card.ts';
import { Truth } from '#db/schema.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import type { Model } from '#flows/ports/model.ts';
import { never } from '../../support/never.ts';

declare global {
	interface Window {
		/** Compacts a session in the page and tells how it ended. */
		compactInPage: (sessionId: string) => Promise<string>;
	}
}

/** On this device nothing is asked of a model; it would fail if it were. */
const nobody: Model = {
	async *stream() {
		yield { type: 'failed', failure: { kind: 'offline' }, partial: [], usage: null };
	},
	count: () => Promise.resolve({ status: 'unsupported' })
};

window.compactInPage = async (sessionId) => {
	const clock = {
		now: () => Date.now(),
		zone: () => 'UTC',
		newId: () => crypto.randomUUID()
	};
	const outcome = await compactSession(
		{ db: new Truth(), model: nobody, clock },
		{
			sessionId,
			trigger: 'manual',
			focus: null,
			compactionId: null,
			facts: { answerer: onDevice, floor: 3000, parts: [] }
		},
		never,
		() => undefined
	);
	return outcome.status;
};
