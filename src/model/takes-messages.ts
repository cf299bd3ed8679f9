import type { Failure } from '#core/failure.ts';
import { notAnApi, type Endpoint } from '#model/endpoint.ts';
import { fieldsOf } from '#model/fields.ts';
import { ask } from '#model/short-answer.ts';

/** The free one first. */
const paths = ['/v1/messages/count_tokens', '/v1/messages'];

/** Told for certain; a server that is busy or stumbles may well take messages. */
const certain = /^(not-an-api|key-refused|no-key|unreachable)$/;

/**
 * Why an endpoint can answer no message; null: it can, or does not say. Found out for nothing: what is posted is empty,
 * so no model can be asked, and a server that knows the path says what is missing. Many do not count, so only where the
 * second is unknown as well there is no such API: one of OpenAI lists models all the same.
 */
export async function whyNoMessages(
	endpoint: Endpoint,
	signal: AbortSignal
): Promise<Failure | null> {
	let failure: Failure | null = null;
	for (const path of paths) {
		// No name of one: a 404 that speaks of a model knows the path, and one of the path does not.
		const empty = { method: 'post', path, model: 'model', body: {} } as const;
		const sent = await ask(endpoint, signal, empty);
		if (sent.status === 'stopped') return null;
		// Some say in a 200 that they do not know the path.
		const isAnswer = sent.status === 'answered' && fieldsOf(sent.body)?.['type'];
		failure = sent.status === 'failed' ? sent.failure : isAnswer ? null : notAnApi(endpoint);
		if (!failure || !certain.test(failure.kind)) return null;
	}
	return failure;
}
