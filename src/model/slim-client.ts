import { BaseAnthropic } from '@anthropic-ai/sdk/client';

/** The SDK as we use it: its client without the resources, which log deprecations to the console. */

/** How long the head of an answer is waited for, and then its first byte; a server on this machine may read a long prompt first, ms. */
export const headTimeoutMs = 600_000;

interface SlimOptions {
	readonly base: string;
	readonly authHeader: 'bearer' | 'x-api-key';
	/** Null: the endpoint needs none, and none is sent. */
	readonly key: string | null;
	/** The guarded fetch. */
	readonly fetch: typeof fetch;
}

class Slim extends BaseAnthropic {
	// The SDK would look for credentials in files and variables of a server.
	protected override _shouldResolveDefaultCredentials(): boolean {
		return false;
	}
}

/**
 * One client a call, so that a changed key or endpoint counts at once. The key is handed over as a function: a
 * logged client does not print it. Retries are ours, so that the wait is seen and can be stopped.
 */
export function slimClient({ base, authHeader, key, fetch }: SlimOptions): BaseAnthropic {
	const bearer = key !== null && authHeader === 'bearer';
	return new Slim({
		baseURL: base,
		apiKey: bearer ? () => Promise.resolve(key) : null,
		authToken: null,
		dangerouslyAllowBrowser: true,
		maxRetries: 0,
		timeout: headTimeoutMs,
		logLevel: 'off',
		fetch,
		fetchOptions: { redirect: 'error', credentials: 'omit', referrerPolicy: 'no-referrer' },
		defaultHeaders: bearer ? { 'X-Api-Key': null } : { Authorization: null, 'X-Api-Key': key }
	});
}
