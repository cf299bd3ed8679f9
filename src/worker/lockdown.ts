import { sendAsTaken } from '#worker/telephone/taken-headers.ts';

/** What a worker does before anything else: it gives up every way to the network but the one it needs. */

/** Names by which a worker could reach the network, or start something that can. */
const waysOut = [
	'XMLHttpRequest',
	'WebSocket',
	'WebSocketStream',
	'EventSource',
	'WebTransport',
	'RTCPeerConnection',
	'importScripts',
	'Worker',
	'SharedWorker',
	'caches',
	'CacheStorage',
	'Cache',
	'FontFace',
	'fonts'
];

/**
 * Take the ways out from `scope` and everything it inherits from. `fetch` is replaced by `instead`, or taken away
 * where that is null; neither can be undone.
 */
export function lockDown(scope: object, instead: typeof fetch | null): void {
	for (const name of [...waysOut, 'fetch']) takeAway(scope, name);
	Object.defineProperty(scope, 'fetch', {
		value: instead ?? undefined,
		writable: false,
		configurable: false
	});
}

function takeAway(scope: object, name: string): void {
	for (let holder: object | null = scope; holder; holder = Reflect.getPrototypeOf(holder)) {
		if (!Object.hasOwn(holder, name) || Reflect.deleteProperty(holder, name)) continue;
		// Some platforms do not let go of a property; its value they do.
		Reflect.defineProperty(holder, name, { value: undefined });
	}
}

/** Where the guarded fetch lets calls go, and as whom. */
export interface Destination {
	/** The one origin, fixed when the worker starts; null: nowhere. */
	readonly origin: string | null;
	/** Base URL, without a trailing slash; null until it is known. */
	readonly base: () => string | null;
	/** The one header that may say who we are; null: none may. */
	readonly credential: () => { readonly header: string; readonly value: string } | null;
}

/** Paths below the base, each with its method and the fields its query may have. */
const allowedCalls = [
	{ method: 'POST', path: '/v1/messages', query: [] },
	{ method: 'POST', path: '/v1/messages/count_tokens', query: [] },
	{ method: 'GET', path: '/v1/models', query: ['limit', 'after_id'] }
];

/**
 * Headers of a call. All others are not needed and say too much about the device, or are not in a CORS list; of these
 * some servers take the first two alone (taken-headers).
 */
const headersSent = [
	'accept',
	'content-type',
	'anthropic-version',
	'anthropic-dangerous-direct-browser-access'
];

/** Headers that could say who we are. Only ours may be there, with our key (security row 8c). */
const credentials = ['authorization', 'x-api-key', 'api-key', 'proxy-authorization', 'cookie'];

/**
 * A fetch that makes three calls to one origin and no other, with one credential: no model, tool or page chooses
 * address or header of it. Rejects with a TypeError, as a refused call does.
 */
export function guardedFetch(send: typeof fetch, destination: Destination): typeof fetch {
	const sendTo = sendAsTaken(send);
	return async (input, init = {}) => {
		const base = destination.base();
		const address = typeof input === 'string' ? input : input instanceof URL ? input.href : null;
		const method = init.method ?? 'GET';
		if (
			base === null ||
			address === null ||
			!isAllowed(address, { base, method, origin: destination.origin })
		)
			throw new TypeError('This call is not one of ours.');
		const given = new Headers(init.headers);
		const credential = destination.credential();
		if (!isOurs(given, credential)) throw new TypeError('These credentials are not ours.');
		const headers = new Headers();
		for (const name of credential ? [...headersSent, credential.header] : headersSent) {
			const value = given.get(name);
			if (value !== null) headers.set(name, value);
		}
		return sendTo({
			base,
			address,
			method,
			headers,
			body: init.body ?? null,
			signal: init.signal ?? null,
			mode: 'cors',
			// No browser keeps answers to a POST. To forbid it would only have the browser ask the endpoint for leave
			// (CORS) before each message anew, where it may remember it.
			cache: method === 'GET' ? 'no-store' : 'default',
			redirect: 'error',
			credentials: 'omit',
			referrerPolicy: 'no-referrer'
		});
	};
}

function isAllowed(
	address: string,
	at: { readonly base: string; readonly method: string; readonly origin: string | null }
): boolean {
	// Compared as it was written: nothing that has to be resolved or decoded first is one of ours.
	const [path, query = '', ...rest] = address.split('?');
	const call = allowedCalls.find((one) => at.base + one.path === path && one.method === at.method);
	if (!call || rest.length > 0 || address.includes('#') || !URL.canParse(address)) return false;
	const url = new URL(address);
	return (
		url.origin === at.origin &&
		url.href === address &&
		url.username === '' &&
		[...new URLSearchParams(query).keys()].every((name) => call.query.includes(name))
	);
}

function isOurs(
	given: Headers,
	credential: { readonly header: string; readonly value: string } | null
): boolean {
	return credentials.every((name) =>
		name === credential?.header ? given.get(name) === credential.value : !given.has(name)
	);
}
