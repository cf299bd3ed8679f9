import { expect, it } from 'vitest';
import type { Exchange } from '#core/log/turn.ts';
import { estimateBody } from '#core/prompt/weight/weigh-parts.ts';
import type { Truth } from '#db/schema.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { appWith, sendWords } from '../../support/apps/an-app.ts';
import {
	appAround,
	drafted,
	gardenTurns,
	prepare,
	storeGarden
} from '../../support/apps/compactable.ts';
import { inSeven, storeMore, weighed } from '../../support/apps/garden-now.ts';
import { withDatabase } from '../../support/builders/a-database.ts';
import { aCard, aMemoryFile } from '../../support/builders/a-prompt.ts';
import { call, result, text } from '../../support/builders/a-turn.ts';
import { someExchanges } from '../../support/builders/stored-session.ts';
import { answer } from '../../support/scripted/scripted-model.ts';
import {
	scriptedSummariser,
	soundBeds,
	soundSummary
} from '../../support/scripted/scripted-summariser.ts';

/** What a card says of a prompt with old tool results is what is sent: shortened once no cache holds them whole. */

let db: Truth;
withDatabase((own) => (db = own));

const card = aCard({ window: 200_000, maxOutput: 8000 });
const page = 'The quick brown fox jumps over the lazy dog and runs away. '.repeat(350);

/** Turns that read a page each, of about 5,000 tokens. */
const readings = (count: number): Exchange[] =>
	someExchanges(count).map(({ turn, steps: [asks, says] }) => {
		if (!asks || !says) throw new Error('no steps');
		const id = `page_${String(turn.seq)}`;
		const read = { ...asks, content: [call(id, 'read_page')], results: [result(id, page)] };
		return { turn, steps: [read, says] };
	});

for (const [cache, isWarm] of [
	['holds it', true],
	['is cold', false]
] as const)
	it(`before and after: the cache ${cache}`, async () => {
		await storeGarden(db, readings(30));
		await writeSetting(db, 'models', { [card.id]: card });
		const app = appAround(db, scriptedSummariser(soundBeds));
		const { epochKey, body } = await weighed(app);
		const at = app.clock.now();
		await db.sessions.update('s1', {
			epochKey,
			lastUsage: {
				usage: { input: 10, cacheRead: 150_000, cacheWrite: 100, output: 50 },
				model: card.id,
				epoch: 0,
				summaryId: null,
				branch: 'trunk',
				seq: 29,
				step: 1,
				estimated: estimateBody(body),
				at,
				sentAt: isWarm ? at : at - 600_000
			}
		});
		const gauge = async () => (await weighed(app)).weight;
		const before = await gauge();
		const draft = drafted(await prepare(app));
		expect(Math.abs(draft.tokensBefore - before.tokens)).toBeLessThan(before.tokens / 20);
		await useSummary(app, draft.id);
		const after = await gauge();
		expect(Math.abs(draft.tokensAfter - after.tokens)).toBeLessThan(after.tokens / 20);
	});

it('before and after where a part of the prompt is switched off', async () => {
	await storeGarden(db, gardenTurns(60));
	await db.memoryFiles.put(aMemoryFile('MEMORY.md', `- ${'Likes strong tea. '.repeat(1500)}\n`));
	await db.sessions.update('s1', { switchedOff: ['MEMORY.md'] });
	const app = appAround(db, scriptedSummariser(soundBeds));
	const draft = drafted(await prepare(app));
	await useSummary(app, draft.id);
	const after = (await weighed(app)).weight.tokens;
	expect(Math.abs(draft.tokensAfter - after)).toBeLessThan(after / 20);
});

