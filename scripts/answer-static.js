/** Answers for the built app as a careful host would: headers, compression, and the page for every address of the app. */
import { createHash } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const types = /** @type {Record<string, string>} */ ({
	'.html': 'text/html; charset=utf-8',
	'.js': 'text/javascript; charset=utf-8',
	'.mjs': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.json': 'application/json; charset=utf-8',
	'.webmanifest': 'application/manifest+json; charset=utf-8',
	'.map': 'application/json; charset=utf-8',
	'.md': 'text/markdown; charset=utf-8',
	'.txt': 'text/plain; charset=utf-8',
	'.xml': 'application/xml; charset=utf-8',
	'.svg': 'image/svg+xml',
	'.png': 'image/png',
	'.jpg': 'image/jpeg',
	'.webp': 'image/webp',
	'.avif': 'image/avif',
	'.gif': 'image/gif',
	'.ico': 'image/x-icon',
	'.woff': 'font/woff',
	'.woff2': 'font/woff2',
	'.wasm': 'application/wasm'
});
const COMPRESSED = /^(text\/|application\/(json|manifest|xml|wasm)|image\/svg)/;
const always = {
	'X-Content-Type-Options': 'nosniff',
	'Referrer-Policy': 'no-referrer',
	'Cross-Origin-Opener-Policy': 'same-origin',
	'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), usb=(), serial=(), payment=()'
};
const compress = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * @typedef {object} Shown
 * @property {Buffer} bytes
 * @property {string} type
 * @property {string} hash
 * @property {string} stamp Changes when the file does.
 * @property {Map<string, Promise<Buffer>>} packed By encoding.
 */

/**
 * Files of a folder; `index.html` for every path that is no file, those that end in `.md` included; 404 for
 * missing code under `/_app/`.
 *
 * @param {string} root Real path of the folder.
 */
export function answerFrom(root) {
	/** @type {Map<string, Shown>} */
	const shown = new Map();

	/**
	 * @param {import('node:http').IncomingMessage} request
	 * @param {import('node:http').ServerResponse} response
	 */
	return async (request, response) => {
		if (request.method !== 'GET' && request.method !== 'HEAD') {
			refuse(response, 405, 'Only GET and HEAD are answered here.', { Allow: 'GET, HEAD' });
			return;
		}
		const address = parseAddress(request.url ?? '/');
		if (address === null) {
			refuse(response, 400, 'This address cannot be read.');
			return;
		}
		const asked = await open(root, address.pathname, shown);
		const isCode = address.pathname.startsWith('/_app/');
		if (asked === null && isCode) {
			refuse(response, 404, 'There is no such file.');
			return;
		}
		const file = asked ?? (await open(root, '/index.html', shown));
		if (file === null) {
			refuse(response, 500, 'The built app has gone. Build it again: npm run build');
			return;
		}
		const policy = policyFor(address, file);
		if (policy === null) {
			refuse(response, 400, 'The endpoint has to be an origin, like https://api.anthropic.com');
			return;
		}
		await send(request, response, {
			file,
			headers: {
				...policy,
				'Cache-Control':
					asked !== null && address.pathname.startsWith('/_app/immutable/')
						? 'public, max-age=31536000, immutable'
						: 'no-cache'
			}
		});
	};
}

/**
 * @param {string} raw
 * @returns {{ pathname: string, query: URLSearchParams } | null}
 */
function parseAddress(raw) {
	try {
		const end = raw.indexOf('?');
		const pathname = decodeURIComponent(end < 0 ? raw : raw.slice(0, end));
		if (!pathname.startsWith('/') || /[\0\\]/.test(pathname)) return null;
		return { pathname, query: new URLSearchParams(end < 0 ? '' : raw.slice(end + 1)) };
	} catch {
		return null;
	}
}

/**
 * The file at an address, read anew when it has changed. Null for what is not a file inside the folder, links
 * that lead out of it included.
 *
 * @param {string} root
 * @param {string} pathname
 * @param {Map<string, Shown>} shown
 * @returns {Promise<Shown | null>}
 */
