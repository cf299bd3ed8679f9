/** One call on its way in: the body read up to the limit, everything recorded, and a signal for when the caller leaves. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { record, type RecordedRequest } from './records.ts';

export interface Call {
	readonly request: IncomingMessage;
	readonly response: ServerResponse;
	readonly record: RecordedRequest;
	readonly tooLarge: boolean;
	/** Aborted when the caller hangs up or the server closes. */
	readonly gone: AbortSignal;
}

/** Null when the caller left before the body was complete. */
export async function openCall(
	request: IncomingMessage,
	response: ServerResponse,
	options: { readonly number: number; readonly maxBodyBytes: number }
): Promise<Call | null> {
	const leaving = new AbortController();
	const parts: Buffer[] = [];
	let size = 0;
	const complete = await new Promise<boolean>((resolve) => {
		request.on('data', (part: Buffer) => {
			size += part.length;
			// The rest is read and thrown away: a browser that cannot finish sending reports a broken network.
			if (size <= options.maxBodyBytes) parts.push(part);
		});
		request.on('end', () => resolve(true));
		request.on('close', () => resolve(request.complete));
		request.on('error', () => resolve(false));
	});
	if (!complete) return null;
	const tooLarge = size > options.maxBodyBytes;
	const bodyText = tooLarge ? '' : Buffer.concat(parts).toString('utf8');
	const call: Call = {
		request,
		response,
		record: record(request, { number: options.number, bodyText, body: parse(bodyText) }),
		tooLarge,
		gone: leaving.signal
	};
	response.on('close', () => {
		if (!response.writableFinished) call.record.aborted = true;
		leaving.abort();
	});
	// Writing to a caller who has left is no fault of the server; `close` tells.
	response.on('error', () => leaving.abort());
	return call;
}

/** As a reader written for UTF-8 does: an escape for half a character is no JSON. */
function readStrictly(text: string): unknown {
	const halves = /\\u[dD][89a-fA-F]/.test(text);
	return JSON.parse(text, (name, value: unknown) => {
		if (halves && !(name.isWellFormed() && (typeof value !== 'string' || value.isWellFormed())))
			throw new SyntaxError('no low surrogate in string');
		return value;
	});
}

function parse(text: string): unknown {
	if (text === '') return undefined;
	try {
		return readStrictly(text);
	} catch (error) {
		if (error instanceof SyntaxError) return undefined;
		throw error;
	}
}
