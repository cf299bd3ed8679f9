/**
 * Known-item search in many languages: `node scripts/run.js tests/bench/recall/known.ts <file>`. The file is either
 * `{ strings: { <language>: string[] } }` or JSON lines with a `text`, then followed by its language.
 * Each text is asked for by its rarest words, by a phrase of it, and by its words with one typo.
 */
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { addDocument, createIndex } from '#core/search/search-index.ts';
import { search } from '#core/search/search.ts';

const [, , file = '', language = 'zh'] = process.argv;

/** The same "random" numbers in every run. */
let seed = 7;
const draw = (below: number): number => {
	seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
	return Math.floor(((seed >>> 8) / 16777216) * below);
};

const readTexts = (): readonly (readonly [string, string[]])[] => {
	const content = readFileSync(file, 'utf8');
	if (!file.endsWith('.jsonl')) {
		const { strings } = JSON.parse(content) as { strings: Record<string, string[]> };
		return Object.entries(strings);
	}
	const lines = content.split('\n').filter((line) => line.trim() !== '');
	return [[language, lines.map((line) => (JSON.parse(line) as { text: string }).text)]];
};

/** One sign changed, lost, doubled or swapped with the next. */
const misspell = (word: readonly string[], alphabet: readonly string[]): string => {
	const at = draw(word.length);
	const other = alphabet[draw(alphabet.length)] ?? '';
	const sign = word[at] ?? '';
	const next = word[at + 1] ?? '';
	const edits = [[other], [], [sign, other], [next, sign]];
	const edit = draw(at + 1 < word.length ? 4 : 3);
	return [
		...word.slice(0, at),
		...(edits[edit] ?? []),
		...word.slice(edit === 3 ? at + 2 : at + 1)
	].join('');
};

const measure = (code: string, all: readonly string[]): string => {
	const texts = [...new Set(all)];
	const index = createIndex();
	texts.forEach((text, at) => {
		const session = `s${String(Math.floor(at / 20))}`;
		addDocument(index, { id: String(at), session, ts: at * 60_000, text });
	});
	const cutWords = new Intl.Segmenter(code, { granularity: 'word' });
	const cutSigns = new Intl.Segmenter(code, { granularity: 'grapheme' });
	const signsOf = (text: string): string[] =>
		Array.from(cutSigns.segment(text), ({ segment }) => segment);
	const cut = texts.map((text) => [...cutWords.segment(text)]);
	const wordsOf = cut.map((parts) => [
		...new Set(parts.filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment))
	]);
	const spread = new Map<string, number>();
	for (const word of wordsOf.flat()) spread.set(word, (spread.get(word) ?? 0) + 1);
	const alphabet = [...new Set(texts.flatMap(signsOf))].filter((sign) => /\p{L}/u.test(sign));
	const found = { words: [0, 0], phrase: [0, 0], quoted: [0, 0], typo: [0, 0] };
	const ask = (kind: keyof typeof found, query: string, at: number): void => {
		const hit = search(index, query, { k: 10 }).some(({ id }) => id === String(at));
		found[kind] = [(found[kind][0] ?? 0) + (hit ? 1 : 0), (found[kind][1] ?? 0) + 1];
	};
	texts.forEach((text, at) => {
		const rare = [...(wordsOf[at] ?? [])]
			.sort(
				(one, other) =>
					(spread.get(one) ?? 0) - (spread.get(other) ?? 0) || other.length - one.length
			)
			.slice(0, 3);
		if (rare.length === 0 || text.length < 3) return;
		ask('words', rare.join(' '), at);
		const parts = cut[at] ?? [];
		const start = draw(Math.max(1, parts.length - 6));
		const phrase = parts
			.slice(start, start + 7)
			.map(({ segment }) => segment)
			.join('')
			.trim();
		if (/\p{L}/u.test(phrase)) {
			ask('phrase', phrase, at);
			ask('quoted', `"${phrase.replace(/["“”„«»]/gu, '')}"`, at);
		}
		const longest = rare.reduce((most, word) => (word.length > most.length ? word : most), '');
		const signs = signsOf(longest);
		if (signs.length < (/^[\p{sc=Han}\p{sc=Thai}\p{sc=Kana}\p{sc=Hira}]/u.test(longest) ? 2 : 4))
			return;
		ask(
			'typo',
			rare.map((word) => (word === longest ? misspell(signs, alphabet) : word)).join(' '),
			at
		);
	});
	const rates = Object.entries(found).map(
		([kind, [hits = 0, asked = 0]]) =>
			`${kind} ${((100 * hits) / asked).toFixed(1)} (${String(asked)})`
	);
	return `${code} ${rates.join('  ')}`;
};

for (const [code, texts] of readTexts()) process.stdout.write(`${measure(code, texts)}\n`);