it('before and after a draft behind which what it stands for is sent shorter', async () => {
	await storeGarden(db, readings(30));
	await writeSetting(db, 'models', { [card.id]: card });
	await writeSetting(db, 'preset', 'single-shot');
	const app = appAround(
		db,
		scriptedSummariser(() => inSeven)
	);
	const draft = drafted(await prepare(app));
	await writeSetting(db, 'preset', 'spec-008');
	await storeMore(db, readings(31));
	const before = (await weighed(app)).weight.tokens;
	expect(before).toBeLessThan(draft.tokensBefore - draft.tokensAfter);
	const used = await useSummary(app, draft.id);
	// What it covers does not count in what is left behind it.
	expect(used).toMatchObject({
		status: 'used',
		summary: { tokensBefore: before, tokensAfter: draft.tokensAfter }
	});
});

it('before and after a summary that is written again from the originals', async () => {
	await storeGarden(db, readings(40));
	await writeSetting(db, 'models', { [card.id]: card });
	await writeSetting(db, 'preset', 'spec-008');
	const app = appAround(
		db,
		scriptedSummariser(() => 'The user asked for numbers; all were found, and nothing is open.')
	);
	await useSummary(app, drafted(await prepare(app)).id);
	const gauge = async () => (await weighed(app)).weight.tokens;
	const before = await gauge();
	const again = drafted(await prepare(app, 'again'));
	expect(Math.abs(again.tokensBefore - before)).toBeLessThan(before / 20);
	await useSummary(app, again.id);
	const after = await gauge();
	expect(Math.abs(again.tokensAfter - after)).toBeLessThan(after / 20);
});

/** Turns that name eight files each, which a list keeps beside the prose. */
const namedTurns = (count: number): Exchange[] =>
	gardenTurns(count).map(({ turn, steps }) => {
		const named = Array.from(
			{ length: 8 },
			(_, at) => `/srv/garden/bed-${String(turn.seq)}/plan-${String(at)}.md`
		);
		return { turn: { ...turn, asked: [...turn.asked, text(named.join(' '))] }, steps };
	});

it('before and after a summary whose list takes the place of another', async () => {
	await storeGarden(db, namedTurns(40));
	await writeSetting(db, 'models', { [card.id]: card });
	const app = appAround(db, scriptedSummariser(soundBeds));
	const gauge = async () => (await weighed(app)).weight.tokens;
	for (const turns of [40, 80]) {
		await storeMore(db, namedTurns(turns));
		const draft = drafted(await prepare(app));
		await useSummary(app, draft.id);
		const after = await gauge();
		expect(Math.abs(draft.tokensAfter - after)).toBeLessThan(after / 20);
	}
});

it('anchors that the preset in use does not send are not weighed with the summary in use', async () => {
	await storeGarden(db, namedTurns(40));
	await writeSetting(db, 'models', { [card.id]: card });
	const app = appAround(
		db,
		scriptedSummariser((_, n) => (n === 0 ? soundSummary('x') : 'The user asked about beds.'))
	);
	const first = drafted(await prepare(app));
	await useSummary(app, first.id);
	await writeSetting(db, 'preset', 'spec-008');
	const { tokens } = (await weighed(app)).weight;
	expect(tokens).toBeLessThan(first.tokensAfter - 500);
	const again = drafted(await prepare(app, 'again'));
	expect(Math.abs(again.tokensBefore - tokens)).toBeLessThan(tokens / 20);
	await storeMore(db, namedTurns(60));
	const before = (await weighed(app)).weight.tokens;
	const next = drafted(await prepare(app));
	expect(Math.abs(next.tokensBefore - before)).toBeLessThan(before / 20);
});

