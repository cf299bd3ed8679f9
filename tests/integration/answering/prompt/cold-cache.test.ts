// @vitest-environment node
import { expect, test } from 'vitest';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { Session } from '#core/session/session.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import type { AnthropicServer } from '../../../support/anthropic/server.ts';
import { withAnthropic } from '../../../support/anthropic/with-anthropic.ts';
import { aLine } from '../../../support/builders/a-line.ts';
import { calling, sendWords, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';

/** Old tool results and the prompt cache, over a real socket: what is cached stays as it is, what is cold gets shorter. */

let server: AnthropicServer;
let app: TestApp;
let session: Session;

withAnthropic((own) => (server = own));
withApp(
	(own) => {
		app = calling(own, aLine(server));
		session = newSession(app, { kind: 'main', offRecord: false });
	},
	{ model: 'claude-sonnet-5-5' }
);

const send = async (words: string): Promise<RequestBody> => {
	const sent = await sendWords(app, session, words);
	expect(sent.status).toBe('answered');
	return server.messages().at(-1)?.body as RequestBody;
};
const usage = async () => (await sessionOf(app.db, session.id))?.lastUsage?.usage;

const long = 'The fence on the north side is made of cedar. '.repeat(150);
const reads = '[[tool:open_turns {"from":1,"to":1}]]';
const lengths = (body: RequestBody) =>
	body.messages.flatMap(({ content }) =>
		content.flatMap((block) => (block.type === 'tool_result' ? [JSON.stringify(block).length] : []))
	);

test('#139 with recommended, old results stay whole while the cache is warm and are shortened once it is cold', async () => {
	await send(long);
	for (const words of ['Second', 'Third', 'Fourth', 'Fifth']) await send(`${words} ${reads}`);
	const warm = await send('Sixth');
	expect(Math.min(...lengths(warm))).toBeGreaterThan(5000);
	expect((await usage())?.cacheRead).toBeGreaterThan(0);

	app.clock.at += 5 * 60_000;
	const calls = server.messages();
	const cold = await send('Seventh');
	// No call is made for it, and it makes the next one lighter though that says more.
	expect(server.messages()).toHaveLength(calls.length + 1);
	const read = (call: (typeof calls)[number] | undefined) => call?.inputTokens ?? 0;
	expect(read(server.messages().at(-1))).toBeLessThan(read(calls.at(-1)) - 1000);
	expect(lengths(cold)).toHaveLength(4);
	expect(Math.min(...lengths(cold))).toBeLessThan(4000);
	// Of what was said nothing is read; what stands before it has a mark of its own, and is.
	expect((await usage())?.cacheRead).toBeLessThan(2500);

	// What was shortened stays as it is from now on, so that the new prefix is read from the cache.
	const after = await send(`Eighth ${reads}`);
	expect(lengths(after).slice(0, 4)).toEqual(lengths(cold));
	expect(
		JSON.stringify(after.messages).startsWith(JSON.stringify(cold.messages).slice(0, -1))
	).toBe(true);
	expect((await usage())?.cacheRead).toBeGreaterThan(0);
	expect(server.refusals).toEqual([]);
});

test('a pause that finds nothing to shorten changes nothing: thinking and the last count stay good', async () => {
	await send('First');
	await send('Second');
	app.clock.at += 60 * 60_000;
	const body = await send('Third');
	expect(JSON.stringify(body)).toContain('"thinking"');
	expect((await sessionOf(app.db, session.id))?.epoch).toBe(0);
	expect(server.refusals).toEqual([]);
});

test('what stands before a conversation is read from the cache in another one too', async () => {
	await send(long);
	session = newSession(app, { kind: 'main', offRecord: false });
	await send('Another conversation');
	const { cacheRead = 0, cacheWrite = 0, input = 0 } = (await usage()) ?? {};
	expect(cacheRead).toBeGreaterThan(1500);
	expect(cacheWrite + input).toBeLessThan(100);
	expect(server.refusals).toEqual([]);
});

test('for an hour, where the user wants that', async () => {
	await app.db.settings.put({ key: 'cacheLifetime', value: '1h' });
	await send(long);
	for (const words of ['Second', 'Third', 'Fourth', 'Fifth']) await send(`${words} ${reads}`);
	app.clock.at += 30 * 60_000;
	const body = await send('Sixth');
	expect(body.cache_control).toEqual({ type: 'ephemeral', ttl: '1h' });
	expect(body.system?.at(-1)?.cache_control).toEqual({ type: 'ephemeral', ttl: '1h' });
	expect(Math.min(...lengths(body))).toBeGreaterThan(5000);
	expect(server.refusals).toEqual([]);
});

test.each(['http://127.0.0.1:8080', 'http://gateway.local', 'https://gateway.example'])(
	'%s is asked to keep the prefix, and what it keeps is known by what it reports',
	async (endpoint) => {
		await app.db.settings.put({ key: 'endpoint', value: endpoint });
		await send(long);
		const body = await send('Second');
		expect(body.cache_control).toEqual({ type: 'ephemeral' });
		expect((await usage())?.cacheRead).toBeGreaterThan(0);
		expect(server.refusals).toEqual([]);
	}
);

test('how long the cache keeps the prefix changes nothing of what is said: thinking and the last count stay good', async () => {
	await send('First');
	await app.db.settings.put({ key: 'cacheLifetime', value: '1h' });
	await send('Second');
	await app.db.settings.put({ key: 'cacheLifetime', value: 'never' });
	const body = await send('Third');
	expect(JSON.stringify(body).split('"type":"thinking"')).toHaveLength(3);
	expect((await sessionOf(app.db, session.id))?.epoch).toBe(0);
	expect(server.refusals).toEqual([]);
});

test('where the user wants no cache, none is asked for, and old results stay as they are', async () => {
	await app.db.settings.put({ key: 'cacheLifetime', value: 'never' });
	await send(long);
	for (const words of ['Second', 'Third', 'Fourth', 'Fifth']) await send(`${words} ${reads}`);
	app.clock.at += 60 * 60_000;
	const body = await send('Sixth');
	expect(JSON.stringify(body)).not.toContain('cache_control');
	expect(await usage()).toMatchObject({ cacheRead: 0, cacheWrite: 0 });
	expect(Math.min(...lengths(body))).toBeGreaterThan(5000);
	expect(server.refusals).toEqual([]);
});
