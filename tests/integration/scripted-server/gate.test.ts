/** Who may call the scripted server, and where. */
import { describe, expect, it } from 'vitest';
import { brokenCalls } from './broken-requests.ts';
import { MOST_BODY_BYTES, send, server, sound, withServer } from './requests.ts';

withServer();

describe('The scripted server keeps the gate', () => {
	it.each(brokenCalls)('%s is refused', async (_name, options, status, reason) => {
		const refused = await send(sound(), options);
		expect(refused.status).toBe(status);
		expect(refused.json.error?.message).toMatch(reason);
		expect(server.refusals.map((one) => one.status)).toEqual([status]);
	});

	it('the key is taken from either header', async () => {
		expect((await send(sound())).status).toBe(200);
		const named = { authorization: null, 'x-api-key': server.key };
		expect((await send(sound(), { headers: named })).status).toBe(200);
	});

	it('a model that does not exist is not found', async () => {
		const refused = await send(sound({ model: 'claude-9' }));
		expect(refused.status).toBe(404);
		expect(refused.json.error).toMatchObject({
			type: 'not_found_error',
			message: 'model: claude-9'
		});
	});

	it('a body over the limit is too large', async () => {
		const large = sound({ messages: [{ role: 'user', content: 'x'.repeat(MOST_BODY_BYTES) }] });
		const refused = await send(large);
		expect(refused.status).toBe(413);
		expect(refused.json.error?.type).toBe('request_too_large');
	});

	it('models are listed in pages', async () => {
		const first = await send(null, { path: '/v1/models?limit=2', method: 'GET' });
		expect(first.json).toMatchObject({ has_more: true, last_id: 'claude-sonnet-5-5' });
		const query = `limit=20&after_id=${String(first.json['last_id'])}`;
		const rest = await send(null, { path: `/v1/models?${query}`, method: 'GET' });
		expect(rest.json).toMatchObject({ has_more: false, first_id: 'claude-haiku-5-5' });
		expect(rest.json['data']).toContainEqual(
			expect.objectContaining({
				id: 'claude-haiku-4-5-20251001',
				max_input_tokens: 200_000,
				max_tokens: 64_000,
				display_name: 'Claude Haiku 4.5',
				created_at: '2025-10-01T00:00:00Z'
			})
		);
	});

	it('a preflight names the headers it takes and the headers a page may read', async () => {
		const asked = 'authorization, x-stainless-os, x-evil';
		const response = await fetch(`${server.url}/v1/messages`, {
			method: 'OPTIONS',
			headers: {
				origin: 'http://app.test',
				'access-control-request-method': 'POST',
				'access-control-request-headers': asked
			}
		});
		expect(response.headers.get('access-control-allow-origin')).toBe('http://app.test');
		const allowed = response.headers.get('access-control-allow-headers') ?? '';
		for (const name of [
			'authorization',
			'x-api-key',
			'content-type',
			'anthropic-version',
			'x-stainless-os'
		])
			expect(allowed).toContain(name);
		expect(allowed).not.toContain('x-evil');
		const answer = await send(sound(), {
			headers: { origin: 'http://app.test', 'anthropic-dangerous-direct-browser-access': 'true' }
		});
		expect(answer.headers.get('access-control-expose-headers')).toBe('request-id, retry-after');
		expect(server.preflights).toEqual([{ path: '/v1/messages', headers: asked }]);
		expect(server.requests).toHaveLength(1);
	});
});
