import { expect, test } from 'vitest';
import fc from 'fast-check';
import { mediaLimits } from '#core/asking/media-limits.ts';
import type { DocumentBlock, ImageBlock, UserBlock } from '#core/log/blocks.ts';
import type { Exchange } from '#core/log/turn.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import {
	mediaLeftOut as whyLeftOut,
	mediaOf,
	noteOf,
	withNotes,
	type Media
} from '#core/prompt/media.ts';
import { onDevice } from '#core/models/model-card.ts';
import { aCard, answering, aPromptInput } from '../../support/builders/a-prompt.ts';
import { aStep, aTurn, call, text } from '../../support/builders/a-turn.ts';
import { casesOf } from '../../support/occasion.ts';
import { aPdf } from '../../support/pdf.ts';

const PIXEL =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** A picture of so many pixels and characters of base64. */
function aPicture({ width = 1, height = 1, length = 0 } = {}): ImageBlock {
	const bytes = Buffer.from(PIXEL, 'base64');
	bytes.writeUInt32BE(width, 16);
	bytes.writeUInt32BE(height, 20);
	const data = bytes.toString('base64').padEnd(length, 'A');
	return { type: 'image', source: { type: 'base64', media_type: 'image/png', data } };
}

const aFile = (made: Parameters<typeof aPdf>[0], title = 'plan.pdf') =>
	({
		type: 'document',
		source: {
			type: 'base64',
			media_type: 'application/pdf',
			data: aPdf({ packed: true, ...made }).toString('base64')
		},
		title
	}) as const satisfies DocumentBlock;

const asking = (seq: number, ...files: readonly UserBlock[]): Exchange => {
	const turn = aTurn(seq, [...files, text(`Question ${String(seq)}`)]);
	return { turn, steps: [aStep(turn, 0)] };
};

const mediaLeftOut = (...asked: Parameters<typeof whyLeftOut>): ReadonlySet<Media> =>
	new Set(whyLeftOut(...asked).keys());

const nobody: ReadonlySet<Media> = new Set();
const wide = { window: 1_000_000, refused: nobody };
const small = { window: 200_000, refused: nobody };

test('what stays out is told anew where it is another picture of the same message', () => {
	const files = [aPicture({}), aPicture({})] as const;
	const exchange = asking(0, ...files);
	const shown = (out: ReadonlySet<Media>) =>
		withNotes(exchange, out).turn.asked.map(({ type }) => type);
	expect(shown(new Set([files[0]]))).toEqual(['text', 'image', 'text']);
	expect(shown(new Set([files[1]]))).toEqual(['image', 'text', 'text']);
	expect(shown(nobody)).toEqual(['image', 'image', 'text']);
});

test('what no endpoint takes stays out wherever it stands, and nothing else does', () => {
	const good = [aFile({ pages: 600 }), aPicture({ width: 8000 }), aFile({})];
	const bad = [
		aFile({ locked: true }),
		aFile({ locked: true, packed: false }),
		aFile({ pages: 601 }),
		aPicture({ height: 8001 }),
		aPicture({ length: mediaLimits.picture + 4 })
	];
	for (const block of bad) expect(mediaLeftOut([[block]], wide)).toEqual(new Set([block]));
	for (const block of good) expect(mediaLeftOut([[block]], wide).size).toBe(0);
});

test('among more than 20 pictures those over 2,000 pixels stay out', () => {
	const large = aPicture({ width: 2001 });
	const rest = (count: number) => Array.from({ length: count }, () => aPicture({ width: 2000 }));
	expect(mediaLeftOut([[large], rest(19)], wide).size).toBe(0);
	expect(mediaLeftOut([[large], rest(20)], wide)).toEqual(new Set([large]));
});

test('pages count for a request, not for a file, and by the window of the model', () => {
	const [first, second, third] = [aFile({ pages: 60 }), aFile({ pages: 60 }), aFile({ pages: 10 })];
	expect(mediaLeftOut([[first], [second], [third]], wide).size).toBe(0);
	expect(mediaLeftOut([[first], [second], [third]], small)).toEqual(new Set([first]));
	const unknown = { ...small, window: null };
	expect(mediaLeftOut([[first], [second], [third]], unknown)).toEqual(new Set([first]));
});

test('what a request may hold together, the newest message has it first', () => {
	const files = Array.from({ length: 4 }, () => aPicture({ length: 5_000_000 }));
	const own = [files[2], files[3]].flatMap((file) => file ?? []);
	const older = [files[0], files[1]].flatMap((file) => file ?? []);
	expect(mediaLeftOut([older, own], wide).size).toBe(0);
	const more = [...own, aPicture({ length: 5_000_000 }), aPicture({ length: 5_000_000 })];
	expect(mediaLeftOut([older, more], wide)).toEqual(new Set(older));
	// Even where it alone is more than a model reads: the endpoint says so, and the message behind it goes without.
	const long = aFile({ pages: 300 });
	expect(mediaLeftOut([[long]], small).size).toBe(0);
	expect(mediaLeftOut([[long], []], small)).toEqual(new Set([long]));
});

