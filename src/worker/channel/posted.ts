import { countedPart } from '#core/wire/counted-part.ts';
import type { ModelRequest, Posted } from '#flows/ports/model.ts';
import { writeBody, type WrittenRequest } from '#worker/channel/written-body.ts';
import { baseOf } from '#worker/telephone/destination.ts';

/** Requests are written where they are made; from there they travel as they are. */

const posted = (
	{ body: { model }, endpoint, mostCalls }: ModelRequest,
	body: WrittenRequest
): Posted => ({
	model,
	base: baseOf(endpoint)?.base ?? endpoint,
	json: writeBody(body),
	mostCalls
});

/** What is posted for an answer, which comes as a stream. */
export const postedToAnswer = (request: ModelRequest): Posted =>
	posted(request, { ...request.body, stream: true });

/** What is posted to have a prompt counted. */
export const postedToCount = (request: ModelRequest): Posted =>
	posted(request, countedPart(request.body));
