/**
 * Speed and size of the search: `node scripts/run.js tests/bench/recall/speed.ts <folder> [messages]`. The folder is one
 * of development data (see score.ts); its documents are repeated, with new words, up to the number of messages.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { SearchDocument } from '#core/search/document.ts';
import { addDocument, createIndex } from '#core/search/search-index.ts';
import { search } from '#core/search/search.ts';
import { restore, serialise } from '#core/search/stored-index.ts';

const [, , folder = '.', messages = '16000'] = process.argv;

const readLines = (ending: string): Record<string, string>[] => {
	const file = readdirSync(folder).find((name) => name.endsWith(ending)) ?? ending;
	const lines = readFileSync(join(folder, file), 'utf8').split('\n');
	return lines
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line) as Record<string, string>);
};

const clock = (work: () => void): number => {
	const start = performance.now();
	work();
	return performance.now() - start;
};

const describe = (name: string, times: readonly number[], cpu?: number): string => {
	const sorted = times.toSorted((one, other) => one - other);
	const at = (share: number): string =>
		(sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(2);
	const used = cpu === undefined ? '' : `, CPU a call ${(cpu / times.length / 1000).toFixed(2)}`;
	return `${name}: p50 ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, most ${at(1)} ms${used}\n`;
};

const source = readLines('docs.jsonl');
const index = createIndex();
const adding: number[] = [];
let bytes = 0;
for (let count = 0; count < Number(messages); count++) {
	const line = source[count % source.length] ?? {};
	const round = Math.floor(count / source.length);
	// Every tenth long word is new in each round: real archives keep meeting new words.
	const text = (line['text'] ?? '').replace(/\b[a-z]{8,}\b/g, (word) =>
		round > 0 && (word.charCodeAt(1) + word.charCodeAt(4)) % 10 === 0
			? `${word}${String(round)}`
			: word
	);
	const document: SearchDocument = {
		id: `${String(round)}/${line['id'] ?? ''}`,
		session: `${String(round)}/${line['session'] ?? ''}`,
		ts: Date.parse(line['ts'] ?? '') + round * 1e10,
		text,
		...(line['role'] === 'user' || line['role'] === 'assistant' ? { role: line['role'] } : {})
	};
	bytes += Buffer.byteLength(text);
	adding.push(clock(() => addDocument(index, document)));
}
process.stdout.write(
	`${messages} messages, ${(bytes / 1e6).toFixed(1)} MB, ${String(index.words.length)} terms\n`
);
process.stdout.write(describe('add', adding));

let stored = new Uint8Array(0);
process.stdout.write(
	describe(
		'store',
		[1, 2, 3].map(() => clock(() => (stored = Uint8Array.from(serialise(index)))))
	)
);
process.stdout.write(
	describe(
		'open',
		[1, 2, 3, 4, 5].map(() => clock(() => restore(stored)))
	)
);
process.stdout.write(`stored index to text: ${(stored.length / bytes).toFixed(3)}\n`);

const questions = readLines('queries.jsonl').map((line) => line['q'] ?? '');
const kinds: Readonly<Record<string, (question: string) => string>> = {
	'first round': (question) => question,
	questions: (question) => question,
	'two words': (question) =>
		question
			.split(' ')
			.filter((word) => word.length > 5)
			.slice(0, 2)
			.join(' '),
	typos: (question) =>
		question
			.split(' ')
			.filter((word) => word.length > 6)
			.slice(0, 2)
			.map((word) => `${word.slice(0, 3)}q${word.slice(4)}`)
			.join(' ')
};
for (const [name, change] of Object.entries(kinds)) {
	const start = process.cpuUsage();
	const times = questions.map((question) =>
		clock(() => search(index, change(question), { k: 10 }))
	);
	process.stdout.write(describe(name, times, process.cpuUsage(start).user));
}
