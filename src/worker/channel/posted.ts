import type { Message } from '#core/log/blocks.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { countedPart } from '#core/wire/counted-part.ts';
import type { ModelRequest, Posted } from '#flows/ports/model.ts';
import { baseOf } from '#worker/telephone/destination.ts';

/**
 * Requests are written where they are made; from there they travel as they are. Of the JSON of a long session the older
 * messages are written once and not for every call.
 */

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

/** Messages a piece holds; what stands behind the last whole piece is written anew. */
const pieceLength = 64;

interface Piece {
	readonly messages: readonly Message[];
	/** Their JSON with commas between. The browser holds the bytes, and reads them from there when they are sent. */
	readonly json: Blob;
}

/** By their first message: what is sent again stays the same object. */
const pieces = new WeakMap<Message, Piece>();

/** What is written of a request to be answered, or to be counted. */
export type WrittenRequest = Pick<RequestBody, 'messages'> &
	Partial<RequestBody> & { readonly stream?: true };

/** `JSON.stringify(body)`, byte for byte. */
export const writeBody = (body: WrittenRequest): Blob =>
	new Blob(
		Object.entries(body)
			.flatMap(([name, value], at) => [
				`${at === 0 ? '{' : ','}${JSON.stringify(name)}:`,
				...(name === 'messages' ? messagesJson(body.messages) : [JSON.stringify(value)])
			])
			.concat('}'),
		{ type: 'application/json' }
	);

function messagesJson(messages: readonly Message[]): readonly (string | Blob)[] {
	const whole = messages.length - (messages.length % pieceLength);
	const parts: (string | Blob)[] = [];
	for (let at = 0; at < whole; at += pieceLength)
		parts.push(',', pieceOf(messages.slice(at, at + pieceLength)));
	for (const message of messages.slice(whole)) parts.push(',', JSON.stringify(message));
	return ['[', ...parts.slice(1), ']'];
}

function pieceOf(messages: readonly Message[]): Blob {
	const [first] = messages;
	const known = first && pieces.get(first);
	if (known?.messages.every((message, at) => message === messages[at])) return known.json;
	const json = new Blob([messages.map((message) => JSON.stringify(message)).join(',')]);
	if (first) pieces.set(first, { messages, json });
	return json;
}
