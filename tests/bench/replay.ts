/**
 * Recorded sessions replayed message by message with every size of window: does a prompt ever go out that does not
 * fit, how much of the window is unused when a compaction begins, and how true is the size that the app states?
 * The server weighs by what the provider reported. `node scripts/run.js tests/bench/replay.ts <folder>
 * [--window 32000,64000] [--preset recommended] [--model claude-opus-4-6] [--count]`.
 */
import 'fake-indexeddb/auto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { pathToFileURL } from 'node:url';
import {
	countBlock,
	countText,
	countTool,
	type Scales,
	type TextCounter
} from '../support/anthropic/counting/tokens.ts';
import { recordedScales } from '../support/recorded/recorded-scales.ts';
import { replay, type Replayed } from '../support/recorded/replay.ts';

const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: {
		window: {
			type: 'string',
			default: '16000,24000,32000,48000,64000,96000,128000,160000,200000'
		},
		preset: { type: 'string', default: 'recommended' },
		model: { type: 'string', default: 'claude-opus-4-6,a-model-of-the-house' },
		count: { type: 'boolean', default: false },
		session: { type: 'string', default: '' },
		/** What a session really weighs: what was reported, or what the tokenizer says. */
		truth: { type: 'string', default: 'reported' },
		/** A module whose default export counts the tokens of a text; left out, the scripted tokenizer does. */
		tokenizer: { type: 'string' }
	}
});
const [folder] = positionals;
if (folder === undefined) throw new Error('usage: replay.ts <folder>');

const say = (...cells: readonly (string | number)[]): void =>
	void process.stdout.write(`${cells.join('\t')}\n`);
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

/** The shares at 5, 50 and 95 of 100, and the largest either way. */
function spread(errors: readonly number[]): string {
	if (errors.length === 0) return '–';
	const sorted = [...errors].sort((a, b) => a - b);
	const at = (share: number): number =>
		sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
	return [sorted[0] ?? 0, at(0.05), at(0.5), at(0.95), sorted.at(-1) ?? 0].map(percent).join(' ');
}

const within = (errors: readonly number[], limit: number): string =>
	errors.length === 0
		? '–'
		: percent(errors.filter((error) => Math.abs(error) <= limit).length / errors.length);

/** Known counts of texts; the same ones come again with every message. */
function remembering(count: TextCounter): TextCounter {
	const known = new Map<string, number>();
	return (text) => {
		const found = known.get(text) ?? count(text);
		known.set(text, found);
		return found;
	};
}

const count = remembering(
	values.tokenizer === undefined ? countText : await load(values.tokenizer)
);
const isReported = values.truth === 'reported';

async function load(file: string): Promise<TextCounter> {
	const module = (await import(/* @vite-ignore */ pathToFileURL(path.resolve(file)).href)) as {
		default: TextCounter;
	};
	return module.default;
}

const counted: Scales = {
	block: (block) => countBlock(block, count),
	tool: (tool) => countTool(tool, count)
};

const all: (Replayed & { readonly preset: string; readonly model: string })[] = [];
say(
	...['session', 'window', 'preset', 'model', 'calls', 'overflows', 'compactions'],
	...['unused', 'stated', 'stated after a compaction', 'other ends']
);
for (const name of readdirSync(folder).sort()) {
	if (!name.endsWith('.jsonl') || !name.includes(values.session)) continue;
	const lines = readFileSync(path.join(folder, name), 'utf8').split('\n');
	if (isReported && !lines.some((line) => line.includes('"usage"'))) continue;
	const scales = isReported ? recordedScales(lines, count) : counted;
	for (const model of values.model.split(','))
		for (const preset of values.preset.split(','))
			for (const window of values.window.split(',').map(Number)) {
				const found = await replay({ lines, window, preset, model, scales, counts: values.count });
				all.push({ ...found, preset, model });
				say(
					name,
					window,
					preset,
					model,
					found.calls,
					found.overflows,
					found.compactions,
					spread(found.unused),
					spread(found.errors),
					spread(found.errorsAfter),
					JSON.stringify(found.ends)
				);
			}
}
say(
	...['preset', 'model', 'messages', 'overflow answers', 'unused', 'the most', 'stated'],
	...['right after a compaction', 'within 4 %', 'within 8 %']
);
const nameOf = ({ preset, model }: (typeof all)[number]): string => `${preset}\t${model}`;
for (const name of new Set(all.map(nameOf))) {
	const runs = all.filter((run) => nameOf(run) === name);
	const unused = runs.flatMap((run) => run.unused);
	const after = runs.flatMap((run) => run.errorsAfter);
	say(
		name,
		runs.reduce((sum, { calls }) => sum + calls, 0),
		runs.reduce((sum, { overflows }) => sum + overflows, 0),
		spread(unused),
		unused.length === 0 ? '–' : percent(Math.max(...unused)),
		spread(runs.flatMap((run) => run.errors)),
		spread(after),
		within(after, 0.04),
		within(after, 0.08)
	);
}
