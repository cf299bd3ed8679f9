import { basePathOf } from '#core/wire/base-path.ts';
import { words } from '../words/all-words.ts';

/** What the endpoint field holds: an address in one spelling, or why it is none, in words. */
type ReadEndpoint =
	| { readonly status: 'read'; readonly endpoint: string }
	| { readonly status: 'wrong'; readonly problem: string };

/** Spaces around it and slashes at its end go; the paths of the API that people paste along go too. */
export function readEndpoint(text: string): ReadEndpoint {
	const typed = text.trim();
	const url = URL.canParse(typed) ? new URL(typed) : null;
	if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:') || url.hostname === '')
		return { status: 'wrong', problem: words.settings.endpointProblem };
	if (url.username !== '' || url.password !== '')
		return { status: 'wrong', problem: words.settings.endpointSecret };
	// The telephone is confined to its endpoint by a policy of the browser, and that has no way to name such a host.
	if (url.hostname.startsWith('['))
		return { status: 'wrong', problem: words.settings.endpointNumber(localOf(url)) };
	if (url.search !== '') return { status: 'wrong', problem: words.settings.endpointQuery };
	return { status: 'read', endpoint: url.origin + basePathOf(url.pathname) };
}

/** The same server by its name, where that is this device. */
const localOf = ({ protocol, hostname, port }: URL): string | null =>
	hostname === '[::1]' ? `${protocol}//localhost${port === '' ? '' : `:${port}`}` : null;
