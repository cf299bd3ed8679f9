import { describe, expect, it } from 'vitest';
import { aLine } from '../../support/builders/a-line.ts';
import { never } from '../../support/never.ts';

/** A test of the connection: whether messages can be posted where the list of models does not show it. */

const openAiList = { object: 'list', data: [{ id: 'gpt-5', object: 'model', owned_by: 'x' }] };
const ownList = { data: [{ type: 'model', id: 'claude' }], has_more: false, last_id: 'claude' };
const invalidUrl = { error: { message: 'Invalid URL', type: 'invalid_request_error' } };
const missing = {
	type: 'error',
	error: { type: 'invalid_request_error', message: 'messages: Field required' }
};

/** What a server answers: a status and a body for each of its paths; of all others it knows nothing. */
type Paths = Readonly<Record<string, readonly [number, unknown]>>;

function aServer(paths: Paths) {
	const posted: { readonly path: string; readonly body: string }[] = [];
	const line = aLine(
		{ url: 'https://api.example', key: 'sk-test' },
		{
			fetch: async (input, init) => {
				const { pathname } = new URL(input instanceof Request ? input.url : input);
				if (init?.method?.toUpperCase() === 'POST')
					posted.push({ path: pathname, body: await new Response(init.body).text() });
				const [status, body] = paths[pathname] ?? [404, invalidUrl];
				return typeof body === 'string'
					? new Response(body, { status, headers: { 'content-type': 'text/html' } })
					: Response.json(body, { status });
			}
		}
	);
	return { posted, models: (isTest: boolean) => line.models(never, isTest) };
}

const works = (ids: readonly string[]) => ({ status: 'listed', models: ids.map((id) => ({ id })) });
const fails = (kind: string) => ({ status: 'failed', failure: { kind } });
const messages = '/v1/messages';
const count = '/v1/messages/count_tokens';

describe('an endpoint that lists models', () => {
	it.each<[string, Paths, ReturnType<typeof works> | ReturnType<typeof fails>]>([
		['and knows no messages is none', {}, fails('not-an-api')],
		['and answers messages with a page is none', { [messages]: [200, '<p>'] }, fails('not-an-api')],
		[
			'and says in a 200 that it does not know the path is none',
			{ [messages]: [200, { error: 'Unexpected endpoint or method.' }] },
			fails('not-an-api')
		],
		['and takes no method there is none', { [messages]: [405, invalidUrl] }, fails('not-an-api')],
		[
			'to everybody may refuse the key only where it is used',
			{ [messages]: [401, { error: { message: 'No auth credentials found' } }] },
			fails('key-refused')
		],
		['works where it counts', { [count]: [400, missing] }, works(['gpt-5'])],
		['works where it does not count', { [messages]: [400, missing] }, works(['gpt-5'])],
		[
			'works where it has loaded none yet',
			{ [messages]: [404, { error: { message: 'No models loaded.' } }] },
			works(['gpt-5'])
		],
		['works where it stumbles over nothing', { [messages]: [500, missing] }, works(['gpt-5'])],
		['works where it is busy', { [messages]: [429, missing] }, works(['gpt-5'])]
	])('as others do %s', async (_, paths, outcome) => {
		const server = aServer({ '/v1/models': [200, openAiList], ...paths });
		expect(await server.models(true)).toMatchObject(outcome);
		// Nobody can answer that, and nobody bills it.
		expect(server.posted.every(({ body }) => body === '{}')).toBe(true);
	});

	it('as Anthropic does is asked for nothing more', async () => {
		const server = aServer({ '/v1/models': [200, ownList] });
		expect(await server.models(true)).toMatchObject(works(['claude']));
		expect(server.posted).toEqual([]);
	});

	it('is asked for nothing more where nobody tests it', async () => {
		const server = aServer({ '/v1/models': [200, openAiList] });
		expect(await server.models(false)).toMatchObject(works(['gpt-5']));
		expect(server.posted).toEqual([]);
	});
});

describe('an endpoint that lists none', () => {
	it('works where it takes messages, and does not where the address leads nowhere', async () => {
		const works = aServer({ [messages]: [400, missing] });
		expect(await works.models(true)).toEqual({ status: 'listed', models: [] });
		expect(works.posted.map(({ path }) => path)).toEqual([count, messages]);
		expect(await aServer({}).models(true)).toMatchObject(fails('not-an-api'));
	});

	it.each<Paths[string]>([
		[404, '404 page not found'],
		[405, 'Method Not Allowed'],
		[200, '<!doctype html><title>Gateway</title>'],
		[200, { status: 'ok' }]
	])('is told by whether it takes messages, in whatever way it says so: %i %s', async (...list) => {
		const paths = { '/v1/models': list };
		const works = aServer({ ...paths, [messages]: [400, missing] });
		expect(await works.models(true)).toEqual({ status: 'listed', models: [] });
		expect(await aServer(paths).models(true)).toMatchObject(fails('not-an-api'));
	});
});
