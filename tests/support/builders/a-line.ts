import type { ModelRequest, Model, ModelEvent } from '../../../src/flows/ports/model.ts';
import type { Telephone } from '../../../src/flows/ports/telephone.ts';
import { anthropic } from '../../../src/model/anthropic.ts';
import type { Endpoint } from '../../../src/model/endpoint.ts';
import { Pauses } from '../../../src/model/pauses.ts';
import { postedToAnswer, postedToCount } from '../../../src/worker/channel/posted.ts';
import type { AnthropicServer } from '../anthropic/server.ts';

/**
 * Builders around the adapter: an endpoint that is online, hurried and has the right key unless told otherwise. It is
 * asked whatever endpoint a request was written for.
 */

export function aLine(
	server: Pick<AnthropicServer, 'url' | 'key'>,
	change: Partial<Endpoint> = {}
): Model & Pick<Telephone, 'models'> {
	const endpoint: Endpoint = {
		base: server.url,
		authHeader: 'bearer',
		credential: () => Promise.resolve({ status: 'set', key: server.key }),
		fetch: (input, init) => fetch(input, init),
		online: () => true,
		now: () => Date.now(),
		chance: () => 0,
		pauses: new Pauses(() => Promise.resolve()),
		silenceMs: 45_000,
		...change
	};
	const api = anthropic(endpoint);
	const here = (asked: ModelRequest): ModelRequest => ({ ...asked, endpoint: endpoint.base });
	return {
		stream: (asked, signal) => api.stream(postedToAnswer(here(asked)), signal),
		count: (asked, signal) => api.count(postedToCount(here(asked)), signal),
		models: (signal, isTest = false) => api.models(signal, isTest)
	};
}

export async function everyEvent(
	events: AsyncIterable<ModelEvent>,
	look?: (event: ModelEvent) => void
): Promise<ModelEvent[]> {
	const seen: ModelEvent[] = [];
	for await (const event of events) {
		seen.push(event);
		look?.(event);
	}
	return seen;
}

export const textIn = (events: readonly ModelEvent[]): string =>
	events.map((event) => (event.type === 'text' ? event.text : '')).join('');
