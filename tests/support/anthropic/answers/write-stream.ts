/** Writes events to a socket: paced, in odd pieces, and broken in the middle where a fault says so. */
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { StreamEvent } from './message.ts';
import type { FaultName } from '../fault-names.ts';

export interface Manner {
	readonly tokensPerSecond: number | null;
	readonly chunkBytes: number | null;
	readonly fault: FaultName | null;
	/** Deltas before the fault; half of them when null. */
	readonly after: number | null;
	/** Aborted when the client hangs up or the server closes. */
	readonly signal: AbortSignal;
}

type Part = { readonly text: string; readonly tokens: number } | { readonly end: Ending };
type Ending = 'end' | 'die' | 'hang';

/** Settles when everything is written, the fault has struck, or nobody listens any more. */
export async function writeStream(
	response: ServerResponse,
	events: readonly StreamEvent[],
	manner: Manner
): Promise<void> {
	const split = manner.fault === 'split-utf8';
	const chunkBytes = split ? 7 : manner.chunkBytes;
	if (split) await write(response, Buffer.from('\uFEFF'), manner);
	for (const part of partsOf(events, manner)) {
		if (manner.signal.aborted) return;
		if ('end' in part) {
			await finish(response, part.end, manner.signal);
			return;
		}
		const bytes = Buffer.from(split ? part.text.replaceAll('\n', '\r\n') : part.text);
		const step = chunkBytes ?? bytes.length;
		for (let at = 0; at < bytes.length; at += step)
			await write(response, bytes.subarray(at, at + step), manner);
		await pace(part.tokens, manner);
	}
}

/** One JSON answer; the faults that cut a stream cut it in the middle, the others let it pass. */
export async function writeWhole(
	response: ServerResponse,
	json: string,
	manner: Manner
): Promise<void> {
	const cut: Readonly<Partial<Record<FaultName, Ending>>> = {
		'socket-dies': 'die',
		'clean-eof': 'end',
		'eof-in-event': 'end',
		'malformed-event': 'end',
		'error-event-overloaded': 'die',
		silence: 'hang'
	};
	const ending = manner.fault === null ? undefined : cut[manner.fault];
	const bytes = Buffer.from(ending === undefined ? json : json.slice(0, json.length / 2));
	await write(response, bytes, manner);
	await finish(response, ending ?? 'end', manner.signal);
}

function partsOf(events: readonly StreamEvent[], manner: Manner): readonly Part[] {
	const deltas = events.filter((event) => event.isDelta).length;
	const strike = Math.min(manner.after ?? Math.ceil(deltas / 2), deltas);
	const parts: Part[] = [];
	let seen = 0;
	let struck = manner.fault === null;
	for (const event of events) {
		if (!struck && seen === strike && event.event !== 'message_start' && !isOpening(event)) {
			struck = true;
			const broken = strikeAt(event, manner.fault);
			parts.push(...broken);
			if (broken.some((part) => 'end' in part)) return parts;
		}
		if (event.isDelta) seen++;
		parts.push(asPart(event));
	}
	if (manner.fault === 'duplicate-stop') parts.push(...parts.slice(-1));
	return [...parts, { end: 'end' }];
}

function isOpening(event: StreamEvent): boolean {
	return event.event === 'content_block_start' || event.event === 'ping';
}

/** What comes before `next`, or instead of it and all the rest. */
function strikeAt(next: StreamEvent, fault: FaultName | null): readonly Part[] {
	switch (fault) {
		case 'socket-dies':
			return [{ end: 'die' }];
		case 'clean-eof':
			return [{ end: 'end' }];
		case 'eof-in-event': {
			const { text } = asPart(next);
			return [{ text: text.slice(0, Math.floor(text.length / 2)), tokens: 0 }, { end: 'end' }];
		}
		case 'silence':
			return [{ end: 'hang' }];
		case 'malformed-event':
			return [
				raw('content_block_delta', '{"type":"content_block_delta","index":0,"delta":{"type":')
			];
		case 'unknown-event':
			return [
				raw('execute', '{"type":"execute","code":"globalThis.hit = 1"}'),
				raw('content_block_pondered', '{"type":"content_block_pondered","index":0}')
			];
		case 'error-event-overloaded':
			return [
				raw('error', '{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}'),
				{ end: 'end' }
			];
		default:
			return [];
	}
}

function raw(event: string, data: string): { readonly text: string; readonly tokens: number } {
	return { text: `event: ${event}\ndata: ${data}\n\n`, tokens: 0 };
}

function asPart(event: StreamEvent) {
	return { ...raw(event.event, event.data), tokens: event.tokens };
}

/** One packet a time: the next waits until this one has left. */
async function write(response: ServerResponse, bytes: Buffer, manner: Manner): Promise<void> {
	if (manner.signal.aborted) return;
	await new Promise<void>((resolve) => {
		const done = () => {
			manner.signal.removeEventListener('abort', done);
			resolve();
		};
		manner.signal.addEventListener('abort', done);
		response.write(bytes, done);
	});
}

async function pace(tokens: number, manner: Manner): Promise<void> {
	if (!manner.tokensPerSecond || tokens === 0) return;
	await waitOrAbort((tokens * 1000) / manner.tokensPerSecond, manner.signal);
}

/** Resolves after `ms` milliseconds, or as soon as the signal says so. */
export async function waitOrAbort(ms: number, signal: AbortSignal): Promise<void> {
	try {
		await wait(ms, undefined, { signal });
	} catch (error) {
		if (!signal.aborted) throw error;
	}
}

async function finish(response: ServerResponse, ending: Ending, signal: AbortSignal) {
	if (ending === 'end') response.end();
	else if (ending === 'die') response.destroy();
	else if (!signal.aborted)
		await new Promise<void>((resolve) => {
			signal.addEventListener('abort', () => resolve(), { once: true });
		});
}
