/// <reference lib="webworker" />
/** The offline shell: stores the whole app when it is installed and serves it from then on. Never takes over by itself. */
import { base, build, files, prerendered, version } from '$service-worker';
import { answerTo, isOwnPage, isPageInstead, keptPage, nameOf, type Answer } from './answer.ts';
import { routesFor, type InstallWithRoutes } from './routes.ts';

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

const shell = `${base}/`;
const assets = [...build, ...files, ...prerendered];
const name = nameOf(version, assets);
const stored = new Set(assets);
/** Holds, after an update, which open pages still run an earlier version; deleted when none does. */
const note = `${base}/earlier-pages.json`;

worker.addEventListener('install', (event) => {
	event.waitUntil(store());
	event.waitUntil(route(event));
});

worker.addEventListener('activate', (event) => {
	event.waitUntil(
		noteEarlierPages()
			.then(dropEarlier)
			.then(() => worker.clients.claim())
	);
});

worker.addEventListener('message', (event) => {
	const { type } = (event.data ?? {}) as { readonly type?: unknown };
	if (type === 'SKIP_WAITING') void worker.skipWaiting();
	if (type === 'CLAIM') event.waitUntil(worker.clients.claim());
});

worker.addEventListener('fetch', (event) => {
	const { method, mode, url } = event.request;
	const answer = answerTo({ method, mode, url }, { origin: location.origin, base, stored });
	if (answer === null) return;
	event.respondWith(respond(answer, event.request));
	if (atStart(answer)) event.waitUntil(dropEarlier().then(storeMissing));
});

/** All files or none: an install that is not complete is no install, and the earlier version stays. */
async function store() {
	const cache = await caches.open(name);
	await Promise.all([shell, ...assets].map((path) => storeOne(cache, path)));
}

let missing: Promise<void> | null = null;

/** A browser may throw files away and keep this worker: it would start without a network no more. A host that has another version by now has a worker of its own for it. */
function storeMissing(): Promise<void> {
	missing ??= (async () => {
		const kept = await (await caches.open(name)).keys();
		if (kept.length <= stored.size) await store();
	})()
		.catch(() => {})
		.finally(() => (missing = null));
	return missing;
}

/** Only saves time: a browser that does not know these routes, or not all that is in them, asks this worker each time. */
async function route(event: ExtendableEvent & InstallWithRoutes) {
	await event
		.addRoutes?.(routesFor({ origin: location.origin, base, cache: name }))
		.catch(() => {});
}

async function storeOne(cache: Cache, path: string) {
	const immutable = path.startsWith(`${base}/_app/immutable/`);
	// The name of an immutable file holds its content: what an earlier version stored is not fetched again.
	const known = immutable ? await caches.match(path) : undefined;
	const response =
		known ?? (await fetch(new Request(path, { cache: immutable ? 'default' : 'reload' })));
	if (!response.ok || isPageInstead(path, response.headers.get('content-type')))
		throw new Error(`Could not store ${path}: ${String(response.status)}`);
	if (path === shell) {
		const page = await response.text();
		if (!isOwnPage(page, { base, stored })) throw new Error('The page is of another version');
		await cache.put(path, new Response(keptPage(page), response));
		return;
	}
	// A redirected response may not answer a navigation.
	await cache.put(path, response.redirected ? new Response(response.body, response) : response);
}

/** A page that starts asks for its workers, where it did not ask here for itself. */
const atStart = (answer: Answer): boolean =>
	answer.kind === 'shell' || (answer.kind !== 'refused' && answer.policy !== null);

async function respond(answer: Answer, request: Request): Promise<Response> {
	if (answer.kind === 'refused') return new Response(null, { status: 400 });
	const cache = await caches.open(name);
	if (answer.kind === 'shell') return (await cache.match(shell)) ?? fetch(request);
	const here = await cache.match(answer.path);
	const found = here ?? (await caches.match(answer.path)) ?? (await fetch(request));
	return answer.policy === null ? found : withPolicy(found, answer.policy);
}

function withPolicy(response: Response, policy: string): Response {
	const headers = new Headers(response.headers);
	headers.set('content-security-policy', policy);
	const { status, statusText } = response;
	return new Response(response.body, { status, statusText, headers });
}

/** Pages that are open while this version takes over run an earlier one, and may still ask for its files. */
async function noteEarlierPages() {
	const names = await caches.keys();
	if (!names.some((other) => other.startsWith('keepsake-') && other !== name)) return;
	const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
	const cache = await caches.open(name);
	await cache.put(note, Response.json(pages.map((page) => page.id)));
}

/** Deletes earlier caches as soon as no page lives that could ask for them. */
async function dropEarlier() {
	const cache = await caches.open(name);
	const response = await cache.match(note);
	if (!response) return;
	const ids = (await response.json()) as readonly string[];
	const living = await Promise.all(ids.map((id) => worker.clients.get(id)));
	if (living.some((page) => page !== undefined)) return;
	const names = await caches.keys();
	// Another version may be installing at this moment; its cache is not ours to judge, and it is younger.
	const waiting = worker.registration.installing ?? worker.registration.waiting;
	if (waiting) return;
	await Promise.all(
		names
			.filter((other) => other.startsWith('keepsake-') && other !== name)
			.map((other) => caches.delete(other))
	);
	await cache.delete(note);
}
