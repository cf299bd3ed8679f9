import { basePathOf } from '#core/wire/base-path.ts';
import type { Destination } from '#worker/lockdown.ts';

/** Where the telephone may call: the origin for good, the rest as the page says. */

type Credential = ReturnType<Destination['credential']>;

export class PointedDestination implements Destination {
	readonly origin: string | null;
	#base: string | null = null;
	#credential: () => Credential = () => null;

	constructor(origin: string | null) {
		this.origin = origin;
	}

	readonly base = (): string | null => this.#base;
	readonly credential = (): Credential => this.#credential();

	point(base: string | null, credential: () => Credential): void {
		this.#base = base;
		this.#credential = credential;
	}
}

/**
 * Base URL in one spelling, with its origin; null when it is none. The paths of the API that people paste along
 * are taken off.
 */
export function baseOf(
	endpoint: string
): { readonly base: string; readonly origin: string } | null {
	const text = endpoint.trim();
	if (!URL.canParse(text)) return null;
	const url = new URL(text);
	if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
	if (url.username !== '' || url.password !== '') return null;
	return { base: url.origin + basePathOf(url.pathname), origin: url.origin };
}
