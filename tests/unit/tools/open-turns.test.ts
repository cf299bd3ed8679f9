import { expect, test } from 'vitest';
import type { ImageBlock } from '#core/log/blocks.ts';
import type { Exchange } from '#core/log/turn.ts';
import { fence, fencesIn } from '#core/prompt/text/fence.ts';
import { openTurns } from '#tools/open-turns.ts';
import {
	anExchange,
	aStep,
	aTurn,
	call,
	result,
	text,
	usingTool
} from '../../support/builders/a-turn.ts';
import { toolPorts } from '../../support/builders/tool-ports.ts';

/** How much of some turns one answer holds, and which of it. */

const longest = 3000;

const ports = (exchanges: readonly Exchange[]) =>
	toolPorts({ longest, exchanges: () => Promise.resolve(exchanges) });
const open = (exchanges: readonly Exchange[], to = exchanges.length) =>
	openTurns({ from: 1, to }, ports(exchanges));
const goOn = (exchange: Exchange, skip: number) => {
	const input = { from: 2, to: 2, skip };
	return openTurns(input, ports([exchange]));
};

/** Words that are told apart, so that one that comes twice is seen. */
const words = (count: number, letter = 'w') =>
	Array.from({ length: count }, (_, at) => `${letter}${String(at)}.`).join(' ');
const said = (told: string): readonly string[] => told.match(/\bw\d+\./g) ?? [];
const missing = /\[… \d+ characters[^\]]*…\]/g;
/** Of all that is told, without what says that something is missing. */
const lengthsIn = (told: string): number =>
	fencesIn(told).reduce((sum, block) => sum + block.text.replace(missing, '').length, 0);

/** A turn whose tools have answered with these. */
function answeredWith(...results: readonly string[]): Exchange {
	const turn = aTurn(1, words(200, 'a'));
	const steps = results.map((found, index) =>
		aStep(turn, index, [call(`c${String(index)}`, 'fetch', {})], {
			results: [result(`c${String(index)}`, found)],
			resultsHash: 'r'
		})
	);
	return { turn, steps };
}

test('eleven turns are opened at once, and not twelve', async () => {
	const some = Array.from({ length: 11 }, (_, seq) => anExchange(seq));
	expect((await open(some)).failed).toBe(false);
	expect(await open(some, 12)).toMatchObject({ failed: true });
});

test('long and short texts together fill what one answer may hold, and no more', async () => {
	const some = Array.from({ length: 11 }, (_, seq) =>
		anExchange(seq, words(20), words(seq < 8 ? 20 : 900, 'v'))
	);
	const { text: told } = await open(some);
	expect(told.match(missing)).toHaveLength(3);
	expect(lengthsIn(told)).toBeLessThanOrEqual(longest + 20);
	expect(lengthsIn(told)).toBeGreaterThan(longest - 20);
	// What fits is whole.
	expect(told.split(`\n${words(20)}\n`)).toHaveLength(12);
});

test('nor does it hold more where it is gone on with, beside the beginnings of all the rest', async () => {
	for (const results of [
		[words(2000)],
		[words(2000), words(1500, 'v')],
		Array.from({ length: 12 }, () => words(600))
	]) {
		const { text: told, failed } = await goOn(answeredWith(...results), 1000);
		expect(failed).toBe(false);
		expect(lengthsIn(told)).toBeLessThanOrEqual(longest + 100);
	}
});

test('what is gone on with soon after its beginning is not told twice', async () => {
	const { text: told } = await goOn(answeredWith(words(2000)), 100);
	const seen = said(told);
	expect(seen.length).toBeGreaterThan(200);
	expect(seen.slice(0, 200)).toEqual(words(200).split(' '));
});

