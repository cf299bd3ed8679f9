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
import type { Exchange } from '../../src/core/log/turn.ts';
import { startAnthropic } from '../support/anthropic/server.ts';
import { exchangesFromNeutral } from '../support/recorded/neutral-session.ts';
import {
	appOn,
	thinkingCard,
	liveThrough,
	piecesOf,
	thoughtsSent
} from '../support/recorded/real-session.ts';

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
	return Math.round(Math.max(16_000, Math.min(200_000, ((length / perToken) * 3) / rounds)));
};

const server = await startAnthropic();
say('file', 'preset', 'window', 'round', 'before', 'after', 'tier', 'replies');
let refusals = 0;
let short = 0;
const sums: (readonly (string | number)[])[] = [];
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
		const found = await live({ name, exchanges, preset, window });
		refusals += found.refusals;
		if (found.used < rounds) short++;
		sums.push([name, preset, window, found.times, found.used, found.thoughts, found.refusals]);
	}
}
await server.close();
say('file', 'preset', 'window', 'lived', 'rounds', 'thinking blocks sent', 'refusals');
for (const sum of sums) say(...sum);
say('all', `${String(short)} with fewer than ${String(rounds)} rounds`, '', '', '', '', refusals);
process.exitCode = refusals === 0 && short === 0 ? 0 : 1;

/** A short session is lived through more than once, where a preset keeps so much that it makes too few rounds. */
async function live(what: {
	readonly name: string;
	readonly exchanges: readonly Exchange[];
	readonly preset: string;
	readonly window: number;
}) {
	const { name, exchanges, preset, window } = what;
	let total = 0;
	for (const times of [1, 2, 4]) {
		const app = await appOn(server, { preset, card: thinkingCard(window) });
		const whole = Array.from({ length: times }, () => exchanges).flat();
		const lived = await liveThrough(app, piecesOf(whole, rounds * times));
		const found = {
			used: lived.used,
			times,
			thoughts: thoughtsSent(server),
			refusals: (total += server.refusals.length)
		};
		for (const refusal of server.refusals) say(name, preset, 'REFUSED', JSON.stringify(refusal));
		server.reset();
		await app.close();
		if (found.used < rounds && times < 4) continue;
		for (const { round, before, after, tier, why, replies } of lived.rounds)
			say(name, preset, window, round, before, after, tier ?? `none (${why})`, replies.join('+'));
		return found;
	}
	throw new Error('The last try is always told');
}
