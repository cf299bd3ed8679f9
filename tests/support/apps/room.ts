/** Sessions that run out of room: a model with a small window, and a workshop that makes short work of a draft. */
import { afterEach, beforeEach } from 'vitest';
import { chainEnd } from '#core/log/chain.ts';
import type { Session } from '#core/session/session.ts';
import { addDraft, nextRound } from '#db/summaries/drafts.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { aCard } from '../builders/a-prompt.ts';
import { aSummary } from '../builders/a-summary.ts';
import { text } from '../builders/a-turn.ts';
import { anApp, logOf, sendWords, type TestApp } from './an-app.ts';
import { answer } from '../scripted/scripted-model.ts';

export const card = aCard({ window: 12_000, maxOutput: 1000 });

/** One for each test of a file that asks for it. */
export let app: TestApp;

/** `staysOpen`: what is still being read for a screen that was left may come to its end. */
export function withRoom({ staysOpen = false } = {}): void {
	beforeEach(async () => {
		app = await anApp({ models: { [card.id]: card } });
		app.jobs['archive-summary'] = () => Promise.resolve({ status: 'archived', archiveId: 'a1' });
	});
	afterEach(async () => {
		if (!staysOpen) await app.close();
	});
}

export const long = 'A long story about a walk in Rome, tea, rain and a small dog. '.repeat(60);

/** The provider reports so many tokens as the size of the context. */
export const sized = (words: string, input: number) =>
	answer([text(words)], {
		usage: { input, cacheRead: 0, cacheWrite: 0, output: 10 },
		contextTokens: input + 10
	});

/** What the workshop would do: a draft that covers all but the newest turn. */
export function summarising(): void {
	app.jobs.compact = async ({ sessionId }) => {
		const exchanges = await logOf(app, sessionId);
		const last = exchanges.at(-2);
		if (!last) return { status: 'nothing-to-do', reason: 'all-recent' };
		const round = await nextRound(app.db, sessionId);
		const summary = aSummary(last.turn.seq, {
			id: `summary-${String(round)}`,
			sessionId,
			round,
			status: 'draft',
			through: { seq: last.turn.seq, step: last.steps.at(-1)?.index ?? -1 },
			throughHash: chainEnd(last),
			committedAt: null
		});
		await addDraft(app.db, summary);
		return { status: 'drafted', summary, proposals: 0 };
	};
}

/** A session of three turns, of which the endpoint says that they nearly fill the window. */
export async function fullSession(): Promise<Session> {
	const session = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(sized('One', 3000), sized('Two', 6000), sized('Three', 9600));
	for (const words of ['First', 'Second', 'Third']) await sendWords(app, session, words);
	return session;
}
