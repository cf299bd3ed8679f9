// @vitest-environment node
import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { builtInPresets } from '#core/presets/built-in.ts';
import { startAnthropic, type AnthropicServer } from '../support/anthropic/server.ts';
import type { TestApp } from '../support/an-app.ts';
import { exchangesFromNeutral } from '../support/neutral-session.ts';
import { appOn, liveThrough, piecesOf } from '../support/real-session.ts';

/** Real sessions of other assistants, shown, continued and compacted against a server that keeps the API's rules. */

let server: AnthropicServer;
let app: TestApp | null = null;

beforeAll(async () => {
	server = await startAnthropic();
});
afterAll(() => server.close());
afterEach(async () => {
	server.reset();
	await app?.close();
	app = null;
});

const fixture = (name: string) =>
	exchangesFromNeutral(
		readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8').split('\n'),
		'real'
	);

const names = ['claude-code-258c.jsonl', 'pi-large-session.jsonl', 'swe-c100dd-katy.jsonl'];

describe.each(names)('%s', (name) => {
	it('goes through two rounds without a refusal, each smaller than what it was (#161, #210, #240)', async () => {
		app = await appOn(server, { preset: 'recommended', window: 30_000 });
		const rounds = await liveThrough(app, piecesOf(fixture(name), 2));
		expect(server.refusals).toEqual([]);
		expect(rounds).toHaveLength(2);
		for (const round of rounds) {
			expect(round).toMatchObject({ tier: 'full', replies: ['answered', 'answered'] });
			expect(round.after).toBeLessThan(round.before);
		}
	});
});

it.each(builtInPresets.map(({ id }) => id))(
	'a run of an agent goes through two rounds under %s without a refusal',
	async (preset) => {
		app = await appOn(server, { preset, window: 30_000 });
		const rounds = await liveThrough(app, piecesOf(fixture('swe-c100dd-katy.jsonl'), 2));
		expect(server.refusals).toEqual([]);
		for (const { replies } of rounds) expect(replies).toEqual(['answered', 'answered']);
	}
);
