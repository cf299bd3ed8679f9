/** How much of an answer is taken, and for how long: the SDK gives a limit to the head of an answer and to nothing behind it. */

/** Longest body that is no stream, characters: a list of models of a large gateway takes one of some millions. */
const longestBody = 16_000_000;
/** Longest stream, bytes: many times what the longest answer takes. */
const longestStream = 128_000_000;

/** Whether the answer comes as a stream of events; a server that does not say what it sends is believed. */
export function isEventStream(response: Response): boolean {
	const type = response.headers.get('content-type');
	return type === null || type.toLowerCase().includes('text/event-stream');
}

/**
 * `fetch`, with every answer that is no stream read whole before it is handed on; `streams`: one was asked for. What
 * does not end in time, or is too long, ends where it is: cut JSON is none, so it is told as an answer of somebody else.
 */
export const wholeAnswers =
	(
		fetch: typeof globalThis.fetch,
		{ patienceMs, streams }: { readonly patienceMs: number; readonly streams: boolean }
	): typeof globalThis.fetch =>
	async (input, init) => {
		const response = await fetch(input, init);
		if (streams && response.ok && isEventStream(response)) return response;
		const text = await textOf(response, { patienceMs, signal: init?.signal ?? null });
		const { status, headers } = response;
		// Servers may use numbers that none may give to an answer of their own making.
		return new Response(text === '' ? null : text, { status: Math.min(status, 599), headers });
	};

async function textOf(
	{ body }: Response,
	{ patienceMs, signal }: { readonly patienceMs: number; readonly signal: AbortSignal | null }
): Promise<string> {
	const reader = body?.getReader();
	if (!reader) return '';
	const decoder = new TextDecoder();
	let text = '';
	const hangUp = (): void => void reader.cancel().catch(() => undefined);
	const timer = setTimeout(hangUp, patienceMs);
	signal?.addEventListener('abort', hangUp);
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) break;
			text += decoder.decode(value, { stream: true });
			if (text.length > longestBody) hangUp();
		}
	} finally {
		clearTimeout(timer);
		signal?.removeEventListener('abort', hangUp);
	}
	signal?.throwIfAborted();
	return text + decoder.decode();
}

/** Passes bytes on, tells `hear` of them, and breaks off a stream that is too long. */
export function heardBytes(
	hear: () => void
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
	let passed = 0;
	return new TransformStream({
		transform(bytes, controller) {
			hear();
			passed += bytes.length;
			if (passed > longestStream) controller.error(new Error('Too long a stream.'));
			else controller.enqueue(bytes);
		}
	});
}
