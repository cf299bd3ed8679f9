/** Where a link may lead, and what a person must be told about it: no other file decides this. */

interface Destination {
	/** The address as the browser will open it. */
	readonly href: string;
	/** The host as the network knows it (punycode), or the address of a mail; what is shown as the truth. */
	readonly place: string;
}

const allowed = new Set(['https:', 'http:', 'mailto:']);

/** The destination of an address, or null when it is relative, damaged or of a kind that is refused (security row 6). */
export function destinationOf(address: string): Destination | null {
	// The parser of the URL standard drops tabs and line ends and reads `\` as `/`; so does the browser.
	if (!URL.canParse(address)) return null;
	const url = new URL(address);
	if (!allowed.has(url.protocol)) return null;
	if (url.protocol === 'mailto:') {
		const recipient = /^[^?]*/.exec(url.pathname)?.[0] ?? '';
		return recipient === '' ? null : { href: url.href, place: recipient };
	}
	return url.host === '' ? null : { href: url.href, place: url.host };
}

const places = /^\/(?:chat\/|(?:memory|review|archive|search|settings)(?:\/|$))/;
/** Any origin will do: it only shows whether an address leaves the one it is read at. */
const somewhere = 'https://app.invalid';

/**
 * The address within the app that a link of our own answerer names, or null. Nothing that has to be resolved or
 * decoded first is one: what is written is what will be opened.
 */
export function pathInApp(address: string): string | null {
	if (!address.startsWith('/') || address.includes('//')) return null;
	if (!URL.canParse(address, somewhere)) return null;
	const url = new URL(address, somewhere);
	return url.href === somewhere + address && places.test(url.pathname) ? address : null;
}

// A scheme, a leading www, an @, or two words joined by anything a browser reads as a dot.
const addressLike = /:\/\/|^\s*www\.|@|[\p{L}\p{N}-][.\u3002\uFF0E\uFF61]\p{L}{2}/iu;

/**
 * The place to show beside a link, or null when its words already tell the truth. Words that look like an address
 * must name exactly the host that will be opened; letters of other alphabets, a name before an @ and numbers that
 * stand for addresses do not.
 */
export function placeToShow({
	text,
	destination
}: {
	readonly text: string;
	readonly destination: Destination;
}): string | null {
	const { href, place } = destination;
	const named = nameIn(text);
	if (named === place) return null;
	if (href.startsWith('mailto:')) return addressLike.test(text) ? place : null;
	const { username, password } = new URL(href);
	const misleading = username !== '' || password !== '' || place.includes('xn--');
	return misleading || addressLike.test(text) ? place : null;
}

/** The host (or mail address) that a text names literally, if it is nothing but an address. */
function nameIn(text: string): string | null {
	const words = text.trim().toLowerCase();
	if (/\s/.test(words)) return null;
	return /^(?:https?:\/\/|mailto:)?([^/?#\\]+)/.exec(words)?.[1] ?? null;
}

/** Whether opening a link shows more than its words said: then the person is asked first. */
export function hidesDestination({
	text,
	href
}: {
	readonly text: string;
	readonly href: string;
}): boolean {
	const bare = (address: string) =>
		address
			.trim()
			.replace(/^mailto:/, '')
			.replace(/\/$/, '');
	return bare(text) !== bare(href);
}
