/** A scripted Anthropic Messages API on a real socket: it keeps the API's rules, streams as it does, and fails on demand. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { openCall, type Call } from './call.ts';
import { preflightHeaders, type HeaderRules } from './cors.ts';
import { openCueSheet, type CueSheet } from './answers/cue-sheet.ts';
import { answerCall, type Backstage } from './answer-call.ts';
import { scriptedModels, type ScriptedModel } from './models.ts';
import { startPromptCache } from './counting/prompt-cache.ts';
import type { RecordedRefusal, RecordedRequest } from './records.ts';
import { bindThinking } from './thinking.ts';
import type { Scales } from './counting/tokens.ts';

export interface AnthropicOptions {
	/** The key that is accepted. */
	readonly key?: string;
	readonly models?: readonly ScriptedModel[];
	/** Hold requests to the rule for thinking; on when left out. */
	readonly strictThinking?: boolean;
	/** 413 above this; 32 MB when left out. */
	readonly maxBodyBytes?: number;
	/** How long a browser may remember that it may call, s; 0 when left out, so that a changed answer counts at once. */
	readonly preflightSeconds?: number;
	/** Which headers a browser may send and which are asked for; Anthropic's when left out. */
	readonly headerRules?: HeaderRules;
	/** Weighs requests in the place of the scripted tokenizer. */
	readonly scales?: Scales;
	/** For answers that do not say; as fast as possible when left out. */
	readonly tokensPerSecond?: number;
}

export interface AnthropicServer extends CueSheet {
	/** Base URL for the SDK, e.g. `http://127.0.0.1:40001`. */
	readonly url: string;
	readonly key: string;
	readonly models: readonly ScriptedModel[];
	/** All calls but preflights, in the order in which they came. */
	readonly requests: readonly RecordedRequest[];
	/** Calls that broke a rule, and scripts that threw. A sound app leaves this empty. */
	readonly refusals: readonly RecordedRefusal[];
	/** Headers that browsers asked for in preflights. */
	readonly preflights: readonly { readonly path: string; readonly headers: string }[];
	/** Calls of `POST /v1/messages` that were answered or are being answered. */
	readonly messages: () => readonly RecordedRequest[];
	/** Resolves with the first call, past or future, for which `matches` holds; rejects after `withinMs`. */
	waitFor(
		matches: (request: RecordedRequest) => boolean,
		withinMs?: number
	): Promise<RecordedRequest>;
	/** Forgets calls, cues and faults; the cache and thinking that was signed stay valid. */
	reset(): void;
	close(): Promise<void>;
}

const DEFAULT_KEY = 'sk-ant-scripted-0123456789abcdefghijklmnop';

export async function startAnthropic(options: AnthropicOptions = {}): Promise<AnthropicServer> {
	const key = options.key ?? DEFAULT_KEY;
	const models = options.models ?? scriptedModels;
	const requests: RecordedRequest[] = [];
	const refusals: RecordedRefusal[] = [];
	const preflights: { path: string; headers: string }[] = [];
	const cues = openCueSheet();
	const rules = options.headerRules ?? 'anthropic';
	const seconds = options.preflightSeconds ?? 0;
	const backstage: Backstage = {
		key,
		headerRules: rules,
		models,
		cues,
		tokensPerSecond: options.tokensPerSecond ?? null,
		binder: bindThinking({ strict: options.strictThinking ?? true, secret: 'scripted' }),
		cache: startPromptCache(options.scales),
		scales: options.scales,
		paused: new Set(),
		numbers: { message: 0, call: 0, request: 0 },
		refused: (refusal) => void refusals.push(refusal)
	};

	function preflight(request: IncomingMessage, response: ServerResponse): void {
		const path = pathOf(request);
		preflights.push({
			path,
			headers: request.headers['access-control-request-headers'] ?? ''
		});
		const fault = cues.corsFault(path)?.name ?? null;
		response.writeHead(204, preflightHeaders(request, { fault, seconds, rules })).end();
	}

	async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
		if (request.method === 'OPTIONS') {
			preflight(request, response);
			return;
		}
		const call: Call | null = await openCall(request, response, {
			number: requests.length + 1,
			maxBodyBytes: options.maxBodyBytes ?? 32 * 1024 * 1024
		});
		if (!call) return;
		requests.push(call.record);
		await answerCall(call, backstage);
		call.record.endedAt = Date.now();
	}

	const server = createServer((request, response) => {
		// A browser silently repeats a request that dies on a connection used before: every one gets its own.
		response.shouldKeepAlive = false;
		receive(request, response).catch((error: unknown) => {
			// A script that throws is a mistake in a test: it must be seen there, not waited for.
			const request = requests.at(-1);
			if (request)
				refusals.push({ status: 599, type: 'script_failed', reason: String(error), request });
			if (!response.headersSent) response.writeHead(599, { 'content-type': 'text/plain' });
			response.end(`the scripted server failed: ${String(error)}`);
		});
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', resolve);
	});

	return {
		...cues.sheet,
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		key,
		models,
		requests,
		refusals,
		preflights,
		messages: () => requests.filter((one) => one.path === '/v1/messages'),
		waitFor: async (matches, withinMs = 10_000) => {
			const deadline = Date.now() + withinMs;
			for (;;) {
				const found = requests.find(matches);
				if (found) return found;
				if (Date.now() > deadline)
					throw new Error(`no such call within ${withinMs} ms; ${requests.length} others came`);
				await wait(10);
			}
		},
		reset: () => {
			requests.length = 0;
			refusals.length = 0;
			preflights.length = 0;
			cues.clear();
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				server.closeAllConnections();
			})
	};
}

function pathOf(request: IncomingMessage): string {
	return new URL(request.url ?? '/', 'http://server').pathname;
}
