import { Stream } from '@anthropic-ai/sdk/streaming';
import { parseJson, type Row } from '#core/json.ts';
import { heardBytes } from '#model/stream/bounded.ts';
import { fieldsOf, textAt } from '#model/fields.ts';

/** Reads the events of a streamed answer and notices when nothing is heard any more. */

/** How long nothing need be heard, ms: before the first byte, and from then on. */
interface Patience {
	readonly first: number;
	readonly later: number;
}

/** A timer that comes so much too late tells that the device slept, or that the page was held still, ms. */
const late = 2_000;

/**
 * Rings once when nothing was heard for too long. Every byte is a sign of life, so a ping counts; before the first one
 * a server on this machine may read a long prompt, whose headers it has sent at once. What comes while the device
 * sleeps is read behind its overdue timer, so it then waits once more.
 */
export class Watchdog {
	readonly #patience: Patience;
	readonly #now: () => number;
	readonly #ring: () => void;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#heard = false;

	constructor(patience: Patience, now: () => number, ring: () => void) {
		this.#patience = patience;
		this.#now = now;
		this.#ring = ring;
	}

	/** Whether a single byte has come. */
	get heard(): boolean {
		return this.#heard;
	}

	/** How long it waits for the next byte, ms. */
	get waits(): number {
		return this.#heard ? this.#patience.later : this.#patience.first;
	}

	hear(): void {
		this.#heard = true;
		this.wake();
	}

	wake(): void {
		const due = this.#now() + this.waits;
		this.#wait(() => {
			if (this.#now() - due > late) this.#wait(this.#ring);
			else this.#ring();
		});
	}

	#wait(then: () => void): void {
		this.rest();
		this.#timer = setTimeout(then, this.waits);
	}

	rest(): void {
		clearTimeout(this.#timer);
	}
}

/** The event as data; `malformed` when a known event does not hold JSON. */
type ServerEvent =
	| { readonly status: 'event'; readonly event: Row }
	| { readonly status: 'malformed' }
	| { readonly status: 'unknown' };

const known = [
	'message_start',
	'content_block_start',
	'content_block_delta',
	'content_block_stop',
	'message_delta',
	'message_stop',
	'error'
];

/**
 * Events of a streamed answer as they come. Read below the SDK's own loop, which hides pings, ends quietly when
 * the stream is cut and logs what it cannot parse. Throws what the network throws. A stop hangs up from here: once the
 * head has come, what ties the call to its signal may be collected while the answer is still being read.
 */
export async function* serverEvents(
	response: Response,
	signal: AbortSignal,
	hear: () => void
): AsyncGenerator<ServerEvent> {
	const body = response.body?.pipeThrough(heardBytes(hear), { signal }) ?? null;
	if (!body) return;
	for await (const { event, data } of Stream.rawEvents(new Response(body))) {
		if (data === '' || event === 'ping') continue;
		const fields = fieldsOf(parseJson(data));
		const type = (fields && textAt(fields, 'type')) ?? event ?? '';
		if (!known.includes(type)) yield { status: 'unknown' };
		else yield fields ? { status: 'event', event: fields } : { status: 'malformed' };
	}
}
