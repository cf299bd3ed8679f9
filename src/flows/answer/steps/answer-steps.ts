import { lastIndexOf } from '#core/log/turn.ts';
import { chainEnd } from '#core/log/chain.ts';
import { onDevice } from '#core/models/model-card.ts';
import { weightOfPrompt } from '#core/prompt/weight/call-weight.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { readSetting } from '#db/settings.ts';
import { callModel } from '#flows/answer/steps/call-model.ts';
import {
	answeredStep,
	brokenStep,
	stoppedStep,
	type Call
} from '#flows/answer/steps/end-of-call.ts';
import type { Ended, Next, Reply, StepsAsk, Went } from '#flows/answer/steps/next-step.ts';
import { storeStep } from '#flows/answer/steps/store-step.ts';
import { untilStored } from '#flows/answer/steps/until-stored.ts';
import { toolPortsFor } from '#flows/answer/tools/tool-ports.ts';
import type { App } from '#flows/ports.ts';
import { isOtherKey, type KeyInUse } from '#core/wire/bound-key.ts';
import { isOutdated } from '#flows/prompt/still-so.ts';

/**
 * The steps of one reply: call, store, run tools, call again. System, tools and everything said before stay byte for
 * byte the same from the first call to the last; results are only appended.
 */

export async function answerSteps(app: App, ask: StepsAsk, signal: AbortSignal): Promise<Ended> {
	const { exchange, read, session } = ask;
	const { turnId } = exchange.turn;
	const ports = toolPortsFor(app, { session, turnId, read, signal });
	const reply: Reply = { ...ask, app, ports, signal };
	let next: Next = {
		messages: read.prompt.body.messages,
		weight: weightOfPrompt(read.prompt),
		index: lastIndexOf(exchange.steps) + 1,
		tail: chainEnd(exchange),
		continues: ask.continues,
		rounds: ask.rounds,
		pauses: 0
	};
	const { input, settings } = read;
	const begun = { endpoint: settings.endpoint, bound: input.key };
	for (;;) {
		const went = await answerStep(reply, next);
		if (went.status !== 'go-on') return went;
		({ next } = went);
		// On this device none is asked for.
		if (input.card.id !== onDevice && isOtherKey(begun, await keyInUse(app)))
			return { status: 'read-anew', rounds: next.rounds };
	}
}

/** The key and the endpoint that the next call would be made with. */
async function keyInUse({ db, telephone }: App): Promise<KeyInUse> {
	const [key, endpoint] = await Promise.all([telephone.keyStatus(), readSetting(db, 'endpoint')]);
	return { key, endpoint };
}

/** One call and what comes of it. */
async function answerStep(reply: Reply, next: Next): Promise<Went> {
	const { app, exchange, read, epoch, showing, onSent, signal } = reply;
	const { turn } = exchange;
	const body: RequestBody = { ...read.prompt.body, messages: next.messages };
	const startedAt = app.clock.now();
	const shown = { index: next.index, continues: next.continues, epoch, startedAt };
	const end = await callModel(
		app,
		{
			kind: 'chat',
			body,
			card: read.input.card,
			sessionId: turn.sessionId,
			turnId: turn.turnId,
			step: next.index,
			endpoint: read.settings.endpoint,
			forgotten: read.forgotten,
			...next.weight
		},
		{
			onSent,
			onHeard: (heard) => {
				showing.show(shown, heard);
			}
		},
		signal
	);
	const call: Call = {
		body,
		store: async (said, onWait) => {
			const write = () => storeStep(reply, next, { ...said, body, startedAt });
			const { content, usage = null } = said;
			// Of what never came nothing is lost.
			if (content.length === 0) return write();
			const heard = { state: 'calling', content, usage } as const;
			const stored = await untilStored({ showing, step: shown, heard }, write, onWait);
			// Where its end could not be noted either.
			await end.close?.();
			return stored;
		}
	};
	switch (end.status) {
		case 'stopped':
			return stoppedStep(reply, call, end);
		case 'failed':
			if (isOutdated(end.failure)) return { status: 'read-anew', rounds: next.rounds };
			return brokenStep(reply, next, call, end);
		case 'answered':
			return answeredStep(reply, next, call, end);
	}
}
