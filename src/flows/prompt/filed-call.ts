import type { Failure } from '#core/failure.ts';
import type { AssistantBlock } from '#core/log/blocks.ts';
import { hear, heardBlocks, nothingHeard, type Hearing } from '#core/reply/reply.ts';
import type { Retry } from '#core/reply/retry.ts';
import { lifetimeOf, priceOfCall } from '#core/models/price.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { ModelCard } from '#core/models/model-card.ts';
import { mayHaveCost, usageOfBroken, type LostCall } from '#core/wire/broken-usage.ts';
import type { Usage } from '#core/wire/usage.ts';
import type { Unclosed } from '#db/ledger/ledger.ts';
import type { App } from '#flows/ports.ts';
import type { Model, ModelAnswer, ModelEvent } from '#flows/ports/model.ts';
import { heldToday } from '#flows/prompt/held-today.ts';
import { closeRequest, fileRequest, type OutgoingRequest } from '#flows/prompt/keep-ledger.ts';
import { wellFormed } from '#core/wire/well-formed.ts';

/** One call to a model, whoever makes it: filed, sent, heard piece by piece, and closed in the ledger whatever happens. */

export type CallEnd = (
	| {
			readonly status: 'answered';
			readonly answer: ModelAnswer;
			readonly usage: Usage | null;
			/** US dollars; null: unknown. */
			readonly cost: number | null;
	  }
	| ({
			readonly status: 'failed';
			readonly failure: Failure;
			/** Calls that were made in vain, the ones that the line makes by itself among them. */
			readonly calls: number;
	  } & Broken)
	| ({ readonly status: 'stopped' } & Broken)
) & {
	/** Notes its end in the ledger once more; left out: it is noted. */
	readonly close?: () => Promise<unknown>;
	/** Its entry in the ledger, where its end could not be noted there. */
	readonly unclosed?: Unclosed;
	/** Another tab took this one for gone, and has added that to the session; left out: none did. */
	readonly counted?: LostCall;
};

type Ending = Pick<CallEnd, 'close' | 'counted' | 'unclosed'>;

/** The end of a call without a whole answer, with its price as far as it is known. */
interface Broken {
	/** Whole blocks that came before it broke. */
	readonly partial: readonly AssistantBlock[];
	readonly usage: Usage | null;
	readonly cost: number | null;
	/** Nothing was reported of it, and it may have cost something. */
	readonly isLost: boolean;
}

export interface FiledCall extends OutgoingRequest<RequestBody> {
	/** Who is asked, for the price. */
	readonly card: ModelCard;
	/** Calls in all while nothing is answered; else as many as the line makes by itself. */
	readonly mostCalls?: number;
}

interface Following {
	/** Called as soon as the request is on file and goes out; never where it is held back. */
	readonly onSent?: () => void;
	/** Called after every event; false stops the call. */
	readonly goesOn: (event: ModelEvent) => boolean | Promise<boolean>;
	/** What came, and all that was heard so far. */
	readonly onEvent?: (event: ModelEvent, heard: Hearing) => void;
}

const notMade = (failure: Failure): CallEnd => ({
	status: 'failed',
	failure,
	calls: 0,
	partial: [],
	usage: null,
	cost: 0,
	isLost: false
});

/** Make a call. A request that the day's limit holds back, or that cannot be put into the ledger, is not sent. */
export async function makeCall(
	{ db, clock, model }: Pick<App, 'db' | 'clock'> & { readonly model: Model },
	call: FiledCall,
	{ onSent, goesOn, onEvent }: Following,
	signal: AbortSignal
): Promise<CallEnd> {
	const held = await heldToday({ db, clock }, call.endpoint);
	if (held) return notMade(held);
	const { endpoint, mostCalls } = call;
	const body = wellFormed(call.body);
	let written: Promise<AsyncIterable<ModelEvent>> | undefined;
	const write = () =>
		(written ??= new Promise((resolve) => {
			resolve(model.stream({ body, endpoint: endpoint ?? '', mostCalls }, signal));
		}));
	// While the disk is waited for, but not before the disk has it: a long session takes its time. What breaks is met below.
	const writing = setTimeout(() => void write().catch(() => null));
	const filed = await fileRequest({ db, clock }, { ...call, body });
	clearTimeout(writing);
	if (filed.status === 'failed') return notMade(filed.failure);
	const { id } = filed.value;
	const priceOf = (usage: Usage | null) => priceOfCall(usage, call.card, lifetimeOf(body));
	let heard = nothingHeard;
	let reported: Usage | null = null;
	let calls = 1;
	let pause: Retry | null = null;
	let isOut = false;
	const close = async (end: Parameters<typeof closeRequest>[2]): Promise<Ending> => {
		const note = () => closeRequest({ db, clock }, id, end);
		const noted = await note();
		if (noted.status === 'failed') return { close: note, unclosed: { id, cost: end.cost ?? null } };
		return noted.value ? { counted: noted.value } : {};
	};
	const broken = async (
		partial: readonly AssistantBlock[],
		failure: Failure | null
	): Promise<Broken & Ending> => {
		const usage = usageOfBroken(reported, { came: partial, model: body.model });
		// In a pause nothing is out but what has failed before it.
		const waits = pause !== null && clock.now() < pause.until;
		const because = failure ?? (waits ? (pause?.failure ?? null) : null);
		const isLost = isOut && usage === null && mayHaveCost(because);
		// What was refused is known to cost nothing: an unknown price would make every sum it stands in unknown.
		const isFree = usage === null && partial.length === 0 && !isLost;
		const cost = isFree ? 0 : priceOf(usage);
		const closed = await close({ outcome: failure ? 'failed' : 'stopped', cost, failure });
		return { partial, usage, cost, isLost, ...closed };
	};
	isOut = !signal.aborted;
	onSent?.();
	for await (const event of await write()) {
		pause = event.type === 'retrying' ? event : null;
		// Read before the check for a stop: a call that is stopped now has its price too.
		if (event.type === 'usage') reported = event.usage;
		else if (event.type === 'retrying') {
			reported = null;
			calls = event.attempt;
		}
		if ('index' in event) heard = hear(heard, event);
		if (!(await goesOn(event)))
			return { status: 'stopped', ...(await broken(heardBlocks(heard), null)) };
		onEvent?.(event, heard);
		if (event.type === 'end') {
			const { answer } = event;
			const cost = priceOf(answer.usage);
			const closed = await close({ outcome: 'answered', cost, answer });
			return { status: 'answered', answer, usage: answer.usage, cost, ...closed };
		}
		if (event.type === 'failed') {
			const { failure } = event;
			reported = event.usage ?? reported;
			// A line that is gone itself, with its worker or its endpoint, knows nothing of what it has brought.
			const partial = event.partial.length > 0 ? event.partial : heardBlocks(heard);
			return { status: 'failed', failure, calls, ...(await broken(partial, failure)) };
		}
	}
	const partial = heardBlocks(heard);
	if (signal.aborted) return { status: 'stopped', ...(await broken(partial, null)) };
	// A line that ends without a last word has broken.
	const failure: Failure = { kind: 'interrupted' };
	return { status: 'failed', failure, calls, ...(await broken(partial, failure)) };
}
