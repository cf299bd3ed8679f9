// @vitest-environment node
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { textOfResult } from '#core/log/blocks.ts';
import type { Exchange } from '#core/log/turn.ts';
import { builtInPresets } from '#core/presets/built-in.ts';
import { estimateTokens } from '#core/tokens/estimate.ts';
import type { AnthropicServer } from '../../support/anthropic/server.ts';
import { withAnthropic } from '../../support/anthropic/with-anthropic.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { aStep, aTurn, call, result } from '../../support/builders/a-turn.ts';
import { isGate } from '../../support/occasion.ts';
import { exchangesFromNeutral } from '../../support/recorded/neutral-session.ts';
import {
	appOn,
	thinkingCard,
	liveThrough,
	piecesOf,
	thoughtsSent
} from '../../support/recorded/real-session.ts';

/** Real sessions of other assistants, shown, continued and compacted against a server that keeps the API's rules. */

let server: AnthropicServer;
let app: TestApp | null = null;

withAnthropic((own) => (server = own));
afterEach(async () => {
	await app?.close();
	app = null;
});

const fixture = (name: string) =>
	exchangesFromNeutral(
		readFileSync(new URL(`../../fixtures/${name}`, import.meta.url), 'utf8').split('\n'),
		'real'
	);

const names = ['claude-code-258c.jsonl', 'pi-large-session.jsonl', 'swe-c100dd-katy.jsonl'];

/** In the gate each preset lives through one of them. */
const all = names.flatMap((name, at) =>
	builtInPresets
		.filter((_, nth) => !isGate || nth % names.length === at)
		.map(({ id }) => [name, id] as const)
);

// Five rounds of every real session are lived by tests/bench/real-sessions.ts; two of three of them here.
describe('a real session under a preset, with a model that always thinks', () => {
	it.each(all)(
		'INV-24 %s under %s goes through its rounds without a refusal (#210)',
		async (name, preset) => {
			// A fifth of the window stays word for word, in which old results are masked: in a wide one all of it.
			const card = thinkingCard(preset === 'two-phase' ? 20_000 : 30_000);
			app = await appOn(server, { preset, card });
			// Five answered turns stay word for word: of two pieces nothing would be covered.
			const pieces = preset === 'spec-008' ? 3 : 2;
			const { rounds, used } = await liveThrough(app, piecesOf(fixture(name), pieces));
			expect(server.refusals).toEqual([]);
			expect(used).toBeGreaterThan(0);
			expect(thoughtsSent(server)).toBeGreaterThan(0);
			for (const round of rounds) {
				expect(round.replies).toEqual(['answered', 'answered']);
				if (round.tier === null) continue;
				expect(round.tier).toBe('full');
				expect(round.after).toBeLessThan(round.before);
			}
			if (preset === 'recommended')
				expect(rounds.map(({ tier }) => tier)).toEqual(['full', 'full']);
		}
	);
});

/** So many lines of a program, and each says something else. */
const printed = (of: number): string =>
	Array.from({ length: 200 }, (_, at) => {
		const bed = of * 200 + at;
		return `${String(bed)}: garden/bed-${String(bed)}.log watered, ${String(bed % 37)} litres`;
	}).join('\n');

const busyTurns = Array.from({ length: 26 }, (_, seq): Exchange => {
	const turn = aTurn(seq, `What does log ${String(seq)} say?`);
	const [id, said] = [`c${String(seq)}`, printed(seq)];
	return {
		turn,
		steps: [
			aStep(turn, 0, [call(id, 'read_file')], { results: [result(id, said)], resultsHash: 'r' }),
			aStep(turn, 1, `All of log ${String(seq)} is fine.`)
		]
	};
});

const tokensOf = (words: string): number => estimateTokens(words, 'claude4.7-5');

describe('a busy half hour', () => {
	it('#11 is a result of 200 lines in every turn, and more than the window holds', () => {
		const results = busyTurns.map(({ steps: [step] }) => textOfResult(step!.results![0]!));
		for (const words of results) {
			expect(words.split('\n')).toHaveLength(200);
			expect(tokensOf(words)).toBeGreaterThan(2000);
		}
		expect(results.reduce((sum, words) => sum + tokensOf(words), 0)).toBeGreaterThan(50_000);
		const minutes = (busyTurns.at(-1)!.turn.askedAt - busyTurns[0]!.turn.askedAt) / 60_000;
		expect(minutes).toBeLessThanOrEqual(30);
	});

	it.each(builtInPresets.filter((_, nth) => !isGate || nth % 3 === 0))(
		'#11 under $id is lived through without a refusal',
		async ({ id }) => {
			app = await appOn(server, { preset: id, card: thinkingCard(40_000) });
			const { rounds, used } = await liveThrough(app, piecesOf(busyTurns, 2));
			expect(server.refusals).toEqual([]);
			expect(used).toBeGreaterThan(0);
			for (const { replies } of rounds) expect(replies).toEqual(['answered', 'answered']);
		}
	);
});
