/**
 * Real sessions lived through: every `.jsonl` of a folder in the neutral shape, five rounds with each preset, against
 * the scripted server. `node scripts/run.js tests/bench/real-sessions.ts <folder> [--preset recommended,gsv] [--rounds 5]`.
 */
import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { builtInPresets } from '../../src/core/presets/built-in.ts';
import type { Exchange } from '../../src/core/turn.ts';
import { startAnthropic } from '../support/anthropic/server.ts';
import { exchangesFromNeutral } from '../support/neutral-session.ts';
import { appOn, liveThrough, piecesOf } from '../support/real-session.ts';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		preset: { type: 'string', default: builtInPresets.map(({ id }) => id).join(',') },
		rounds: { type: 'string', default: '5' }
	}
});
const [folder] = positionals;
if (folder === undefined) throw new Error('usage: real-sessions.ts <folder>');
const rounds = Number(values.rounds);

const say = (...cells: readonly (string | number)[]): void =>
	void process.stdout.write(`${cells.join('\t')}\n`);

/** Characters a token, roughly: only the size of the window is taken from it. */
const perToken = 3.5;

/** A window that about three pieces fill, so that rounds are needed. */
const windowFor = (exchanges: readonly Exchange[]): number => {
	const length = exchanges.reduce(
		(sum, exchange) => sum + JSON.stringify(exchange.steps).length,
		0
	);
	return Math.round(Math.max(30_000, Math.min(200_000, ((length / perToken) * 3) / rounds)));
};

const server = await startAnthropic();
say('file', 'preset', 'window', 'round', 'before', 'after', 'tier', 'replies', 'refusals');
let refusals = 0;
for (const name of readdirSync(folder).sort()) {
	const exchanges = name.endsWith('.jsonl')
		? exchangesFromNeutral(readFileSync(path.join(folder, name), 'utf8').split('\n'), 'real')
		: [];
	if (exchanges.length === 0) {
		say(name, 'skipped: not in the neutral shape');
		continue;
	}
	const window = windowFor(exchanges);
	for (const preset of values.preset.split(',')) {
		const app = await appOn(server, { preset, window });
		const lived = await liveThrough(app, piecesOf(exchanges, rounds));
		for (const { round, before, after, tier, why, replies } of lived)
			say(
				name,
				preset,
				window,
				round,
				before,
				after,
				tier ?? `none (${why})`,
				replies.join('+'),
				''
			);
		for (const refusal of server.refusals) say(name, preset, 'REFUSED', JSON.stringify(refusal));
		say(name, preset, window, 'all', '', '', '', '', server.refusals.length);
		refusals += server.refusals.length;
		server.reset();
		await app.close();
	}
}
await server.close();
process.exitCode = refusals === 0 ? 0 : 1;
