import { mayPrepareAhead } from '#core/compaction/bar.ts';
import { cardOf } from '#core/models/model-card.ts';
import type { Looked } from '#core/offers/first-call.ts';
import { policyFor } from '#core/presets/policy.ts';
import type { AppState } from '#state/app.svelte.ts';
import { drafting } from '#state/chat/late-flows.ts';
import { decideBackgroundDrafts, undecideBackgroundDrafts } from '#state/settings/agreements.ts';
import { words } from '#ui/words/talk-words.ts';
import { said, wayBack } from '../../acts/said.ts';

type Keepsake = Pick<AppState, 'app' | 'notices'>;

/**
 * Whether summaries may be prepared before one is needed: it holds for all sessions, so it is said where it stands. That
 * of the session on screen, which has grown long, begins at once: behind the next answer it might be too late.
 */
export async function decideBackground(
	{ app, notices }: Keepsake,
	allowed: boolean,
	looked: Looked
): Promise<void> {
	const decided = allowed ? 'yes' : 'no';
	const outcome = await decideBackgroundDrafts(app.db, decided);
	const told = words.messages.backgroundSet;
	const preparing = new AbortController();
	const back = wayBack(notices, {
		back: () => {
			preparing.abort();
			return undecideBackgroundDrafts(app.db, decided);
		},
		text: told.undone,
		again: () => decideBackground({ app, notices }, allowed, looked)
	});
	if (said(notices, outcome, told[decided], back) && allowed)
		prepareNow(app, looked, preparing.signal);
}

/** As behind an answer: nobody waits for it, and a failure is noted by whoever makes it. */
function prepareNow(
	app: Keepsake['app'],
	{ settings, session, answerer }: Looked,
	signal: AbortSignal
): void {
	if (!settings) return;
	const policy = policyFor(settings, session, cardOf(settings, answerer));
	if (!mayPrepareAhead(policy, { backgroundDrafts: 'yes' })) return;
	const { id: sessionId, branch } = session;
	drafting().then(
		({ prepareDraft }) => prepareDraft(app, { sessionId, branch, trigger: 'soft' }, signal),
		() => undefined
	);
}
