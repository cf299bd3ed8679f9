// @vitest-environment node
import { beforeEach, describe, expect, it } from 'vitest';
import type { UserBlock } from '#core/log/blocks.ts';
import type { Session } from '#core/session/session.ts';
import { retryReply } from '#flows/answer/answer-turn.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { fetchModels } from '#flows/house/fetch-models.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { startAnthropic, type AnthropicServer } from '../../../support/anthropic/server.ts';
import { withAnthropic } from '../../../support/anthropic/with-anthropic.ts';
import { aLine } from '../../../support/builders/a-line.ts';
import { text } from '../../../support/builders/a-turn.ts';
import { calling, logOf, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { never, unseen } from '../../../support/never.ts';
import { isGate } from '../../../support/occasion.ts';
import { aPdf } from '../../../support/pdf.ts';

/** No picture and no document makes a session unusable, against a server that refuses what the API refuses. */

const PIXEL =
	'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let server: AnthropicServer;
let app: TestApp;
let session: Session;

withAnthropic((own) => (server = own));

withApp((own) => (app = calling(own, aLine(server))), { model: 'claude-sonnet-5-5' });
beforeEach(async () => {
	app.telephone.models = (signal) => aLine(server).models(signal);
	await fetchModels(app, never);
	session = newSession(app, { kind: 'main', offRecord: false });
});

const encoded = (type: 'image' | 'document', mediaType: string, data: string, title?: string) =>
	({
		type,
		source: { type: 'base64', media_type: mediaType, data },
		...(title !== undefined && { title })
	}) as UserBlock;
const picture = (data = PIXEL): UserBlock => encoded('image', 'image/png', data);
const file = (bytes: Buffer, title: string): UserBlock =>
	encoded('document', 'application/pdf', bytes.toString('base64'), title);
const sized = (width: number): UserBlock => {
	const bytes = Buffer.from(PIXEL, 'base64');
	bytes.writeUInt32BE(width, 16);
	return picture(bytes.toString('base64'));
};
/** One that weighs so many signs with what it is drawn from: what stands behind a picture does not leave with it. */
function heavyPixel(signs: number): string {
	const bytes = Buffer.from(PIXEL, 'base64');
	const drawn = Buffer.alloc((signs / 4) * 3 - bytes.length - 12);
	const [head, end] = [Buffer.alloc(8), Buffer.alloc(4)];
	head.writeUInt32BE(drawn.length);
	head.write('IDAT', 4);
	/** Its signature and its first chunk, the size. */
	const size = 8 + 25;
	const pieces = [bytes.subarray(0, size), head, drawn, end, bytes.subarray(size)];
	return Buffer.concat(pieces).toString('base64');
}
const many = (count: number): readonly UserBlock[] =>
	Array.from({ length: count }, () => picture());

const send = (...blocks: readonly UserBlock[]) =>
	sendMessage(app, { session, blocks: [...blocks, text('What is it?')] }, unseen, never);
/** The first message of a session is counted too. */
const refused = () => server.refusals.filter(({ request }) => request.path === '/v1/messages');
const sent = (): string => JSON.stringify(server.messages().at(-1)?.body);

describe('what no endpoint takes', () => {
	it('goes as a note, with its message and with every later one', async () => {
		expect((await send(file(aPdf({ locked: true }), 'locked.pdf'))).status).toBe('answered');
		expect(sent()).toContain('or not this: locked.pdf]');
		expect((await send(sized(8001))).status).toBe('answered');
		expect((await send(file(aPdf({ pages: 700, packed: true }), 'long.pdf'))).status).toBe(
			'answered'
		);
		expect((await send()).status).toBe('answered');
		expect(server.refusals).toEqual([]);
		const stored = await logOf(app, session.id);
		expect(stored[0]?.turn.asked[0]).toMatchObject({ type: 'document', title: 'locked.pdf' });
	});

	it('is told by the picture beside it too: among many, the large one goes as a note', async () => {
		await send(sized(3000), ...many(10));
		expect(sent()).not.toContain('or not this');
		expect((await send(...many(10))).status).toBe('answered');
		expect(sent()).toContain('or not this: a picture]');
		expect(server.refusals).toEqual([]);
	});
});

describe('what is too much for one request', () => {
	it('pictures: the oldest go as notes, and the beginning then stays the same', async () => {
		await app.db.settings.put({ key: 'model', value: 'claude-haiku-4-5-20251001' });
		for (let at = 0; at < 7; at++) {
			expect((await send(...many(20))).status).toBe('answered');
		}
		expect(server.refusals).toEqual([]);
		const notes = server
			.messages()
			.map(({ body }) => (JSON.stringify(body).match(/: a picture\]/g) ?? []).length);
		expect(notes).toEqual([0, 0, 0, 0, 0, 70, 70]);
		const { epoch } = (await app.db.sessions.get(session.id)) ?? {};
		expect(epoch).toBe(1);
	});

	// Thirty megabytes go over the line; which of them go is decided in core, and tried there each day.
	if (!isGate)
		it('bytes: the oldest go as notes', async () => {
			const heavy = () => picture(heavyPixel(5_000_000));
			expect((await send(heavy(), heavy(), heavy())).status).toBe('answered');
			expect((await send(heavy(), heavy(), heavy())).status).toBe('answered');
			expect(sent()).toContain('or not this');
			expect(server.refusals).toEqual([]);
		});
});

