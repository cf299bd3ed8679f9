// @vitest-environment node
/** The server of `npm start` promises more than files: deep links, policies for workers, and nothing outside its folder. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { request as ask } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { workerPolicy } from '#core/worker-policy.ts';
import { serve } from '../../../scripts/serve.js';

const PAGE = `<!doctype html><title>Keepsake</title>${'<p>words</p>'.repeat(200)}`;
const CODE = `export const words = ${JSON.stringify('word '.repeat(500))};`;
const WORKER = '/_app/immutable/workers/telephone-Abc123.js';

let home: string;
let serving: Awaited<ReturnType<typeof serve>>;

beforeAll(async () => {
	home = await mkdtemp(path.join(tmpdir(), 'keepsake-serve-'));
	const folder = path.join(home, 'build');
	const files: Record<string, string> = {
		'index.html': PAGE,
		'sandbox.html': '<!doctype html>',
		'manifest.webmanifest': '{}',
		'service-worker.js': 'self.skip = 1;',
		'_app/immutable/chunks/a.js': CODE,
		'_app/version.json': '{"version":"1"}',
		[WORKER.slice(1)]: 'self.onmessage = null;'
	};
	for (const [name, text] of Object.entries(files)) {
		await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
		await writeFile(path.join(folder, name), text);
	}
	await writeFile(path.join(home, 'secret.txt'), 'secret');
	await symlink(path.join(home, 'secret.txt'), path.join(folder, 'link.txt'));
	serving = await serve({ folder, port: 0 });
});
afterAll(async () => {
	await serving.close();
	await rm(home, { recursive: true });
});

interface Answer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly bytes: Buffer;
}

/** A raw request: nothing tidies the path, nothing unpacks the body. */
function get(
	address: string,
	options: { method?: string; headers?: Record<string, string>; host?: string } = {}
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const { method = 'GET', headers = {}, host = '127.0.0.1' } = options;
		const call = ask({ host, port: serving.port, path: address, method, headers }, (response) => {
			const parts: Buffer[] = [];
			response.on('data', (part: Buffer) => parts.push(part));
			response.on('end', () => {
				const bytes = Buffer.concat(parts);
				resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes });
			});
		});
		call.on('error', reject);
		call.end();
	});
}

