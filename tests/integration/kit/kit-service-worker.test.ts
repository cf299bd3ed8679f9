// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { registerServiceWorker } from '#ui/shell/register-service-worker.ts';
import { answerTo, isOwnPage, isPageInstead, nameOf } from '../../../src/service-worker/answer.ts';
import { routesFor } from '../../../src/service-worker/routes.ts';

const origin = 'https://app.example';
const workerScript = '/_app/immutable/workers/telephone-a1.js';
const shell = {
	origin,
	base: '',
	stored: new Set(['/_app/immutable/a.js', '/icons/a.png', workerScript])
};
const ask = (url: string, { method = 'GET', mode = 'cors' } = {}) =>
	answerTo({ method, mode, url: url.startsWith('/') ? origin + url : url }, shell);

describe('the service worker', () => {
	it.each([
		['another origin', 'https://api.anthropic.com/v1/messages', {}],
		['another port', 'https://app.example:8443/', { mode: 'navigate' }],
		['a POST', '/', { method: 'POST' }],
		['a HEAD', '/icons/a.png', { method: 'HEAD' }],
		['a file it does not know', '/_app/version.json', {}],
		['a blob', 'blob:https://app.example/1', {}]
	])('leaves %s alone', (_, url, how) => {
		expect(ask(url, how)).toBeNull();
	});

	it.each(['/', '/chat/1', '/memory/MEMORY.md', '/search?q=x', '/settings#data'])(
		'answers the page %s with the shell',
		(path) => {
			expect(ask(path, { mode: 'navigate' })).toEqual({ kind: 'shell' });
		}
	);

	it('answers a stored file whatever is asked behind the question mark', () => {
		expect(ask('/icons/a.png?x=1')).toEqual({ kind: 'stored', path: '/icons/a.png', policy: null });
	});

	it('looks among earlier versions for code that an old page asks for', () => {
		expect(ask('/_app/immutable/old.js')).toMatchObject({ kind: 'earlier', policy: null });
	});

	it('leaves to the browser what nothing has to be done to, and never the scripts of workers', () => {
		const routes = routesFor({ origin: 'http://localhost:4173', base: '/app', cache: 'this' });
		const here = { protocol: 'http', hostname: 'localhost', port: '4173' };
		const at = (pathname: string, search = '*') => ({ urlPattern: { ...here, pathname, search } });
		expect(routes).toEqual([
			{ condition: { not: at('*') }, source: 'network' },
			{ condition: at('/app/_app/immutable/workers/*'), source: 'fetch-event' },
			{ condition: at('/app/_app/immutable/*'), source: 'cache' },
			{ condition: at('/app/', ''), source: { cacheName: 'this' } }
		]);
	});

	it('lets a worker reach nothing, or the one endpoint it was started for', () => {
		const policy = (target: string) =>
			`default-src 'none'; script-src 'self'; connect-src ${target}`;
		expect(ask(workerScript)).toMatchObject({ kind: 'stored', policy: policy("'none'") });
		expect(ask(`${workerScript}?endpoint=https%3A%2F%2Fapi.anthropic.com`)).toMatchObject({
			path: workerScript,
			policy: policy('https://api.anthropic.com')
		});
		expect(ask(`${workerScript}?endpoint=http://localhost:11434`)).toMatchObject({
			policy: policy('http://localhost:11434')
		});
	});

	it.each([
		'*',
		"'self'",
		'https://a.example/path',
		'wss://a.example',
		'https://a.example *',
		'https://a.example;script-src *',
		'https://a.example@b.example',
		'HTTPS://A.EXAMPLE',
		'javascript:1',
		'data:,',
		''
	])('refuses to start a worker for the endpoint %j', (endpoint) => {
		const query = new URLSearchParams({ endpoint });
		expect(ask(`${workerScript}?${query.toString()}`)).toEqual({ kind: 'refused' });
	});

	it('takes no page for code, and none that names code of another version', () => {
		expect(isPageInstead('/_app/immutable/a.js', 'text/html; charset=utf-8')).toBe(true);
		expect(isPageInstead('/icons/a.png', 'text/html')).toBe(true);
		expect(isPageInstead('/_app/immutable/a.js', 'text/javascript')).toBe(false);
		expect(isPageInstead('/_app/immutable/a.js', null)).toBe(false);
		expect(isPageInstead('/', 'text/html')).toBe(false);
		expect(isPageInstead('/sandbox.html', 'text/html')).toBe(false);
		const names = (file: string) => `<link href="/_app/immutable/${file}" rel="modulepreload">`;
		expect(isOwnPage(names('a.js'), shell)).toBe(true);
		expect(isOwnPage(names('a.js') + names('b.js'), shell)).toBe(false);
		const below = { base: '/app', stored: new Set(['/app/_app/immutable/a.js']) };
		expect(isOwnPage('import("/app/_app/immutable/a.js")', below)).toBe(true);
	});

	it('gives every build a cache of its own', () => {
		expect(nameOf('1', ['/a.js'])).not.toBe(nameOf('1', ['/b.js']));
		expect(nameOf('1', ['/a.js'])).toBe(nameOf('1', ['/a.js']));
	});
});

