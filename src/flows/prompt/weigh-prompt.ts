import { headOf } from '#core/log/path.ts';
import { passedBy } from '#core/prompt/weight/reminder.ts';
import { readPath } from '#db/log/sessions.ts';
import { storing } from '#db/storing.ts';
import type { App } from '#flows/ports.ts';
import { neverStops } from '#flows/ports/waiting.ts';
import type { PreviewAsk, PromptSize } from '#flows/ports/workshop.ts';
import { readUnsent } from '#flows/prompt/preview-prompt.ts';
import { warmPrompt } from '#flows/prompt/warm-prompt.ts';
import type { ReadPrompt } from '#flows/prompt/read-prompt.ts';

/**
 * The weight of what Send would post now. For a long session the workshop is asked: reading all of it after every
 * pause in typing would make the page stutter.
 */

/** Up to so many turns the page weighs by itself: starting a worker would cost more. */
const few = 64;

const isLong = async ({ db }: Pick<App, 'db'>, { id, branch }: PreviewAsk['session']) =>
	headOf(await readPath(db, id, branch)) >= few;

/** Somebody has begun to write in a session. If it cannot be read, sending meets that too. */
export async function prepareToSend(app: App, session: PreviewAsk['session']): Promise<void> {
	await storing(async () => {
		if (await isLong(app, session)) await warmPrompt(app, session);
	});
}

export async function weighPrompt(app: App, ask: PreviewAsk): Promise<PromptSize> {
	if (await isLong(app, ask.session)) {
		const key = await app.telephone.keyStatus();
		const weighed = await app.workshop.run('weigh', { ...ask, key }, neverStops());
		if (weighed.status === 'weighed') return weighed.size;
		// A workshop that has crashed is no reason to know nothing: slower, the page can do it too.
	}
	return sizeOf(await readUnsent(app, ask));
}

export const sizeOf = ({ prompt, input }: ReadPrompt): PromptSize => ({
	model: prompt.body.model,
	weight: prompt.weight,
	segments: prompt.segments.map(({ source, tokens, on }) => ({ source, tokens, on })),
	leftOut: prompt.segments.flatMap(({ on, leftOut = [] }) => (on ? leftOut : [])),
	passed: passedBy(prompt, input.policy),
	stand: { epoch: prompt.epoch, summaryId: prompt.summaryId }
});
