/**
 * What the browser answers by itself, without waking this worker: to wake it takes longer than to read the file, and a
 * request to a model would wait for it too. It says the same as `answerTo`, for the requests that need nothing done to them.
 */

/** A static route (Service Workers, "addRoutes"), as far as it is used here; the DOM's types do not hold it yet. */
interface StaticRoute {
	readonly condition:
		{ readonly urlPattern: Pattern } | { readonly not: { readonly urlPattern: Pattern } };
	readonly source: 'cache' | 'fetch-event' | 'network' | { readonly cacheName: string };
}

/** Every part is given: a part that is left out would be taken from the address of the worker's script. */
interface Pattern {
	readonly protocol: string;
	readonly hostname: string;
	readonly port: string;
	readonly pathname: string;
	readonly search: string;
}

/** Chromium's from version 123 on. */
export interface InstallWithRoutes {
	readonly addRoutes?: (routes: readonly StaticRoute[]) => Promise<void>;
}

/** The first route that fits decides. `cache` is the name of this version's cache. */
export function routesFor({
	origin,
	base,
	cache
}: {
	readonly origin: string;
	readonly base: string;
	readonly cache: string;
}): readonly StaticRoute[] {
	const { protocol, hostname, port } = new URL(origin);
	const at = (pathname: string, search = '*'): Pattern => ({
		protocol: protocol.slice(0, -1),
		hostname,
		port,
		pathname,
		search
	});
	return [
		{ condition: { not: { urlPattern: at('*') } }, source: 'network' },
		// Their policy is put on by this worker.
		{ condition: { urlPattern: at(`${base}/_app/immutable/workers/*`) }, source: 'fetch-event' },
		// An earlier version's files too: their names hold their content.
		{ condition: { urlPattern: at(`${base}/_app/immutable/*`) }, source: 'cache' },
		{ condition: { urlPattern: at(`${base}/`, '') }, source: { cacheName: cache } }
	];
}
