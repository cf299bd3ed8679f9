import type { ToolResultBlock } from '#core/log/blocks.ts';
import type { Session } from '#core/session/session.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { SearchHit } from '#core/search/found.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { aHit } from '../builders/a-hit.ts';
import { call } from '../builders/a-turn.ts';
import { never } from '../never.ts';
import { answer, say } from '../scripted/scripted-model.ts';
import { logOf, sendWords, type TestApp } from './an-app.ts';

/** What tests of a conversation do again and again. The app is asked for each time: every test has its own. */

export function talkingIn(app: () => TestApp) {
	const begin = (kind: Session['kind'] = 'main') => newSession(app(), { kind, offRecord: false });
	return {
		/** A new session, not stored before something is said in it. */
		begin,
		/** Says something and waits for the end of the reply; the session is given back as it is stored then. */
		send: async (words: string, session = begin(), signal = never) => {
			const outcome = await sendWords(app(), session, words, signal);
			return { session: (await sessionOf(app().db, session.id)) ?? session, outcome };
		},
		log: (sessionId: string, branch?: string) => logOf(app(), sessionId, branch)
	};
}

/** What was said as the texts of each turn: the question, then each step. */
export const wordsOf = (exchanges: readonly Exchange[]): string[][] =>
	exchanges.map(({ turn, steps }) => [
		turn.asked.map((block) => (block.type === 'text' ? block.text : '')).join(''),
		...steps.map((step) =>
			step.content.map((block) => (block.type === 'text' ? block.text : block.type)).join(' ')
		)
	]);

/** The same where the model calls tools. */
export function usingTools(app: () => TestApp) {
	const { begin, send } = talkingIn(app);
	const stepsOf = async ({ id }: Session) => (await logOf(app(), id)).flatMap(({ steps }) => steps);
	return {
		begin,
		send: async (words: string, session: Session, signal = never) =>
			(await send(words, session, signal)).outcome,
		stepsOf,
		/** Has the model make one call, and gives back what the tool answered. */
		use: async (
			name: string,
			input: Record<string, unknown>,
			{ session = begin(), said = 'Go on' } = {}
		): Promise<ToolResultBlock> => {
			const id = app().clock.newId();
			app().model.next(answer([call(id, name, input)]), say('Done'));
			const { outcome } = await send(said, session);
			if (outcome.status !== 'answered') throw new Error(`The reply is ${outcome.status}`);
			const result = (await stepsOf(session))
				.flatMap((step) => step.results ?? [])
				.find((block) => block.tool_use_id === id);
			if (!result) throw new Error('The call has no result');
			return result;
		},
		/** Found now. */
		aHit: (over: Partial<SearchHit> = {}): SearchHit => aHit({ at: app().clock.at, ...over })
	};
}
