/** Measures how many names the assistant needed next survive a compaction, on a folder of sessions. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { passagesOf, writtenIn, type SessionLine } from './passages.ts';
import { rankAnchors } from '../../../src/core/anchors/rank.ts';

const ahead = 80;
const folder = process.argv[2];
if (folder === undefined)
	throw new Error('usage: survival/score.ts <folder of sessions> [budget …]');
const budgets = process.argv.slice(3).map(Number);
if (budgets.length === 0) budgets.push(1000, 2000, 4000);

// On purpose not the extractor that is measured: plain patterns for what a reader would call a name.
const needed: readonly (readonly [string, RegExp])[] = [
	['url', /https?:\/\/[^\s"'`<>)\]}\\]+[\w/]/g],
	['path', /(?<![\w/:.])(?:~|\.{1,2})?\/?(?:[\w.@-]+\/)+[\w.@-]*\w/g],
	['uuid', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g],
	['hash', /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,40}\b/g],
	['id', /\b[a-z]+-[a-z0-9]*\d[a-z0-9.]*\b|\b[A-Z]{2,}-\d+\b|#\d+\b/g],
	['snake', /\b[a-zA-Z][a-zA-Z0-9]*(?:_[a-zA-Z0-9]+)+\b/g],
	['camel', /\b(?:[a-z]+(?:[A-Z][a-z0-9]+)+|(?:[A-Z][a-z0-9]+){2,})\b/g],
	['file', /\b[\w-]+\.(?:tsx?|jsx?|md|json|exs?|heex|py|css|html|ya?ml|toml|sh|rs|go)\b/g]
];

interface Cut {
	readonly session: string;
	readonly at: number;
	readonly wanted: ReadonlyMap<string, string>;
	readonly before: readonly SessionLine[];
}

function cutsOf(file: string): Cut[] {
	const lines = readFileSync(join(folder ?? '', file), 'utf8')
		.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as SessionLine)
		.filter((line) => line.kind === 'message' && line.role !== 'system');
	if (lines.length < 250) return [];
	return [0.25, 0.4, 0.55, 0.7].map((share) => {
		const at = Math.floor(lines.length * share);
		const before = lines.slice(0, at);
		const seen = before.map(writtenIn).join('\n');
		const wanted = new Map<string, string>();
		for (const line of lines.slice(at, at + ahead)) {
			if (line.role !== 'assistant') continue;
			for (const [kind, pattern] of needed)
				for (const [text] of writtenIn(line).matchAll(pattern))
					if (!wanted.has(text) && seen.includes(text)) wanted.set(text, kind);
		}
		return { session: file, at, wanted, before };
	});
}

const cuts = readdirSync(folder)
	.filter((file) => file.endsWith('.jsonl') && !file.startsWith('tau'))
	.flatMap(cutsOf);

for (const budget of budgets) {
	const shares: number[] = [];
	const kinds = new Map<string, [number, number]>();
	const missing: string[] = [];
	for (const { session, at, wanted, before } of cuts) {
		const { text } = rankAnchors(passagesOf(before), {
			budget,
			family: (process.env.FAMILY ?? 'claude4.7-5') as 'claude4.7-5'
		});
		let kept = 0;
		for (const [name, kind] of wanted) {
			const hit = text.includes(name);
			if (hit) kept++;
			else missing.push(`${session}@${String(at)} ${kind} ${name}`);
			const [hits, all] = kinds.get(kind) ?? [0, 0];
			kinds.set(kind, [hits + (hit ? 1 : 0), all + 1]);
		}
		shares.push(kept / Math.max(1, wanted.size));
		if (process.env.DETAIL)
			process.stdout.write(`  ${session}@${String(at)} ${String(kept)}/${String(wanted.size)}\n`);
	}
	const mean = shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length);
	const parts = [...kinds].map(([kind, [hits, all]]) => `${kind} ${String(hits)}/${String(all)}`);
	process.stdout.write(
		`${String(budget)} tokens: ${(100 * mean).toFixed(1)} % over ${String(cuts.length)} cuts (${parts.join(', ')})\n`
	);
	if (process.env.MISSING) process.stdout.write(missing.join('\n') + '\n');
}
