import { expect, it } from 'vitest';
import type { Failure } from '#core/failure.ts';
import { textOfResult, type ImageBlock } from '#core/log/blocks.ts';
import type { Exchange } from '#core/log/turn.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { bareBlock } from '#core/prompt/bare-block.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { logOf, sendWords, type TestApp } from '../../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../../support/apps/with-workshop.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { call, text } from '../../../support/builders/a-turn.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { answer, break_, say } from '../../../support/scripted/scripted-model.ts';

/** Pictures that an import brought tell where they were taken: as they lie here, and in nothing that leaves. */

const place = 'GPSLatitude 41.1496';
const segment = (marker: number, content: string): Buffer => {
	const length = Buffer.alloc(2);
	length.writeUInt16BE(content.length + 2);
	return Buffer.concat([Buffer.of(0xff, marker), length, Buffer.from(content, 'latin1')]);
};
const scan = Buffer.concat([segment(0xda, 'scan'), Buffer.from([1, 2, 3, 0xff, 0, 4])]);
const tables = segment(0xdb, 'tables');
const aPicture = (...parts: readonly Buffer[]): ImageBlock => ({
	type: 'image',
	source: {
		type: 'base64',
		media_type: 'image/jpeg',
		data: Buffer.concat([Buffer.of(0xff, 0xd8), ...parts]).toString('base64')
	}
});
const end = Buffer.of(0xff, 0xd9);
const told = aPicture(segment(0xe1, `Exif\0\0${place}`), tables, scan, end, Buffer.from(place));
const bare = aPicture(tables, scan, end);
/** Ends in the middle, so nobody can say what else is in it. */
const torn = aPicture(segment(0xe1, `Exif\0\0${place}`), Buffer.of(0xff, 0xdb, 9));

let app: TestApp;
withAppAndWorkshop((own) => (app = own));

/** The first of two messages shows it; `inResult`: so does a tool of the first. */
async function importWith(picture: ImageBlock, inResult = false): Promise<void> {
	const rows = someExchanges(2).map(({ turn, steps }, at): Exchange => {
		const isFirst = at === 0;
		return {
			turn: {
				...turn,
				source: 'import',
				asked: isFirst && !inResult ? [text('Where is this?'), picture] : turn.asked
			},
			steps: steps.map((step) => ({
				...step,
				results:
					isFirst && inResult
						? (step.results ?? []).map((one) => ({ ...one, content: [picture] }))
						: step.results
			}))
		};
	});
	await storeSession(app.db, aSession(), rows);
}

/** All that is told in a request, pictures as what they stand for. */
const decoded = (body: Pick<RequestBody, 'messages'>): string =>
	JSON.stringify(body.messages).replace(
		/"data":"([^"]*)"/g,
		(_, data: string) => `data ${Buffer.from(data, 'base64').toString('latin1')}`
	);
const next = async () => {
	const session = (await sessionOf(app.db, 's1')) ?? aSession();
	const { body } = await previewPrompt(app, { session, unsent: [] });
	return body;
};
const picturesIn = (body: Pick<RequestBody, 'messages'>) =>
	JSON.stringify(body.messages).split('"type":"image"').length - 1;

it.each([false, true])(
	'a picture goes without what is written in it, and stays as it came where it is stored (of a tool: %s)',
	async (inResult) => {
		await importWith(told, inResult);
		const body = await next();
		expect(decoded(body)).not.toContain(place);
		expect(JSON.stringify(body.messages)).toContain(bare.source.data);
		expect(JSON.stringify(await logOf(app, 's1'))).toContain(told.source.data);
		app.model.next(say('Hello.'));
		await sendWords(app, aSession(), 'And now?');
		expect(app.model.bodies.map(decoded).join('')).not.toContain(place);
	}
);

it('one that nobody can take it out of is left out, with a note in its place', async () => {
	await importWith(torn);
	const body = await next();
	expect(picturesIn(body)).toBe(0);
	expect(decoded(body)).not.toContain(place);
	expect(JSON.stringify(body.messages)).toContain('[Left out, for the endpoint takes no more');
});

it('nor does it matter where in it that begins', () => {
	// A segment that is longer than the file.
	const begin = Buffer.of(0xff, 0xdb, 0xff, 0xff);
	const saying = (words: string, at: number) =>
		aPicture(begin, Buffer.alloc(at - 6), Buffer.from(words), Buffer.alloc(9000));
	for (const at of [100, 8180, 8185, 8191, 8192, 12_000]) {
		expect(bareBlock(saying('ns.adobe.com', at))).toBeNull();
		expect(bareBlock(saying('of no place', at))).not.toBeNull();
	}
});

it('one that was opened is shown, and stored with the answer, without it', async () => {
	await importWith(told);
	app.model.next(answer([call('r', 'open_turns', { from: 1, to: 1 })]), say('Porto.'));
	await sendWords(app, aSession(), 'Open it');
	expect(app.model.bodies.map(decoded).join('')).not.toContain(place);
	const [{ results } = { results: null }] = (await logOf(app, 's1')).at(-1)?.steps ?? [];
	expect(textOfResult(results![0]!)).toContain('[picture 1, shown below]');
	expect(JSON.stringify(results)).toContain(bare.source.data);
});

it('the request that showed it is emptied when its message is forgotten', async () => {
	await importWith(told);
	app.model.next(say('Hello.'));
	await sendWords(app, aSession(), 'And now?');
	const filed = async () =>
		(await app.db.blobs.toArray())
			.map(({ bytes }) => new TextDecoder().decode(bytes))
			.some((one) => one.includes(bare.source.data));
	expect(await filed()).toBe(true);
	const what = { kind: 'turn', sessionId: 's1', turnId: 's1-trunk-0' } as const;
	await forget(app, { what, lines: [], summaries: {} });
	expect(await filed()).toBe(false);
});

it.each<[string, Failure]>([
	[
		'a place is named',
		{ kind: 'rejected', status: 400, detail: 'messages.0.content.1.image.source: not valid' }
	],
	['no place is named', { kind: 'rejected', status: 400, detail: 'Could not process image' }],
	['it makes a request too large', { kind: 'too-large' }]
])('one that is refused stays out of the next request, where %s', async (_, failure) => {
	const pixels = segment(0xdb, '.'.repeat(9000));
	await importWith(aPicture(segment(0xe1, `Exif\0\0${place}`), pixels, scan, end));
	app.model.next(break_(failure));
	expect(await sendWords(app, aSession(), 'And now?')).toMatchObject({
		failure: { kind: failure.kind, about: [{ turnId: 's1-trunk-0', file: 0 }] }
	});
	expect(picturesIn(await next())).toBe(0);
});

it('a large picture is looked through once', () => {
	const data = Buffer.concat([scan, Buffer.alloc(3_000_000, 7), end]);
	const large = aPicture(segment(0xe1, `Exif\0\0${place}`), tables, data);
	const one = bareBlock(large);
	expect(one).not.toBe(large);
	expect(bareBlock(large)).toBe(one);
	const clean = aPicture(tables, data);
	expect(bareBlock(clean)).toBe(clean);
});
