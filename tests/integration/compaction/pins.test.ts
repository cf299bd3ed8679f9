import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Exchange } from '#core/log/turn.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import { familyOf } from '#core/tokens/family.ts';
import { pinsOf } from '#db/log/pins.ts';
import { IndexStore, Scratch, Truth } from '#db/schema.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { addTombstone } from '#db/forgetting/intents.ts';
import { runForgetting } from '#flows/forgetting/run-forgetting.ts';
import { pinText, unpin } from '#flows/sessions/pin-text.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { packer } from '#worker/workshop/packer.ts';
import { text } from '../../support/builders/a-turn.ts';
import { heldClock, start } from '../../support/builders/a-clock.ts';
import {
	appAround,
	drafted,
	gardenCard,
	gardenTurns,
	prepare,
	storeGarden
} from '../../support/apps/compactable.ts';
import { storeMore, weighed } from '../../support/apps/garden-now.ts';
import { never } from '../../support/never.ts';
import {
	scriptedSummariser,
	soundSummary,
	textOfBody
} from '../../support/scripted/scripted-summariser.ts';

/** Pins go along word for word whatever is summarised, until they are let go or what they quote is forgotten. */

let db: Truth;
let scratch: Scratch;
let index: IndexStore;
let count = 0;
const clock = heldClock();

beforeEach(() => {
	const name = `pins-${String(++count)}`;
	db = new Truth(name);
	scratch = new Scratch(`${name}-scratch`);
	index = new IndexStore(`${name}-index`);
});
afterEach(async () => {
	await Promise.all([db.delete(), scratch.delete(), index.delete()]);
});

const whole = 'The gate code is 4711-K, and the gate opens inwards.';
const selected = 'cedar from the mill in Ürzig — “heartwood”, 38 mm';

const saying = (exchange: Exchange | undefined, words: string): Exchange => {
	if (!exchange) throw new Error('no such turn');
	return { ...exchange, turn: { ...exchange.turn, asked: [text(words)] } };
};

test('a pinned message and pinned words stand word for word in every request over seven rounds; what is forgotten then leaves', async () => {
	const model = scriptedSummariser((_, n) => soundSummary(`Round fact ${String(n)}.`));
	const app = appAround(db, model, { clock });
	const [first, second, ...rest] = gardenTurns(14);
	let exchanges = [
		saying(first, whole),
		saying(second, `We agreed on ${selected}, and not on larch.`),
		...rest
	];
	await storeGarden(db, exchanges);
	const mark = { sessionId: 's1', turnId: 'turn-0', kind: 'pinned' as const };
	await setMark(app, { ...mark, on: true });
	await pinText(app, { sessionId: 's1', turnId: 'turn-1', text: selected });

	const request = async () => {
		const session = await sessionOf(db, 's1');
		if (!session) throw new Error('no session');
		const { body, segments } = await previewPrompt(app, { session, unsent: [text('Go on.')] });
		return { body, pins: segments.find(({ source }) => source === 'Pins')?.text ?? '' };
	};
	for (let round = 1; round <= 7; round++) {
		if (round > 1) {
			exchanges = gardenTurns(14, exchanges);
			await db.turns.bulkPut(exchanges.map(({ turn }) => turn));
			await db.steps.bulkPut(exchanges.flatMap(({ steps }) => steps));
			await db.branches.update(['s1', 'trunk'], { headSeq: exchanges.length - 1 });
		}
		const outcome = await prepareDraft(app, { sessionId: 's1', trigger: 'manual' }, never);
		if (outcome.status !== 'drafted') throw new Error(outcome.status);
		await useSummary(app, outcome.summary.id);
		const { body, pins } = await request();
		expect(outcome.summary.round).toBe(round);
		for (const words of [whole, selected]) {
			expect(pins, `round ${String(round)}`).toContain(words);
			expect(JSON.stringify(body.messages)).toContain(JSON.stringify(words).slice(1, -1));
		}
		expect(JSON.stringify(body.messages)).not.toContain('and not on larch');
	}

	const what = { kind: 'turn' as const, sessionId: 's1', turnId: 'turn-1' };
	const stored = await addTombstone(db, { what, lines: [], summaries: {} }, clock.now());
	if (stored.status === 'failed') throw new Error('it was not stored');
	const ports = { db, scratch, index, clock, packer };
	await runForgetting(ports, { tombstoneId: stored.value.id, isLast: true });
	const after = await request();
	expect(after.pins).toContain(whole);
	expect(JSON.stringify(after.body)).not.toContain('heartwood');

	const [left] = await pinsOf(db, 's1');
	if (!left) throw new Error('no pin is left');
	await unpin(app, left);
	expect((await request()).pins).toBe('');
});

test('INV-35 INV-37 after ten rounds a pinned fact stands word for word in the request, the tools as before, and no summary outgrows its cap', async () => {
	// Each round is answered at far too great a length at first.
	const model = scriptedSummariser((body, n) => {
		const isRepair = textOfBody(body).includes('before this one was too long');
		const more = 'More was said about the beds. '.repeat(isRepair ? n : 300);
		return soundSummary(`Round fact ${String(n)}. ${more}`);
	});
	const app = appAround(db, model);
	let exchanges = gardenTurns(0);
	const sizes: number[] = [];
	await storeGarden(db, gardenTurns(1));
	const pinned = 'The gate code is 4711-K and must never change.';
	await db.pins.put({ id: 'p', sessionId: 's1', text: pinned, turnId: null, at: start });
	const before = (await weighed(app)).body.tools ?? [];
	expect(before.length).toBeGreaterThan(1);
	for (let round = 1; round <= 10; round++) {
		exchanges = gardenTurns(14, exchanges);
		await storeMore(db, exchanges);
		const draft = drafted(await prepare(app));
		await useSummary(app, draft.id);
		expect(draft.text).not.toContain('4711');
		expect(draft.tier).toBe('full');
		sizes.push(estimateTokens(draft.text, familyOf(gardenCard.id)));
	}
	const { body } = await weighed(app);
	expect(JSON.stringify(body.messages)).toContain(pinned);
	expect(body.tools).toEqual(before);
	// 18,000 usable: a budget of 720 tokens, a cap of 1,200.
	expect(Math.max(...sizes)).toBeLessThanOrEqual(1200);
	expect((await summariesOf(db, 's1')).map(({ round }) => round)).toEqual([
		1, 2, 3, 4, 5, 6, 7, 8, 9, 10
	]);
});

test('what is pinned of a reply are the words on screen: no attempt that was replaced, and what was continued in one piece', async () => {
	const app = appAround(
		db,
		scriptedSummariser(() => soundSummary('Nothing.')),
		{ clock }
	);
	const [replaced, continued, ...rest] = gardenTurns(4);
	const inTwo = (
		{ turn, steps }: Exchange,
		said: readonly string[],
		continues: boolean
	): Exchange => ({
		turn,
		steps: said.map((words, index) => ({
			...steps[0]!,
			index,
			content: [text(words)],
			state: index === 0 ? ('stopped' as const) : ('complete' as const),
			continues: index > 0 && continues
		}))
	});
	await storeGarden(db, [
		inTwo(replaced!, ['The code is 4711', 'The code is 4712'], false),
		inTwo(continued!, ['The key is', ' under the stone.'], true),
		...rest
	]);
	for (const turnId of ['turn-0', 'turn-1'])
		await setMark(app, { sessionId: 's1', turnId, kind: 'pinned', on: true, side: 'assistant' });
	expect((await pinsOf(db, 's1')).map((pin) => pin.text)).toEqual([
		'The code is 4712',
		'The key is under the stone.'
	]);
});