async function open(root, pathname, shown) {
	const place = path.join(root, pathname === '/' ? 'index.html' : pathname);
	const real = await realpath(place).catch(() => null);
	if (real === null || !real.startsWith(root + path.sep)) return null;
	const { mtimeMs, size, isFile } = await describe(real);
	if (!isFile) return null;
	const stamp = `${mtimeMs}-${size}`;
	const known = shown.get(real);
	if (known?.stamp === stamp) return known;
	const bytes = await readFile(real);
	const file = {
		bytes,
		stamp,
		type: types[path.extname(real).toLowerCase()] ?? 'application/octet-stream',
		hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
		packed: new Map()
	};
	shown.set(real, file);
	return file;
}

/** @param {string} place */
async function describe(place) {
	const facts = await stat(place);
	return { mtimeMs: facts.mtimeMs, size: facts.size, isFile: facts.isFile() };
}

/**
 * What the page and its workers may do beyond the policy in the page itself, which does not bind a worker.
 *
 * @param {{ pathname: string, query: URLSearchParams }} address
 * @param {Shown} file
 * @returns {Record<string, string> | null} Null for an endpoint that is no origin.
 */
function policyFor({ pathname, query }, file) {
	if (pathname.startsWith('/_app/immutable/workers/') && file.type.startsWith('text/javascript')) {
		const endpoint = query.get('endpoint');
		const target = endpoint === null ? "'none'" : originOf(endpoint);
		if (target === null) return null;
		return {
			'Content-Security-Policy': `default-src 'none'; script-src 'self'; connect-src ${target}`
		};
	}
	if (pathname === '/service-worker.js')
		return {
			'Content-Security-Policy': "default-src 'none'; script-src 'self'; connect-src 'self'"
		};
	if (!file.type.startsWith('text/html')) return {};
	// The sandbox is there to be framed by the page; nothing else is.
	const framedBy = pathname === '/sandbox.html' ? "'self'" : "'none'";
	return { 'Content-Security-Policy': `frame-ancestors ${framedBy}` };
}

/**
 * @param {string} text
 * @returns {string | null}
 */
function originOf(text) {
	if (!URL.canParse(text)) return null;
	const { protocol, origin } = new URL(text);
	return (protocol === 'https:' || protocol === 'http:') && origin === text ? origin : null;
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 * @param {{ file: Shown, headers: Record<string, string> }} what
 */
async function send(request, response, { file, headers }) {
	const packs = COMPRESSED.test(file.type) && file.bytes.length > 1024;
	const encoding = packs ? encodingFor(request.headers['accept-encoding'] ?? '') : null;
	const tag = `"${file.hash}${encoding === null ? '' : `-${encoding}`}"`;
	const all = {
		...always,
		...headers,
		ETag: tag,
		...(packs ? { Vary: 'Accept-Encoding' } : {})
	};
	if ((request.headers['if-none-match'] ?? '').split(/\s*,\s*/).includes(tag)) {
		response.writeHead(304, all).end();
		return;
	}
	const bytes = encoding === null ? file.bytes : await pack(file, encoding);
	response.writeHead(200, {
		...all,
		...(encoding === null ? {} : { 'Content-Encoding': encoding }),
		'Content-Type': file.type,
		'Content-Length': bytes.length
	});
	if (request.method === 'HEAD') response.end();
	else response.end(bytes);
}

/**
 * @param {string} accepted
 * @returns {'br' | 'gzip' | null}
 */
function encodingFor(accepted) {
	const offered = accepted
		.split(',')
		.map((one) => one.trim().split(/\s*;\s*q=/))
		.filter(([, weight]) => weight === undefined || Number(weight) > 0)
		.map(([name]) => name);
	if (offered.includes('br')) return 'br';
	return offered.includes('gzip') ? 'gzip' : null;
}

/**
 * @param {Shown} file
 * @param {'br' | 'gzip'} encoding
 */
function pack(file, encoding) {
	const known = file.packed.get(encoding);
	if (known) return known;
	const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };
	const packed =
		encoding === 'br' ? compress.br(file.bytes, options) : compress.gzip(file.bytes, { level: 7 });
	file.packed.set(encoding, packed);
	return packed;
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} sentence
 * @param {Record<string, string>} [headers]
 */
function refuse(response, status, sentence, headers = {}) {
	const type = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' };
	response.writeHead(status, { ...always, ...type, ...headers }).end(`${sentence}\n`);
}
