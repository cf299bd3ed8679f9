import type { Turn } from '#core/log/turn.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { awaitModel } from '#flows/house/fetch-models.ts';
import type { App } from '#flows/ports.ts';
import {
	promptFrom,
	readPrompt,
	type ReadPrompt,
	type Sources
} from '#flows/prompt/read-prompt.ts';

/** The prompt that asks for an answer to the newest turn. */

export interface AnswerAsk {
	/** Must be the newest of its session's branch. */
	readonly turn: Turn;
	readonly goes: 'anew' | 'on';
	readonly answerer?: string | undefined;
	readonly switchedOff?: readonly string[] | undefined;
	readonly dropOldest?: number | undefined;
	/** The endpoint has answered just now, whatever the browser says of the network. */
	readonly isReached?: true;
	/** What a prompt is made of, where it was read a moment ago. */
	readonly read?: Sources;
}

/** One run: Retry and Continue begin another. */
export interface RunAsk extends AnswerAsk {
	/** Unix ms. */
	readonly begunAt: number;
}

export async function readNewest(app: App, ask: RunAsk): Promise<ReadPrompt> {
	const session = await sessionOf(app.db, ask.turn.sessionId);
	if (!session) throw new Error('A session cannot go while its lock is held');
	return readPrompt(app, { ...promptAskOf(ask), session, branch: ask.turn.branch });
}

/** The first time: where this device would answer for want of a model alone, the endpoint may be about to name one. */
export async function readFirst(app: App, ask: RunAsk, signal: AbortSignal): Promise<ReadPrompt> {
	const read = ask.read ? promptFrom(ask.read, promptAskOf(ask)) : await readNewest(app, ask);
	const chosen = ask.answerer ?? read.session.model ?? read.settings.model;
	if (chosen !== null) return read;
	return (await awaitModel(app, signal)) ? readNewest(app, ask) : read;
}

function promptAskOf({ goes, begunAt, answerer, switchedOff, dropOldest }: RunAsk) {
	const asked = { kind: 'newest-turn', goes, begunAt } as const;
	return { answerer, switchedOff, dropOldest, asked };
}

export function newestOf({ input }: ReadPrompt) {
	if (input.newest.kind !== 'turn') throw new Error('Only a stored turn is answered');
	return input.newest.exchange;
}
