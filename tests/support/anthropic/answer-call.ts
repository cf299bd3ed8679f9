/** From a recorded call to its answer: the gate, the rules, the script, the bill, and the fault that was asked for. */
import { produce, type Answer, type Produced } from './answers/answer.ts';
import type { Call } from './call.ts';
import { checkBrowserAccess, corsHeaders, type HeaderRules } from './cors.ts';
import type { CueReader, PlannedFault } from './answers/cue-sheet.ts';
import { badRequest, errorBody, Refusal } from './errors.ts';
import {
	answerFaults,
	foreignFaults,
	isOneOf,
	refusalFaults,
	streamFaults
} from './fault-names.ts';
import { bend, foreignAnswer, refusalOf } from './faults.ts';
import { eventsOf, wholeMessage, type MessageFrame } from './answers/message.ts';
import { listModels, thinks, type ScriptedModel } from './models.ts';
import type { PromptCache } from './counting/prompt-cache.ts';
import { recordRefusal, type RecordedRefusal } from './records.ts';
import { checkBody } from './rules/check.ts';
import { checkGate, keyOf } from './rules/gate.ts';
import type { ThinkingBinder } from './thinking.ts';
import { countInput, type Scales } from './counting/tokens.ts';
import {
	blocksOf,
	canonicalBlock,
	lastUserText,
	type MessagesBody,
	type WireMessage
} from './wire.ts';
import { waitOrAbort, writeStream, writeWhole } from './answers/write-stream.ts';

/** What lives as long as the server. */
export interface Backstage {
	readonly key: string;
	readonly headerRules: HeaderRules;
	readonly models: readonly ScriptedModel[];
	readonly cues: CueReader;
	readonly tokensPerSecond: number | null;
	readonly binder: ThinkingBinder;
	readonly cache: PromptCache;
	readonly scales: Scales | undefined;
	/** Contents of answers that ended with `pause_turn`. */
	readonly paused: Set<string>;
	readonly numbers: { message: number; call: number; request: number };
	readonly refused: (refusal: RecordedRefusal) => void;
}

interface Reading {
	readonly body: MessagesBody;
	readonly model: ScriptedModel;
	readonly inputTokens: number;
}

export async function answerCall(call: Call, backstage: Backstage): Promise<void> {
	const { record } = call;
	try {
		checkGate(call, backstage);
		if (backstage.headerRules === 'anthropic') checkBrowserAccess(call.request);
		if (record.path === '/v1/models') {
			const fault = backstage.cues.takeFault(record.path, null);
			if (fault && (await playFault(call, fault, backstage))) return;
			const page = listModels(backstage.models, new URLSearchParams(record.query));
			sendJson(call, backstage, 200, JSON.stringify(page));
			return;
		}
		const reading = readBody(call, backstage);
		const fault = backstage.cues.takeFault(record.path, reading.body);
		if (fault && (await playFault(call, fault, backstage))) return;
		if (record.path === '/v1/messages/count_tokens') {
			sendJson(call, backstage, 200, JSON.stringify({ input_tokens: reading.inputTokens }));
			return;
		}
		await perform(call, reading, { backstage, planned: fault });
	} catch (error) {
		if (!(error instanceof Refusal)) throw error;
		backstage.refused(recordRefusal(error, record));
		sendRefusal(call, backstage, error);
	}
}

function readBody(call: Call, backstage: Backstage): Reading {
	if (call.tooLarge)
		throw new Refusal(413, 'request_too_large', 'Request exceeds the maximum size');
	if (call.record.body === undefined) throw badRequest('The request body is not valid JSON');
	const counting = call.record.path === '/v1/messages/count_tokens';
	const { body, model } = checkBody(call.record.body, {
		models: backstage.models,
		counting,
		isPaused: (message) => backstage.paused.has(contentKey(message))
	});
	backstage.binder.follow(body, keyOf(call.request) ?? '');
	const inputTokens = countInput(body, backstage.scales);
	call.record.inputTokens = inputTokens;
	if (!counting && inputTokens > model.window)
		throw badRequest(`prompt is too long: ${inputTokens} tokens > ${model.window} maximum`);
	return { body, model, inputTokens };
}

/** True when the fault was the whole answer. */
async function playFault(call: Call, fault: PlannedFault, backstage: Backstage): Promise<boolean> {
	call.record.fault = fault.name;
	if (fault.name === 'slow-headers') {
		await waitOrAbort(fault.delayMs ?? 30_000, call.gone);
		return false;
	}
	if (isOneOf(refusalFaults, fault.name)) {
		const { refusal, headers } = refusalOf(fault.name);
		sendRefusal(call, backstage, refusal, headers);
		return true;
	}
	if (!isOneOf(foreignFaults, fault.name)) return false;
	if (fault.name === 'connection-refused') {
		call.response.destroy();
		return true;
	}
	const foreign = foreignAnswer(fault.name, fault.location ?? 'http://localhost:9/v1/messages');
	send(call, backstage, { ...foreign, headers: foreign.headers });
	return true;
}