test('what stays out changes rarely: half of the room is freed at once, and as messages are added it only grows', () => {
	// Their bytes are made once, each block is another all the same.
	const some = [aPicture(), aPicture({ length: 4_000_000 }), aFile({ pages: 30 })];
	const messages = fc.array(fc.array(fc.constantFrom(...some), { maxLength: 6 }), {
		minLength: 1,
		maxLength: 25
	});
	fc.assert(
		fc.property(messages, (made) => {
			const said = made.map((blocks) => blocks.map((block) => ({ ...block })));
			let before: ReadonlySet<Media> = nobody;
			let changes = 0;
			for (let count = 1; count <= said.length; count++) {
				const out = mediaLeftOut(said.slice(0, count), small);
				for (const block of before) expect(out.has(block)).toBe(true);
				const sent = said
					.slice(0, count)
					.flat()
					.filter((block) => !out.has(block));
				const newest = said[count - 1] ?? [];
				const pages = (blocks: readonly Media[]) =>
					blocks.reduce((sum, { type }) => sum + (type === 'image' ? 1 : 30), 0);
				expect(pages(sent) <= 100 || sent.length === newest.length).toBe(true);
				if (out.size > before.size) changes++;
				before = out;
			}
			const all = said.flat().reduce((sum, { type }) => sum + (type === 'image' ? 1 : 30), 0);
			const bytes = said.flat().reduce((sum, { source }) => sum + source.data.length, 0);
			expect(changes).toBeLessThanOrEqual(
				Math.ceil(all / 50) + Math.ceil(bytes / (mediaLimits.together / 2))
			);
		}),
		{ numRuns: casesOf(30) }
	);
});

test('a note stands in the place of what stays out, and everything else stays the same object', () => {
	const [file, picture] = [aFile({}), aPicture()];
	const found: ImageBlock = aPicture();
	const turn = aTurn(0, [picture, file, text('Look')]);
	const step = aStep(turn, 0, [call('c1')], {
		results: [{ type: 'tool_result', tool_use_id: 'c1', content: [text('Found'), found] }]
	});
	const exchange: Exchange = { turn, steps: [step, aStep(turn, 1)] };
	expect(mediaOf(exchange)).toEqual([picture, file, found]);
	expect(withNotes(exchange, nobody).turn).toBe(turn);
	expect(withNotes(exchange, nobody).steps[0]).toBe(step);
	const out = new Set<Media>([file, found]);
	const short = withNotes(exchange, out);
	expect(short.turn.asked).toEqual([picture, noteOf(file), text('Look')]);
	expect(noteOf(file).text).toContain('plan.pdf');
	expect(short.steps[0]?.results?.[0]?.content).toEqual([text('Found'), noteOf(found)]);
	expect(short.steps[1]).toBe(exchange.steps[1]);
	const again = withNotes({ ...exchange }, new Set(out));
	expect(again.turn).toBe(short.turn);
	expect(again.steps[0]).toBe(short.steps[0]);
	expect(exchange.turn.asked[1]).toBe(file);
});

test('a prompt begins a new epoch where another file stays out, and is the same with the next message', () => {
	const log = [
		asking(0, aFile({ pages: 60 }, 'first.pdf')),
		asking(1, aFile({ pages: 60 }, 'second.pdf')),
		asking(2)
	];
	const promptOf = (count: number, over: Parameters<typeof aPromptInput>[0] = {}) =>
		assemblePrompt(
			aPromptInput({
				card: aCard({ window: 200_000 }),
				exchanges: log.slice(0, count),
				newest: answering({ turn: log[count]?.turn ?? aTurn(count), steps: [] }),
				...over
			})
		);
	const titles = (count: number) =>
		promptOf(count).body.messages.flatMap(({ content }) =>
			content.flatMap((block) => (block.type === 'document' ? [block.title] : []))
		);
	expect([titles(0), titles(1), titles(2)]).toEqual([
		['first.pdf'],
		['second.pdf'],
		['second.pdf']
	]);
	expect(promptOf(1).epochKey).not.toBe(promptOf(0).epochKey);
	expect(promptOf(2).epochKey).toBe(promptOf(1).epochKey);
	expect(promptOf(2).body.messages.slice(0, 3)).toEqual(promptOf(1).body.messages);
	const read = promptOf(2).segments.find(({ source }) => source === 'Recent messages')?.text;
	expect(read).toContain('or not this: first.pdf]');
	const here = promptOf(2, { card: aCard({ id: onDevice, window: 8000 }) });
	expect(JSON.stringify(here.body)).not.toContain('or not this');
});

test('a prompt tells which pictures and files it leaves out, of which message, and why', () => {
	const log = [
		asking(0, aFile({ pages: 60 }, 'first.pdf')),
		asking(1, aFile({ locked: true }, 'locked.pdf'), aPicture({ width: 8001 })),
		asking(2, aFile({ pages: 60 }, 'second.pdf'))
	];
	const promptOf = (over: Parameters<typeof aPromptInput>[0] = {}) =>
		assemblePrompt(
			aPromptInput({ card: aCard({ window: 200_000 }), exchanges: log.slice(0, 2), ...over })
		);
	const leftOutOf = ({ segments }: ReturnType<typeof promptOf>, source: string) =>
		segments.find((segment) => segment.source === source)?.leftOut;
	const asked = answering({ turn: log[2]?.turn ?? aTurn(2), steps: [] });
	const [first, second] = log.map(({ turn }) => turn.turnId);
	expect(leftOutOf(promptOf({ newest: asked }), 'Recent messages')).toEqual([
		{ turnId: first, place: 0, name: 'first.pdf', why: 'no-room' },
		{ turnId: second, place: 0, name: 'locked.pdf', why: 'locked' },
		{ turnId: second, place: 1, name: null, why: 'size' }
	]);
	expect(leftOutOf(promptOf({ newest: asked }), 'New message')).toBeUndefined();
	const locked = [aFile({ locked: true }), text('Look')];
	const unsent = promptOf({
		exchanges: [],
		newest: { kind: 'unsent', asked: locked, stamp: '' }
	});
	expect(leftOutOf(unsent, 'New message')).toMatchObject([
		{ turnId: null, place: 0, why: 'locked' }
	]);
	const long = promptOf({ card: aCard({ window: 1_000_000 }), newest: asked });
	expect(leftOutOf(long, 'Recent messages')?.map(({ why }) => why)).toEqual(['locked', 'size']);
});
