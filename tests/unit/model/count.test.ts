import { expect, it } from 'vitest';
import { aLine } from '../../support/builders/a-line.ts';
import { never } from '../../support/never.ts';

/** What an endpoint says of the size of a prompt, and what it means where it says something else. */

const request = {
	endpoint: 'https://api.example',
	body: { model: 'm', max_tokens: 10, messages: [{ role: 'user', content: [] }] }
} as const;

const counted = (status: number, body: unknown) =>
	aLine(
		{ url: 'https://api.example', key: 'sk-test' },
		{
			fetch: () =>
				Promise.resolve(
					typeof body === 'string'
						? new Response(body, { status, headers: { 'content-type': 'text/html' } })
						: Response.json(body, { status })
				)
		}
	).count(request, never);

it('is taken where it is a number', async () => {
	expect(await counted(200, { input_tokens: 12 })).toEqual({ status: 'counted', tokens: 12 });
});

it.each([
	// No prompt is nothing: a weight of 0 would never reach a threshold (INV-10).
	['tells of no tokens', 200, { input_tokens: 0 }],
	['tells no number', 200, { input_tokens: '12' }],
	['answers with a page', 200, '<!doctype html>'],
	['does not know the path', 404, { error: { type: 'not_found_error', message: 'Not Found' } }],
	['has not made it yet', 501, { error: { type: 'api_error', message: 'Not implemented' } }]
])('of an endpoint that %s the estimate stands', async (_, status, body) => {
	expect(await counted(status, body)).toEqual({ status: 'unsupported' });
});

it('that is refused says why', async () => {
	expect(await counted(401, { error: { type: 'authentication_error' } })).toEqual({
		status: 'failed',
		failure: { kind: 'key-refused' }
	});
});