test('what a search had quoted is told by whole blocks, as many as there is room for', async () => {
	const found = ['one', 'two', 'three', 'four', 'five'].map((name) =>
		fence('passage', { from: name }, `${name} ${words(170)}`)
	);
	for (const tool of ['recall', 'open_turns']) {
		const around = `Found:\n${words(100, 'v')}\n`;
		const { text: told } = await open([usingTool(tool, `${around}${found.join('\n')}`)], 1);
		const quoted = fencesIn(told).find(({ tag }) => tag === 'result')?.text ?? '';
		const blocks = fencesIn(quoted);
		expect(blocks.length).toBeGreaterThan(1);
		expect(blocks.length).toBeLessThan(5);
		for (const { attributes, text: passage } of blocks)
			expect(passage).toBe(`${attributes['from'] ?? ''} ${words(170)}`);
		expect(quoted).toContain('characters of what was found left out');
		expect(quoted.replace(missing, '').length).toBeLessThanOrEqual(longest);
	}
	const { text: told } = await open([usingTool('recall', `${words(900)}\n${found.join('\n')}`)], 1);
	expect(lengthsIn(told)).toBeLessThan(longest);
	expect(told).toContain('search them with recall');
});

test('nine pictures are too many for one answer, and so are fewer that are very large', async () => {
	const picture = (data: string): ImageBlock => ({
		type: 'image',
		source: { type: 'base64', media_type: 'image/png', data }
	});
	const showing = async (...data: readonly string[]) => {
		const turn = aTurn(0, [text('See'), ...data.map(picture)]);
		return open([{ turn, steps: [] }]);
	};
	const some = Array.from({ length: 9 }, () => 'AAAA');
	const nine = await showing(...some);
	expect(nine.images).toHaveLength(8);
	// To open it alone once more would show no other.
	expect(nine.text).toContain(
		'[picture 8, shown below]\n[a picture, not shown: one answer holds no more]'
	);
	const turn = aTurn(1, some.map(picture));
	expect((await open([anExchange(0), { turn, steps: [] }])).text).toContain(
		'[picture 8, shown below]\n[a picture, not shown: open its turn alone]'
	);
	const large = await showing('A'.repeat(2_400_000), 'A'.repeat(1_700_000), 'AAAA');
	expect(large.images).toHaveLength(2);
});

test('behind pictures that are not shown every word is reached too', async () => {
	const picture: ImageBlock = {
		type: 'image',
		source: { type: 'base64', media_type: 'image/png', data: 'A'.repeat(8) }
	};
	const turn = aTurn(1, words(900));
	const many = { ...turn, asked: [...Array.from({ length: 30 }, () => picture), ...turn.asked] };
	const opened = (await openTurns({ from: 2, to: 2 }, ports([{ turn: many, steps: [] }]))).text;
	const skip = Number(/"skip":(\d+)/.exec(opened)?.[1]);
	const behind = (await goOn({ turn: many, steps: [] }, skip)).text;
	const seen = new Set([...said(opened), ...said(behind)]);
	const [last] = said(behind).slice(-1);
	const upTo = said(words(900)).slice(0, Number(last?.slice(1, -1)));
	expect(upTo.filter((word) => !seen.has(word))).toEqual([]);
});

test('of a picture that may tell where it was taken it is never said that it is shown, also where its turn is gone on with', async () => {
	const picture = (words: string): ImageBlock => ({
		type: 'image',
		source: { type: 'base64', media_type: 'image/png', data: Buffer.from(words).toString('base64') }
	});
	const telling = { turn: aTurn(0, [picture('GPS 38.7'), text(words(900))]), steps: [] };
	const plain = { turn: aTurn(0, [picture('nothing'), text(words(900))]), steps: [] };
	expect((await open([telling])).images).toEqual([]);
	expect((await goOn(telling, 2000)).text).toContain('it may tell where it was taken');
	expect((await goOn(telling, 2000)).text).not.toContain('shown where');
	expect((await goOn(plain, 2000)).text).toContain('shown where its turn is opened');
});

test('of a turn that was forgotten nothing is told but that it was', async () => {
	const { steps } = anExchange(0);
	const turn = aTurn(0, [], { forgottenAt: 1 });
	const [block, ...more] = fencesIn((await open([{ turn, steps }])).text);
	expect(block?.text).toBe('(forgotten by the user)');
	expect(more).toEqual([]);
});