describe('The server of the built app', () => {
	it.each([
		'/',
		'/chat/0192f3a0',
		'/memory/MEMORY.md',
		'/memory/memory/2026-11-20.md',
		'/settings',
		'/search?q=a.b',
		'/memory/',
		'/_apple'
	])('answers %s with the page', async (address) => {
		const { status, headers, bytes } = await get(address);
		expect(status).toBe(200);
		expect(headers['content-type']).toBe('text/html; charset=utf-8');
		expect(headers['cache-control']).toBe('no-cache');
		expect(headers['content-security-policy']).toBe("frame-ancestors 'none'");
		expect(bytes.toString()).toBe(PAGE);
	});

	it('answers missing code with 404, so that an old tab learns that it is old', async () => {
		for (const address of ['/_app/immutable/chunks/gone.js', '/_app/gone.json', '/_app/immutable'])
			expect((await get(address)).status).toBe(404);
	});

	it('keeps code for ever and asks again for everything else', async () => {
		const code = await get('/_app/immutable/chunks/a.js');
		expect(code.headers['cache-control']).toBe('public, max-age=31536000, immutable');
		expect(code.headers['content-type']).toBe('text/javascript; charset=utf-8');
		expect((await get('/_app/version.json')).headers['cache-control']).toBe('no-cache');
		const manifest = await get('/manifest.webmanifest');
		expect(manifest.headers['content-type']).toBe('application/manifest+json; charset=utf-8');
	});

	it('packs text as the browser wishes, and says so', async () => {
		const packed = async (accepted: string) =>
			get('/_app/immutable/chunks/a.js', { headers: { 'accept-encoding': accepted } });
		const brotli = await packed('gzip, deflate, br');
		expect(brotli.headers['content-encoding']).toBe('br');
		expect(brotliDecompressSync(brotli.bytes).toString()).toBe(CODE);
		const zipped = await packed('gzip, br;q=0');
		expect(zipped.headers['content-encoding']).toBe('gzip');
		expect(gunzipSync(zipped.bytes).toString()).toBe(CODE);
		const plain = await packed('identity');
		expect(plain.headers['content-encoding']).toBeUndefined();
		expect(plain.bytes.toString()).toBe(CODE);
		expect(new Set([brotli, zipped, plain].map(({ headers }) => headers['etag'])).size).toBe(3);
		for (const { headers, bytes } of [brotli, zipped, plain]) {
			expect(headers['vary']).toBe('Accept-Encoding');
			expect(headers['content-length']).toBe(String(bytes.length));
		}
	});

	it('answers 304 to whoever has it already, and news once the file has changed', async () => {
		const first = await get('/_app/version.json');
		const headers = { 'if-none-match': String(first.headers['etag']) };
		const again = await get('/_app/version.json', { headers });
		expect(again.status).toBe(304);
		expect(again.bytes).toHaveLength(0);
		await writeFile(path.join(home, 'build', '_app/version.json'), '{"version":"2 and later"}');
		const news = await get('/_app/version.json', { headers });
		expect(news.status).toBe(200);
		expect(news.bytes.toString()).toContain('later');
	});

	it('answers HEAD with the headers of GET, and no other method', async () => {
		const whole = await get('/settings');
		const head = await get('/settings', { method: 'HEAD' });
		expect(head.bytes).toHaveLength(0);
		for (const name of ['content-length', 'content-type', 'etag', 'content-security-policy'])
			expect(head.headers[name]).toBe(whole.headers[name]);
		const posted = await get('/', { method: 'POST' });
		expect(posted.status).toBe(405);
		expect(posted.headers['allow']).toBe('GET, HEAD');
	});

	it.each([
		'/../secret.txt',
		'/..%2fsecret.txt',
		'/%2e%2e/secret.txt',
		'/chat/../../secret.txt',
		'/..%5csecret.txt',
		'/link.txt',
		'/%00',
		'/%E0%A4%A',
		'//../secret.txt',
		'http://elsewhere/../secret.txt'
	])('gives nothing away at %s', async (address) => {
		expect((await get(address)).bytes.toString()).not.toContain('secret');
	});

	it('sends the headers of a careful host with everything', async () => {
		for (const address of ['/', WORKER, '/_app/gone.js']) {
			const { headers } = await get(address);
			expect(headers).toMatchObject({
				'x-content-type-options': 'nosniff',
				'referrer-policy': 'no-referrer',
				'cross-origin-opener-policy': 'same-origin'
			});
			expect(headers['permissions-policy']).toContain('camera=()');
		}
	});

	it('lets the sandbox be framed by the page, and only it', async () => {
		const sandbox = await get('/sandbox.html');
		expect(sandbox.headers['content-security-policy']).toBe("frame-ancestors 'self'");
	});

	it('lets the telephone reach its endpoint and no worker anything else', async () => {
		const policy = async (address: string) =>
			(await get(address)).headers['content-security-policy'];
		const asked = (endpoint: string) => `${WORKER}?endpoint=${encodeURIComponent(endpoint)}`;
		expect(await policy(WORKER)).toBe(workerPolicy(null));
		expect(await policy(asked('https://api.anthropic.com'))).toBe(
			workerPolicy('https://api.anthropic.com')
		);
		expect(await policy(asked('http://127.0.0.1:4000'))).toBe(
			workerPolicy('http://127.0.0.1:4000')
		);
		expect(await policy('/service-worker.js')).toBe(workerPolicy("'self'"));
		expect(await policy('/_app/immutable/chunks/a.js')).toBeUndefined();
	});

	it.each([
		'*',
		'https:',
		'https://a.test; script-src *',
		'https://a.test https://b.test',
		'https://a.test/v1',
		'https://user@a.test',
		'ftp://a.test',
		'data:text/plain,x',
		"'self'",
		''
	])('refuses to start the telephone for the endpoint %j', async (endpoint) => {
		const { status, headers } = await get(`${WORKER}?endpoint=${encodeURIComponent(endpoint)}`);
		expect(status).toBe(400);
		expect(headers['content-security-policy']).toBeUndefined();
	});

	it('says what to do when the port is taken or the app is not built', async () => {
		await expect(serve({ folder: path.join(home, 'build'), port: serving.port })).rejects.toThrow(
			`Port ${serving.port} is taken.`
		);
		await expect(serve({ folder: home, port: 0 })).rejects.toThrow(/npm run build/);
		await expect(serve({ folder: path.join(home, 'none'), port: 0 })).rejects.toThrow(
			/npm run build/
		);
	});
});