describe('what the endpoint alone knows it does not take', () => {
	const broken = picture('iVBORw0KGgoAAAANSUhEUg==');

	it.each([
		['a place is named', file(Buffer.from('%PDF-1.4 and nothing'), 'broken.pdf'), /not valid/],
		['no place is named', broken, /Could not process image/]
	])('where %s: it is told which it was, and Retry goes without it', async (_, block, reason) => {
		await send(picture());
		const failed = await send(block);
		expect(failed).toMatchObject({
			status: 'failed',
			failure: { kind: 'rejected', about: [{ turnId: failed.turnId, file: 0 }] }
		});
		expect(refused().map((one) => one.reason)).toEqual([expect.stringMatching(reason)]);
		const place = { sessionId: session.id, turnId: failed.turnId ?? '' };
		expect((await retryReply(app, place, unseen, never)).status).toBe('answered');
		expect(sent()).toContain('or not this');
		expect(sent()).toContain(PIXEL);
		expect((await send()).status).toBe('answered');
		expect(refused()).toHaveLength(1);
	});

	it('the next message goes without it too, also where nobody pressed Retry', async () => {
		await send(broken);
		expect((await send()).status).toBe('answered');
		expect(refused()).toHaveLength(1);
	});

	it('another model is asked with it', async () => {
		await send(broken);
		await app.db.settings.put({ key: 'model', value: 'claude-haiku-5-5' });
		expect(await send()).toMatchObject({ status: 'failed', failure: { kind: 'rejected' } });
		expect(refused()).toHaveLength(2);
		expect((await send()).status).toBe('answered');
	});
});

describe('a request that is larger than its endpoint takes', () => {
	/** More than the answer to a picture of nothing, and less than any limit that we know of. */
	const heavy = (size: number): UserBlock => picture(heavyPixel(size));

	it('names the file that makes it so, and Retry goes without it', async () => {
		const narrow = await startAnthropic({ maxBodyBytes: 100_000 });
		app = calling(app, aLine(narrow));
		const failed = await send(heavy(40_000), heavy(80_000));
		expect(failed).toMatchObject({
			status: 'failed',
			failure: { kind: 'too-large', about: [{ turnId: failed.turnId, file: 1 }] }
		});
		const place = { sessionId: session.id, turnId: failed.turnId ?? '' };
		expect((await retryReply(app, place, unseen, never)).status).toBe('answered');
		expect(JSON.stringify(narrow.messages().at(-1)?.body)).toContain('or not this: a picture]');
		await narrow.close();
	});

	it('another endpoint is asked with that file, and this one goes on without', async () => {
		const narrow = await startAnthropic({ maxBodyBytes: 100_000 });
		const wide = app;
		app = calling(app, aLine(narrow));
		await send(heavy(120_000));
		await app.db.settings.put({ key: 'endpoint', value: server.url });
		app = wide;
		expect((await send()).status).toBe('answered');
		expect(sent()).toContain('AAAAAAAA');
		await app.db.settings.delete('endpoint');
		app = calling(app, aLine(narrow));
		expect((await send()).status).toBe('answered');
		expect(JSON.stringify(narrow.messages().at(-1)?.body)).toContain('or not this: a picture]');
		await narrow.close();
	});
});
