import { anthropicEndpoint } from '#core/settings.ts';

/**
 * Headers that a server lets a page send. Ollama's list (CORS) is fixed in its code and names none of Anthropic's own:
 * the browser then refuses every call before it is made. Such a server is called without them; it does not read them.
 */

/** Read by Anthropic, and by gateways that pass on to it. */
const own = ['anthropic-version', 'anthropic-dangerous-direct-browser-access'];

/** How long a server may take to show which headers it takes, ms. */
const patience = 5_000;

interface Call extends RequestInit {
	readonly method: string;
	readonly headers: Headers;
	readonly signal: AbortSignal | null;
}

type Send = (call: Call & { readonly base: string; readonly address: string }) => Promise<Response>;

type Taken = 'all' | 'few';

/**
 * `send`, with what each base URL has shown to take. The browser does not tell a refused preflight from a server that
 * cannot be reached, so that is found out by asking for its models; nothing is posted a second time but what the
 * browser kept from leaving. A server that has answered once is never asked.
 */
export function sendAsTaken(send: typeof fetch): Send {
	const taken = new Map<string, Taken>();

	async function sendFew(base: string, address: string, call: Call): Promise<Response> {
		try {
			const response = await send(address, { ...call, headers: withoutOwn(call.headers) });
			// By now another server may stand there, which misses them.
			if ([400, 401].includes(response.status)) taken.delete(base);
			return response;
		} catch (error) {
			taken.delete(base);
			throw error;
		}
	}

	return async ({ base, address, ...call }) => {
		const known = taken.get(base);
		if (known === 'few') return sendFew(base, address, call);
		try {
			const response = await send(address, call);
			taken.set(base, 'all');
			return response;
		} catch (error) {
			const isOpen = known === undefined && base !== anthropicEndpoint && !call.signal?.aborted;
			const shown = isOpen ? await askWhatIsTaken(send, base, call) : null;
			if (shown) taken.set(base, shown);
			if (shown !== 'few') throw error;
			return sendFew(base, address, call);
		}
	};
}

/** Few: it answers without our own, and before and after that not with them. Null: nobody answers. */
async function askWhatIsTaken(send: typeof fetch, base: string, call: Call): Promise<Taken | null> {
	const over = AbortSignal.timeout(patience);
	const signal = call.signal ? AbortSignal.any([call.signal, over]) : over;
	const answers = (headers: Headers): Promise<boolean> =>
		send(`${base}/v1/models?limit=1`, { ...call, method: 'GET', body: null, headers, signal }).then(
			(response) => {
				void response.body?.cancel();
				return true;
			},
			() => false
		);
	if (await answers(call.headers)) return 'all';
	if (!(await answers(withoutOwn(call.headers)))) return null;
	return (await answers(call.headers)) ? 'all' : 'few';
}

function withoutOwn(headers: Headers): Headers {
	const few = new Headers(headers);
	for (const name of own) few.delete(name);
	return few;
}
