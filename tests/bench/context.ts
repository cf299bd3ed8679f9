/**
 * The table of the context engine: planner, estimator, presets, loss report. `npm run bench:context` prints it as
 * Markdown; `--write` keeps it in docs/benchmarks/engine.md. Sessions for the presets: a folder as argument, else a fixture.
 */
import 'fake-indexeddb/auto';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { assemblePrompt } from '../../src/core/prompt/assemble.ts';
import { planCompaction } from '../../src/core/plan/plan.ts';
import type { Planned } from '../../src/core/plan/planned.ts';
import { weighRows } from '../../src/core/plan/weigh-rows.ts';
import { builtInPresets } from '../../src/core/presets/built-in.ts';
import type { Prompt } from '../../src/core/prompt/prompt.ts';
import { writtenBy } from '../../src/core/summarise/part.ts';
import { estimateTokens } from '../../src/core/tokens/estimate.ts';
import type { Exchange } from '../../src/core/log/turn.ts';
import { scaleOf } from '../../src/core/prompt/weight/weigh-parts.ts';
import { aPromptInput } from '../support/builders/a-prompt.ts';
import { aSession } from '../support/builders/a-session.ts';
import { startAnthropic } from '../support/anthropic/server.ts';
import { scoreLoss, type Half } from '../support/recorded/marked-spans.ts';
import { exchangesFromNeutral } from '../support/recorded/neutral-session.ts';
import { cardOf, inputOf } from '../support/builders/a-plan-input.ts';
import { makeLog } from '../support/random/random-log.ts';
import { appOn, thinkingCard, liveThrough, piecesOf } from '../support/recorded/real-session.ts';
import { errorsByScript, weighedTexts } from '../support/recorded/weighed-texts.ts';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { write: { type: 'boolean', default: false } }
});

const root = path.join(import.meta.dirname, '../..');
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const whole = (value: number): string => Math.round(value).toLocaleString('en');
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
	[head, head.map((_, at) => (at === 0 ? '---' : '--:')), ...rows]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');

/** Processor time of one call, µs. */
function cpuOnce(work: () => unknown): number {
	const start = process.cpuUsage();
	work();
	const { user, system } = process.cpuUsage(start);
	return user + system;
}

/** The median of some calls: other work on the machine counts least in it. */
function cpuOf(work: () => unknown, runs = 15): number {
	for (let warm = 0; warm < 3; warm++) work();
	const times = Array.from({ length: runs }, () => cpuOnce(work)).sort((a, b) => a - b);
	return times[Math.floor(runs / 2)] ?? 0;
}

const card = cardOf(200_000, 8000);

/** A log whose rows nobody has weighed yet: questions, a call with its result, an answer. */
const someTurns = (turns: number): readonly Exchange[] => {
	const step = {
		words: 60,
		thinking: false,
		results: [40],
		image: false,
		state: 'complete'
	} as const;
	return makeLog(Array.from({ length: turns }, () => ({ words: 30, images: 0, steps: [step] })));
};

/** As the workshop plans: with the weights of the wire, and the transcript of the preset. */
function planOf(exchanges: readonly Exchange[], preset: string): Planned {
	const input = inputOf(exchanges, { preset, card });
	const weigh = weighRows(scaleOf(aSession(), card.id));
	const style = input.policy.preset.asked.form === 'rounds' ? 'rounds' : 'marked';
	return planCompaction({ ...input, weigh, written: writtenBy(style, new Set(), weigh) });
}

const promptOf = (exchanges: readonly Exchange[], preset: string): Prompt =>
	assemblePrompt(
		aPromptInput({ exchanges, card, policy: inputOf(exchanges, { preset, card }).policy })
	);

/** Goal for a plan and a prompt of 10,000 turns together, ms. */
const mostMs = 20;

/** Milliseconds of a plan and of a prompt: the first time, when no row has been weighed, and every time after it. */
function planner(): string {
	const ms = (time: number): string => (time / 1000).toFixed(1);
	const rows = [100, 1000, 10_000].flatMap((turns) =>
		builtInPresets.map(({ id }) => {
			const log = someTurns(turns);
			const assembled = cpuOnce(() => promptOf(log, id));
			const planned = cpuOnce(() => planOf(log, id));
			return [
				whole(turns),
				id,
				ms(cpuOf(() => planOf(log, id))),
				ms(cpuOf(() => promptOf(log, id))),
				ms(assembled),
				ms(planned)
			];
		})
	);
	const missed = rows
		.slice(-builtInPresets.length)
		.map(([, id = '', plan, prompt]) => ({ id, both: Number(plan) + Number(prompt) }))
		.filter(({ both }) => both > mostMs);
	const head = ['turns', 'preset', 'plan', 'prompt', 'first prompt', 'then the first plan'];
	return `${table(head, rows)}

Goal: planner and assembler (“plan” and “prompt”) together at most ${whole(mostMs)} ms for 10,000 turns: ${missed.length === 0 ? 'reached in this run with every preset' : `missed in this run with ${missed.map(({ id, both }) => `${id} (${both.toFixed(1)})`).join(', ')}`}; how far runs differ on one machine: rounds.md.`;
}

