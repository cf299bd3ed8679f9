import { chainStart, linkStep, linkTurn } from '#core/log/chain.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { Summary } from '#core/summary/summary.ts';
import type { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import type { App } from '#flows/ports.ts';
import type { Model } from '#flows/ports/model.ts';
import type { CompactOutcome } from '#flows/ports/workshop.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import { heldClock, start, type HeldClock } from '../builders/a-clock.ts';
import { aCard } from '../builders/a-prompt.ts';
import { appWith } from './an-app.ts';
import { never, unseen } from '../never.ts';
import { aSession } from '../builders/a-session.ts';
import { aStep, aTurn, text } from '../builders/a-turn.ts';
import { storeSession } from '../builders/stored-session.ts';

/** A long session about a garden, and an app around it whose workshop compacts in the same thread. */

const filler =
	'We spoke about the beds, the wet soil, the fence on the north side and the price of cedar wood, ' +
	'and about the weather of the last weeks, which was colder than anybody had expected in the valley.';

/** `count` turns of about 250 tokens each, chained on to `before`. */
export function gardenTurns(count: number, before: readonly Exchange[] = []): Exchange[] {
	const made: Exchange[] = [...before];
	let link = before.at(-1)?.steps.at(-1)?.hash ?? before.at(-1)?.turn.hash ?? chainStart('s1');
	for (let at = 0; at < count; at++) {
		const seq = made.length;
		const turnId = `turn-${String(seq)}`;
		const asked = [text(`Request ${String(seq)} about bed B${String(seq)}. ${filler} ${filler}`)];
		const said = [
			text(`Answer ${String(seq)}: bed B${String(seq)} is 240 cm long. ${filler} ${filler}`)
		];
		const hash = linkTurn(link, turnId, asked);
		link = linkStep(hash, { turnId, index: 0 }, said);
		const askedAt = start - 10_000_000 + seq * 60_000;
		const turn = aTurn(seq, asked, { turnId, hash, askedAt });
		made.push({ turn, steps: [aStep(turn, 0, said, { hash: link })] });
	}
	return made;
}

/** Ten turns of so many tokens in all, as document 003 counts: a quarter of the characters. */
export const longGarden = (tokens: number): Exchange[] =>
	gardenTurns(10).map(({ turn, steps }) => {
		const words = `I live in Porto. ${'the rain '.repeat(4000)}`;
		return { turn: { ...turn, asked: [text(words.slice(0, (tokens * 4) / 10 - 500))] }, steps };
	});

export const gardenCard: ModelCard = aCard({
	window: 20_000,
	maxOutput: 2000,
	prices: { input: 1, output: 5, cacheRead: 0.1, cacheWrite: 1.25 }
});

/** Store a session and the settings to compact it with. */
export async function storeGarden(db: Truth, exchanges: readonly Exchange[]): Promise<void> {
	await storeSession(db, aSession(), exchanges);
	await writeSetting(db, 'model', gardenCard.id);
	await writeSetting(db, 'models', { [gardenCard.id]: gardenCard });
}

/** An app whose page and workshop share a thread. `keyState` none: the on-device answerer answers. */
export function appAround(
	db: Truth,
	model: Model,
	{ clock = heldClock(), keyState = 'set' }: { clock?: HeldClock; keyState?: 'set' | 'none' } = {}
): App {
	const app = appWith({ db, clock });
	app.jobs.compact = (ask, signal, tell = unseen) =>
		compactSession({ db, model, clock }, ask, signal, tell);
	app.key = {
		state: keyState,
		keep: 'unprotected',
		fingerprint: keyState === 'set' ? 'k' : null
	};
	return { ...app, onDevice: model };
}

/** The draft that a compaction came to. */
export function drafted(outcome: CompactOutcome): Summary {
	if (outcome.status !== 'drafted') throw new Error(`No draft: ${JSON.stringify(outcome)}`);
	return outcome.summary;
}

/** Make a summary of the garden as the page would. */
export const prepare = (app: App, trigger: 'manual' | 'hard' | 'soft' | 'again' = 'manual') =>
	prepareDraft(app, { sessionId: 's1', trigger }, never);
