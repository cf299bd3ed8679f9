import type { AssistantBlock } from '#core/log/blocks.ts';
import type { Failure } from '#core/failure.ts';
import { hear, heardBlocks, nothingHeard } from '#core/log/reply.ts';
import { lifetimeOf, priceOfCall } from '#core/price.ts';
import { usageOfBroken } from '#core/wire/broken-usage.ts';
import type { Usage } from '#core/wire/usage.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import { onDevice, type ModelCard } from '#core/settings.ts';
import { closeRequest, fileRequest, type Sending } from '#flows/prompt/keep-ledger.ts';
import type { LiveReply } from '#flows/answer/live-reply.ts';
import type { App } from '#flows/ports.ts';
import type { ModelAnswer } from '#flows/ports/model.ts';

/** One call to a model: filed, sent, heard piece by piece, and closed in the ledger whatever happens. */

export type CallEnd =
	| { readonly status: 'answered'; readonly answer: ModelAnswer; readonly cost: number | null }
	| {
			readonly status: 'failed';
			readonly failure: Failure;
			/** Whole blocks that came before it broke. */
			readonly partial: readonly AssistantBlock[];
			readonly usage: Usage | null;
	  }
	| {
			readonly status: 'stopped';
			readonly partial: readonly AssistantBlock[];
			readonly usage: Usage | null;
	  };

/** What is shown of a call while it runs. */
export type Heard = Pick<LiveReply, 'state' | 'content' | 'retry'>;

/** Who answers for a model id. */
const modelFor = (app: Pick<App, 'telephone' | 'onDevice'>, model: string) =>
	model === onDevice ? app.onDevice : app.telephone;

export async function callModel(
	app: App,
	call: Sending<RequestBody> & { readonly card: ModelCard },
	onHeard: (heard: Heard) => void,
	signal: AbortSignal
): Promise<CallEnd> {
	const filed = await fileRequest(app, call);
	// What cannot be put on file is not sent.
	if (filed.status === 'failed')
		return { status: 'failed', failure: filed.failure, partial: [], usage: null };
	const { id: entry, body } = filed.value;
	let hearing = nothingHeard;
	let reported: Usage | null = null;
	/** What a call comes to that has no whole answer: it is closed with its price, as far as that is known. */
	const broken = async (
		outcome: 'stopped' | 'failed',
		came: readonly AssistantBlock[],
		failure: Failure | null = null
	): Promise<Usage | null> => {
		const usage = usageOfBroken(reported, { came, model: body.model });
		const cost = priceOfCall(usage, call.card, lifetimeOf(body));
		await closeRequest(app, entry, { outcome, cost, failure });
		return usage;
	};
	onHeard({ state: 'waiting', content: [], retry: null });
	const asked = { body, endpoint: call.endpoint };
	for await (const event of modelFor(app, body.model).stream(asked, signal)) {
		if (signal.aborted) break;
		switch (event.type) {
			case 'retrying': {
				const { failure, attempt, until } = event;
				reported = null;
				onHeard({ state: 'retrying', content: [], retry: { failure, attempt, until } });
				break;
			}
			case 'text':
			case 'thinking':
			case 'tool-call':
				hearing = hear(hearing, event);
				onHeard({ state: 'streaming', content: heardBlocks(hearing), retry: null });
				break;
			case 'usage':
				reported = event.usage;
				break;
			case 'end': {
				const { answer } = event;
				const cost = priceOfCall(answer.usage, call.card, lifetimeOf(body));
				await closeRequest(app, entry, { outcome: 'answered', cost, answer });
				return { status: 'answered', answer, cost };
			}
			case 'failed': {
				const { failure, partial } = event;
				reported = event.usage ?? reported;
				const usage = await broken('failed', partial, failure);
				return { status: 'failed', failure, partial, usage };
			}
		}
	}
	const partial = heardBlocks(hearing);
	if (signal.aborted)
		return { status: 'stopped', partial, usage: await broken('stopped', partial) };
	// A line that ends without a last word has broken.
	const failure: Failure = { kind: 'interrupted' };
	return { status: 'failed', failure, partial, usage: await broken('failed', partial, failure) };
}
