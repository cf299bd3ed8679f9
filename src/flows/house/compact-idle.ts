import { isInReach } from '#core/models/in-reach.ts';
import { policyFor } from '#core/presets/policy.ts';
import { verdictOf } from '#core/prompt/weight/verdict.ts';
import { answererOf } from '#core/models/answerer.ts';
import { cardOf, onDevice } from '#core/models/model-card.ts';
import { openSessions } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { storing } from '#db/storing.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { isAsImported } from '#flows/house/is-as-imported.ts';
import type { Rounds } from '#flows/house/rounds.ts';
import type { App } from '#flows/ports.ts';
import { readPrompt } from '#flows/prompt/read-prompt.ts';
import { sessionLock } from '#flows/ports/lock-names.ts';

/**
 * Two phases (checklist 16–21): a session in which nothing was said for some minutes, or since the app was
 * started, and whose weight has passed the idle share of its preset, is compacted while nobody waits. Paid calls only where the user has allowed them.
 */
export async function compactIdleSessions(
	app: App,
	{ weighed, startedAt }: Rounds,
	signal: AbortSignal
): Promise<void> {
	const { db, clock } = app;
	const settings = await readSettings(db);
	const key = await app.telephone.keyStatus();
	for (const session of await openSessions(db)) {
		if (signal.aborted) return;
		// The model that was chosen, even if its key is locked now: the session is not made small enough for another
		// one.
		const answerer = answererOf(settings, session, 'set');
		if (!isInReach(settings, answerer, { key: key.state, online: app.online() })) continue;
		const { preset, automatic } = policyFor(settings, session, cardOf(settings, answerer));
		if (preset.threshold.kind !== 'of-window' || !automatic) continue;
		if (answerer !== onDevice && settings.backgroundDrafts !== 'yes') continue;
		const idleSince = clock.now() - (preset.threshold.minutes ?? 5) * 60_000;
		const isIdle = session.activeAt <= idleSince || session.activeAt < startedAt;
		if (!isIdle || weighed.get(session.id) === session.activeAt) continue;
		if (await isAsImported(db, session)) continue;
		// A reply that is being written holds the session.
		if (await app.locks.isHeld(sessionLock(session.id))) continue;
		weighed.set(session.id, session.activeAt);
		const ask = { session, asked: { kind: 'unsent', blocks: [] } } as const;
		const read = await storing(() => readPrompt(app, ask));
		// What cannot be read just now is left alone, as what was weighed is.
		if (read.status === 'failed') continue;
		const { prompt, input } = read.value;
		const { kind } = verdictOf(prompt, input.policy);
		if (kind === 'soft' || kind === 'hard')
			await prepareDraft(app, { sessionId: session.id, trigger: 'idle' }, signal);
	}
}