async function perform(
	call: Call,
	reading: Reading,
	how: { readonly backstage: Backstage; readonly planned: PlannedFault | null }
): Promise<void> {
	const { backstage } = how;
	const { body, model, inputTokens } = reading;
	const key = keyOf(call.request) ?? '';
	const mayThink = thinks(model, body.thinking);
	const number = ++backstage.numbers.message;
	const scripted = await backstage.cues.answer(body, {
		number,
		model,
		inputTokens,
		thinks: mayThink,
		lastUserText: lastUserText(body)
	});
	const planned: PlannedFault | null =
		how.planned ?? (scripted.fault === undefined ? null : { name: scripted.fault });
	if (planned && !how.planned && (await playFault(call, planned, backstage))) return;
	const answer = bent(scripted, planned, body);
	await waitOrAbort(answer.delayMs ?? 0, call.gone);
	const produced = cutInTool(
		produce(answer, {
			body,
			model,
			inputTokens,
			thinks: mayThink,
			standing: backstage.binder.follow(body, key),
			binder: backstage.binder,
			newCallId: () => `toolu_scripted_${String(++backstage.numbers.call).padStart(6, '0')}`
		}),
		planned
	);
	const frame: MessageFrame = {
		id: `msg_scripted_${String(number).padStart(6, '0')}`,
		model: model.id,
		input: backstage.cache.bill(body, { model, key, inputTokens }),
		transformations: answer.transformations
	};
	const message = wholeMessage(produced, frame);
	call.record.answer = message;
	if (produced.stopReason === 'pause_turn')
		backstage.paused.add(contentKey({ role: 'assistant', content: message.content as never }));
	await deliver(call, { produced, frame, answer, planned, backstage });
}

function bent(answer: Answer, planned: PlannedFault | null, body: MessagesBody): Answer {
	const after = planned?.after ?? answer.after;
	const cut = after === undefined ? answer : { ...answer, after };
	return planned && isOneOf(answerFaults, planned.name) ? bend(cut, planned.name, body) : cut;
}

/** The limit falls into the arguments of the last call, or the model itself writes no whole ones. */
function cutInTool(produced: Produced, planned: PlannedFault | null): Produced {
	if (planned?.name !== 'max-tokens-in-tool' && planned?.name !== 'broken-arguments')
		return produced;
	const blocks = produced.blocks.map((block, index) =>
		block.type === 'tool_use' && index === produced.blocks.length - 1
			? { ...block, json: block.json.slice(0, Math.ceil(block.json.length / 2)) }
			: block
	);
	const isCut = planned.name === 'max-tokens-in-tool';
	return { ...produced, blocks, ...(isCut && { stopReason: 'max_tokens' }) };
}

async function deliver(
	call: Call,
	what: {
		readonly produced: Produced;
		readonly frame: MessageFrame;
		readonly answer: Answer;
		readonly planned: PlannedFault | null;
		readonly backstage: Backstage;
	}
): Promise<void> {
	const { produced, frame, answer, planned, backstage } = what;
	const broken = planned && isOneOf(streamFaults, planned.name) ? planned.name : null;
	if (planned) call.record.fault = planned.name;
	const manner = {
		tokensPerSecond: answer.tokensPerSecond ?? backstage.tokensPerSecond,
		chunkBytes: answer.chunkBytes ?? null,
		fault: broken,
		after: answer.after ?? null,
		signal: call.gone
	};
	// Node's own fetch takes a cut body for a whole one where the connection was to be closed anyway.
	if (broken === 'socket-dies') call.response.shouldKeepAlive = true;
	const streams = (call.record.body as MessagesBody).stream === true;
	call.record.status = 200;
	call.response.writeHead(200, {
		...headersFor(call, backstage),
		'content-type': streams ? 'text/event-stream; charset=utf-8' : 'application/json',
		'cache-control': 'no-cache'
	});
	if (streams) await writeStream(call.response, eventsOf(produced, frame), manner);
	else await writeWhole(call.response, JSON.stringify(wholeMessage(produced, frame)), manner);
}

function contentKey(message: WireMessage): string {
	return blocksOf(message.content).map(canonicalBlock).join(',');
}

function sendRefusal(
	call: Call,
	backstage: Backstage,
	refusal: Refusal,
	headers: Readonly<Record<string, string>> = {}
): void {
	const requestId = nextRequestId(backstage);
	send(call, backstage, {
		status: refusal.status,
		headers: { ...headers, 'content-type': 'application/json', 'request-id': requestId },
		body: errorBody(refusal, requestId)
	});
}

function sendJson(call: Call, backstage: Backstage, status: number, body: string): void {
	send(call, backstage, { status, headers: { 'content-type': 'application/json' }, body });
}

function send(
	call: Call,
	backstage: Backstage,
	answer: {
		readonly status: number;
		readonly headers: Readonly<Record<string, string>>;
		readonly body: string;
	}
): void {
	call.record.status = answer.status;
	call.response.writeHead(answer.status, { ...headersFor(call, backstage), ...answer.headers });
	call.response.end(answer.body);
}

function headersFor(call: Call, backstage: Backstage): Record<string, string> {
	const fault = backstage.cues.corsFault(call.record.path)?.name ?? null;
	if (fault) call.record.fault = fault;
	return { 'request-id': nextRequestId(backstage), ...corsHeaders(call.request, fault) };
}

function nextRequestId(backstage: Backstage): string {
	return `req_scripted_${String(++backstage.numbers.request).padStart(6, '0')}`;
}
