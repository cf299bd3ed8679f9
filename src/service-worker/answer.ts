import { workerPolicy } from '#core/worker-policy.ts';

/** Decides, for every request of the app, whether the service worker answers it and with what; it touches nothing. */

interface Asked {
	readonly method: string;
	readonly mode: string;
	readonly url: string;
}

interface Shell {
	/** Where the app lives. */
	readonly origin: string;
	/** Path of the folder it is served from, without a trailing slash. */
	readonly base: string;
	/** Paths of everything that was stored when this version was installed. */
	readonly stored: ReadonlySet<string>;
}

/** `path` is the key in the cache; `policy` is the header a worker script gets. */
export type Answer =
	| { readonly kind: 'shell' }
	| { readonly kind: 'stored'; readonly path: string; readonly policy: string | null }
	/** Code of an earlier version, for a page that still runs it. */
	| { readonly kind: 'earlier'; readonly path: string; readonly policy: string | null }
	| { readonly kind: 'refused' };

/** The answer, or null where the request goes its own way: other origins, everything but GET, files of nobody (security rows 13, 16). */
export function answerTo(asked: Asked, { origin, base, stored }: Shell): Answer | null {
	if (asked.method !== 'GET') return null;
	const url = new URL(asked.url);
	if (url.origin !== origin) return null;
	const immutable = url.pathname.startsWith(`${base}/_app/immutable/`);
	if (stored.has(url.pathname) || immutable) {
		const policy = policyFor(url, base);
		if (policy === 'refused') return { kind: 'refused' };
		const kind = stored.has(url.pathname) ? 'stored' : 'earlier';
		return { kind, path: url.pathname, policy };
	}
	return asked.mode === 'navigate' ? { kind: 'shell' } : null;
}

/**
 * What a worker may reach: the page's own policy does not bind it, a header of its script does (security 1.3).
 * `?endpoint=<origin>` opens one place, for the telephone; anything else opens none.
 */
function policyFor(url: URL, base: string): string | null {
	if (!url.pathname.startsWith(`${base}/_app/immutable/workers/`)) return null;
	const endpoint = url.searchParams.get('endpoint');
	if (endpoint === null || isOrigin(endpoint)) return workerPolicy(endpoint);
	return 'refused';
}

function isOrigin(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const { protocol, origin } = new URL(text);
	return (protocol === 'https:' || protocol === 'http:') && origin === text;
}

/**
 * Whether a host has given the page in the place of a file. Many do for whatever they do not have, and have one half of a
 * version while it is being put there; kept as code, it would be asked for no more.
 */
export const isPageInstead = (path: string, type: string | null): boolean =>
	(type ?? '').startsWith('text/html') && !/(\/|\.html)$/.test(path);

/** Whether all code that the page names is of this version: beside that of another one it would start nowhere. */
export const isOwnPage = (
	page: string,
	{ base, stored }: Pick<Shell, 'base' | 'stored'>
): boolean =>
	(page.match(/\/_app\/immutable\/[^"'\s)]+/g) ?? []).every((path) => stored.has(base + path));

/** The page as it is kept: who comes again has the app at once, and shall not see a greeting flash before it. */
export const keptPage = (page: string): string => page.replace('"opening first"', '"opening"');

/** A short name of a list of files, so that each build has a cache of its own even where its version is called the same. */
export function nameOf(version: string, files: readonly string[]): string {
	// FNV-1a: this tells builds apart, it protects nothing.
	let hash = 0x811c9dc5;
	for (const character of files.join('\n')) {
		hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
	}
	return `keepsake-${version}-${(hash >>> 0).toString(36)}`;
}