for (const [from, to] of [
	['spec-008', 'gsv'],
	['two-phase', 'rounds'],
	['recommended', 'single-shot']
] as const)
	it(`what ${from} sent short and ${to} sends whole is weighed whole, and does not go out too large`, async () => {
		await storeGarden(db, readings(45));
		await writeSetting(db, 'models', { [card.id]: card });
		await writeSetting(db, 'model', card.id);
		await writeSetting(db, 'preset', from);
		// All that is there was sent in an earlier epoch: what spares the cache shortens it too.
		await db.sessions.update('s1', { epoch: 1 });
		const app = appWith({ db });
		app.jobs.compact = () => Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		const input = estimateBody((await weighed(app, [text('First')])).body);
		const usage = { input: 0, cacheRead: input, cacheWrite: 0, output: 5 };
		app.model.next(answer([text('Fine.')], { usage, contextTokens: input + 5 }));
		const send = async (words: string) => {
			const session = await sessionOf(db, 's1');
			return session && (await sendWords(app, session, words)).status;
		};
		expect(await send('First')).toBe('answered');
		const short = await weighed(app);
		expect(short.weight.basis).toBe('reported');
		await writeSetting(db, 'preset', to);
		const { weight, body, epoch } = await weighed(app);
		expect(weight.tokens).toBeGreaterThan(card.window ?? 0);
		expect(Math.abs(weight.tokens - estimateBody(body))).toBeLessThan(weight.tokens / 20);
		expect(epoch).toBe(short.epoch + 1);
		expect(await send('Second')).not.toBe('answered');
		expect(app.model.bodies).toHaveLength(1);
	});

/** A garden whose turn `at` asks for much; `state` null: it was never answered. */
const withLong = (turns: number, at: number, state: 'complete' | 'stopped' | null): Exchange[] =>
	gardenTurns(turns).map(({ turn, steps }) => {
		if (turn.seq !== at) return { turn, steps };
		const asked = [{ type: 'text' as const, text: `Proofread this log. ${page}` }];
		return {
			turn: { ...turn, asked },
			steps: steps.flatMap((step) => (state ? { ...step, state } : []))
		};
	});

for (const [preset, state] of [
	['single-shot', 'complete'],
	['recommended', 'stopped']
] as const)
	it(`the request that a summary of ${preset} repeats, now and in the next round`, async () => {
		// So many stay: under `single-shot` the newest alone.
		const after = preset === 'single-shot' ? 1 : 6;
		const turns = gardenTurns(after, withLong(12, 11, state));
		const app = appAround(
			db,
			scriptedSummariser(() => (preset === 'single-shot' ? inSeven : soundSummary('x')))
		);
		await storeGarden(db, turns);
		await writeSetting(db, 'models', { [card.id]: card });
		await writeSetting(db, 'preset', preset);
		const draft = drafted(await prepare(app));
		expect(draft.through.seq).toBe(11);
		await useSummary(app, draft.id);
		const sent = (await weighed(app)).weight.tokens;
		expect(sent).toBeGreaterThan(5000);
		expect(Math.abs(draft.tokensAfter - sent)).toBeLessThan(sent / 20);
		// The next one stands for more, and repeats something short.
		await storeMore(db, gardenTurns(15, turns));
		const before = (await weighed(app)).weight.tokens;
		const next = drafted(await prepare(app));
		expect(Math.abs(next.tokensBefore - before)).toBeLessThan(before / 20);
		await useSummary(app, next.id);
		const then = (await weighed(app)).weight.tokens;
		expect(Math.abs(next.tokensAfter - then)).toBeLessThan(then / 10);
	});

it('by hand no summary of single-shot is made that would repeat nearly all it stands for', async () => {
	const model = scriptedSummariser(() => inSeven);
	const app = appAround(db, model);
	const said = (text: string) => [{ type: 'text' as const, text }];
	const turns = gardenTurns(3).map(({ turn, steps }) => ({
		turn: { ...turn, asked: said(turn.seq === 1 ? page : 'Hello.') },
		steps: steps.map((step) => ({ ...step, content: said('Yes.') }))
	}));
	await storeGarden(db, turns);
	await writeSetting(db, 'models', { [card.id]: card });
	await writeSetting(db, 'preset', 'single-shot');
	expect(await prepare(app)).toEqual({ status: 'nothing-to-do', reason: 'little-to-gain' });
	expect(model.asked).toHaveLength(0);
});
