import type { Page } from '@playwright/test';

/** What a page does that it has no business to do, collected while a test goes on. */
interface Watched {
	/** Violations of the policy, as the browser reports them. */
	readonly violations: string[];
	/** Everything the console printed, and errors nobody caught. */
	readonly printed: string[];
	/** Addresses asked for that are neither the app nor one of `friends`. */
	readonly strayed: string[];
}

/** Before the first `goto`. `friends` are origins that may be called. */
export async function watchPage(
	page: Page,
	{ origin, friends = [] }: { readonly origin: string; readonly friends?: readonly string[] }
): Promise<Watched> {
	const watched: Watched = { violations: [], printed: [], strayed: [] };
	await page.exposeFunction('reportViolation', (text: string) => watched.violations.push(text));
	await page.addInitScript(() => {
		const report = Reflect.get(window, 'reportViolation') as (text: string) => void;
		document.addEventListener('securitypolicyviolation', (event) => {
			report(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
		});
	});
	page.on('console', (message) => watched.printed.push(message.text()));
	page.on('pageerror', (error) => watched.printed.push(String(error)));
	page.on('request', (request) => {
		const url = new URL(request.url());
		const own = url.origin === origin || url.protocol === 'blob:' || url.protocol === 'data:';
		if (!own && !friends.includes(url.origin)) watched.strayed.push(request.url());
	});
	return watched;
}