/** As much of the browser's side as the registration looks at. */
function browserSide({ controlled }: { controlled: boolean }) {
	const registration = Object.assign(new EventTarget(), {
		waiting: null as null | { postMessage: (message: unknown) => void },
		active: null as null | { postMessage: (message: unknown) => void },
		installing: null as null | (EventTarget & { state: string }),
		update: () => Promise.resolve()
	});
	const register = vi.fn(() => Promise.resolve(registration));
	const container = Object.assign(new EventTarget(), {
		controller: controlled ? {} : null,
		register
	});
	return { registration, register, container: container as unknown as ServiceWorkerContainer };
}

function installs(registration: ReturnType<typeof browserSide>['registration']) {
	const worker = Object.assign(new EventTarget(), { state: 'installing' });
	const postMessage = vi.fn();
	registration.installing = worker;
	registration.dispatchEvent(new Event('updatefound'));
	worker.state = 'installed';
	registration.waiting = { postMessage };
	worker.dispatchEvent(new Event('statechange'));
	return postMessage;
}

describe('the registration', () => {
	const trust = (url: string) => url;
	const stops: (() => void)[] = [];
	afterEach(() => {
		for (const stop of stops.splice(0)) stop();
	});

	it('asks for a module and never takes the script from the HTTP cache', async () => {
		const { container, register } = browserSide({ controlled: false });
		stops.push(await registerServiceWorker(vi.fn(), { container, trust }));
		expect(register).toHaveBeenCalledWith('/service-worker.js', {
			type: 'module',
			updateViaCache: 'none'
		});
	});

	it('says nothing at the first visit, when there is nothing to replace', async () => {
		const { container, registration } = browserSide({ controlled: false });
		const told = vi.fn();
		const reload = vi.fn();
		stops.push(await registerServiceWorker(told, { container, reload, trust }));
		installs(registration);
		container.dispatchEvent(new Event('controllerchange'));
		expect(told).not.toHaveBeenCalled();
		expect(reload).not.toHaveBeenCalled();
	});

	it('says nothing at the first visit either where the worker takes the page on before it hears that it is registered', async () => {
		const { container, register, registration } = browserSide({ controlled: false });
		register.mockImplementation(() => {
			// WebKit tells a page that was busy all of it at once; what has happened is set before it is told.
			Object.assign(container, { controller: {} });
			return Promise.resolve(registration);
		});
		const told = vi.fn();
		stops.push(await registerServiceWorker(told, { container, trust }));
		container.dispatchEvent(new Event('controllerchange'));
		expect(told).not.toHaveBeenCalled();
	});

	it('asks to be taken on where the worker took over the others a moment too early for this page', async () => {
		for (const controlled of [false, true]) {
			const { container, registration } = browserSide({ controlled });
			const postMessage = vi.fn();
			registration.active = { postMessage };
			stops.push(await registerServiceWorker(vi.fn(), { container, trust }));
			expect(postMessage.mock.calls).toEqual(controlled ? [] : [[{ type: 'CLAIM' }]]);
		}
	});

	it('tells of a new version, and takes it only when it is applied, reloading once', async () => {
		const { container, registration } = browserSide({ controlled: true });
		const told = vi.fn<(apply: () => void) => void>();
		const reload = vi.fn();
		stops.push(await registerServiceWorker(told, { container, reload, trust }));
		const postMessage = installs(registration);
		expect(told).toHaveBeenCalledOnce();
		expect(postMessage).not.toHaveBeenCalled();
		told.mock.calls[0]?.[0]();
		expect(postMessage).toHaveBeenCalledWith({ type: 'SKIP_WAITING' });
		expect(reload).not.toHaveBeenCalled();
		container.dispatchEvent(new Event('controllerchange'));
		container.dispatchEvent(new Event('controllerchange'));
		expect(reload).toHaveBeenCalledOnce();
	});

	it('does not reload a page because another tab took the new version, but offers to', async () => {
		const { container } = browserSide({ controlled: true });
		const told = vi.fn<(apply: () => void) => void>();
		const reload = vi.fn();
		stops.push(await registerServiceWorker(told, { container, reload, trust }));
		container.dispatchEvent(new Event('controllerchange'));
		expect(reload).not.toHaveBeenCalled();
		told.mock.calls[0]?.[0]();
		expect(reload).toHaveBeenCalledOnce();
	});

	it.each([
		{
			what: 'nothing came of it',
			first: () => Promise.resolve(browserSide({ controlled: false }).registration)
		},
		{ what: 'it was refused', first: () => Promise.reject(new TypeError('Failed to fetch')) }
	])(
		'tells of new versions also where $what at first, and it was asked for again',
		async ({ first }) => {
			const { container, register, registration } = browserSide({ controlled: false });
			register.mockImplementationOnce(first);
			const told = vi.fn();
			const stop = await registerServiceWorker(told, { container, trust }).catch(() => undefined);
			if (stop) stops.push(stop);
			dispatchEvent(new Event('online'));
			await vi.waitFor(() => expect(register).toHaveBeenCalledTimes(2));
			await Promise.resolve();
			Object.assign(container, { controller: {} });
			installs(registration);
			expect(told).toHaveBeenCalledOnce();
		}
	);
});