function speed(): string {
	const texts = weighedTexts();
	const all = texts.map(({ text }) => text).join('\n');
	const long = all.repeat(Math.ceil(4_000_000 / all.length));
	const bytes = Buffer.byteLength(long);
	const time = cpuOf(() => estimateTokens(long, 'claude4.7-5'), 5);
	return `${(bytes / time).toFixed(0)} MB/s (${(long.length / time).toFixed(0)} million characters a second), all scripts mixed; goal 50 MB/s.`;
}

/** A context of 200,000 tokens weighed again after one more step: what was weighed before is remembered by its row. */
function weighedAgain(): string {
	const scale = scaleOf(aSession(), card.id);
	const { messages } = promptOf(someTurns(1000), 'recommended').body;
	const tokens = scale.messages(messages);
	const times = Math.ceil(200_000 / tokens);
	const context = Array.from({ length: times }, () => structuredClone(messages)).flat();
	const first = cpuOnce(() => scale.messages(context));
	const again = cpuOf(() => scale.messages([...context, ...structuredClone(context.slice(-2))]));
	return `${whole(scale.messages(context))} tokens in ${whole(context.length)} messages: ${(first / 1000).toFixed(1)} ms the first time, ${(again / 1000).toFixed(2)} ms after one more step; goal 2 ms.`;
}

const estimator = (): string =>
	table(
		['script', 'family known', 'family unknown', 'unknown, after five reports'],
		errorsByScript().map(({ script, known, before, after }) => [
			script,
			percent(known),
			percent(before),
			after === null ? '–' : percent(after)
		])
	);

const sets: readonly Half[] = [
	'development',
	'first test',
	'second test',
	'third test',
	'fourth test',
	'fifth test',
	'sixth test',
	'sixth test, printed',
	'seventh test',
	'eighth test',
	'ninth test',
	'tenth test'
];

const loss = (): string =>
	table(
		['set', 'spans', 'recall', 'precision'],
		sets.map((half) => {
			const { marked, recall, precision } = scoreLoss(half);
			return [half, whole(marked), percent(recall), percent(precision)];
		})
	);

async function presets(): Promise<string> {
	const [folder = path.join(root, 'tests/fixtures')] = positionals;
	const only = positionals.length === 0 ? ['pi-large-session.jsonl'] : readdirSync(folder).sort();
	const server = await startAnthropic();
	const rows: string[][] = [];
	for (const name of only.filter((file) => file.endsWith('.jsonl'))) {
		const lines = readFileSync(path.join(folder, name), 'utf8').split('\n');
		const exchanges = exchangesFromNeutral(lines, 'real');
		if (exchanges.length === 0) continue;
		const window = Math.max(20_000, Math.min(200_000, Math.round(lines.join('').length / 3)));
		for (const { id } of builtInPresets) {
			const app = await appOn(server, { preset: id, card: thinkingCard(window) });
			const { rounds } = await liveThrough(app, piecesOf(exchanges, 2));
			for (const { round, before, after, tier, why } of rounds)
				rows.push([name, id, whole(round), whole(before), whole(after), tier ?? `none (${why})`]);
			await app.close();
		}
	}
	const refusals = server.refusals.length;
	await server.close();
	const head = ['session', 'preset', 'round', 'tokens before', 'after', 'summary'];
	return `${table(head, rows)}\n\nRequests refused by the strict server: ${whole(refusals)}.`;
}

const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root })
	.toString()
	.trim();
const [date = ''] = new Date().toISOString().split('T');
const page = `# The context engine: measured

${date}, commit ${commit}, Node ${process.versions.node}. Made by \`npm run bench:context -- --write\`; times are processor time, the median of fifteen. What the figures mean and what they miss: tokens.md, survival.md, loss.md. All pages: ../benchmarks.md.

## Planner and assembler, ms

${planner()}

What was listed and said of a log is known from then on, in the page and in the workshop each, and the next plan and prompt go on from there.

## Estimator

${speed()} A context of ${weighedAgain()} Mean absolute error against o200k, cl100k, Claude 2 and Llama 3 on short texts (about 1,500 characters):

${estimator()}

An unknown family is weighed as claude4.7-5, which makes the most of a text.

## Presets, whole prompt before and after a compaction

${await presets()}

The summaries are those of the scripted server, so what a real model writes weighs differently.

## Loss report against marked spans

${loss()}

What machines printed is not looked for on purpose; why: loss.md.
`;
if (values.write) writeFileSync(path.join(root, 'docs/benchmarks/engine.md'), page);
process.stdout.write(page);
