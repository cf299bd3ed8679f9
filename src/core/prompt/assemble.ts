import { quotedPlaces, withoutBarred } from '#core/prompt/text/barred-quotes.ts';
import type { AssembleInput, Newest } from '#core/prompt/input.ts';
import { sayExchange, sayNewest, sayReference } from '#core/prompt/messages.ts';
import {
	blockOf,
	isOff,
	referenceParts,
	systemParts,
	type PromptPart
} from '#core/prompt/parts.ts';
import type { TextBlock } from '#core/log/blocks.ts';
import { isCovered } from '#core/log/coverage.ts';
import { leftOutTurns } from '#core/log/marks.ts';
import { epochFor, epochKeyOf } from '#core/wire/epoch.ts';
import { turnsSaid } from '#core/plan/turns-said.ts';
import { fitMedia, type Fitted } from '#core/prompt/fit-media.ts';
import { listSegments } from '#core/prompt/segments.ts';
import type { Prompt, RequestBody, SystemBlock, TurnsSaid } from '#core/prompt/prompt.ts';
import { pruneExchanges, prunesMore, withoutFoundHere } from '#core/prompt/prune.ts';
import { seamOf, stretchOf, type Seam } from '#core/prompt/stretch.ts';
import { headHash, placeThinking } from '#core/wire/thinking.ts';
import { thinkingOf } from '#core/wire/thinking-setting.ts';
import { turnNumber, type Exchange } from '#core/log/turn.ts';
import { tokensSent } from '#core/prompt/weight/part-weight.ts';
import { maxTokensOf, usageFor, weightOf, type Measured } from '#core/prompt/weight/weigh.ts';
import { scaleOf, shrunkSince, weighWhole } from '#core/prompt/weight/weigh-parts.ts';
import { sayRecent } from '#core/prompt/said-before.ts';
import { contextTokens, type MeasuredUsage } from '#core/wire/usage.ts';
import { beginWire, sayUser, settle, type Wire } from '#core/wire/wire.ts';

/**
 * The prompt: everything that goes to the model as one piece of data, part by part, in the order of the wire. What
 * is listed as `on` is sent, nothing else is; what changes least stands first.
 */
export function assemblePrompt(input: AssembleInput): Prompt {
	const { session, card, policy, key } = input;
	const parts = systemParts(input);
	const reference = referenceParts(input);
	const system = parts.filter((part) => part.on).map(blockOf);
	const tools = isOff(input, 'Tools') ? [] : input.tools;
	const recentOff = isOff(input, 'Recent messages');
	const { shown, newest, without, cleared, notes, leftOut } = chooseExchanges(input);
	const head = headHash(system, tools);
	const epochKey = epochKeyOf({
		model: card.id,
		key,
		head,
		reference: [
			...reference.filter((part) => part.on).map((part) => part.text),
			...lostText(input)
		],
		without,
		// The words that stand for a quotation tell why.
		cleared: cleared.map((path) => `${path} ${input.barred.get(path) ?? ''}`),
		notes,
		recentOff
	});
	const epoch = epochOf(input, epochKey, shown);
	const summaryId = input.summary?.id ?? null;

	const { wire, recent, start, seam } = historyOf(input, {
		reference,
		tools,
		shown,
		newest,
		epoch
	});
	const standing = { prefix: head, model: card.id, key };
	const messages = placeThinking(wire.messages, wire.slots, standing);
	const segments = listSegments(input, {
		parts: [...parts, ...reference],
		cleared,
		leftOut,
		hasRecent: shown.length > 0,
		recent: recentOff ? unsaid(input, recent) : stretchOf(messages, start, seam),
		newest: stretchOf(messages, seam, { at: messages.length, offset: 0 })
	});
	const last = usageFor(session, { model: card.id, epoch, summaryId });
	const sent = { model: card.id, system, tools, messages };
	const measured = last && measuredSize(last, wire, { sent, session });
	// What was measured stands there longer, as under a preset that leaves results whole: an epoch of its own.
	if (measured === 'longer')
		return assemblePrompt({ ...input, session: { ...session, epochKey, epoch: epoch + 1 } });
	const weight = weightOf(weighWhole(tokensSent(segments), session, card.id), measured, {
		card,
		policy,
		turns: turnsOf(input)
	});
	const body: RequestBody = {
		model: card.id,
		max_tokens: maxTokensOf(card),
		...(system.length > 0 ? { system: marked(system, input) } : {}),
		...(tools.length > 0 ? { tools } : {}),
		messages,
		...thinkingOf(input.thinking, card),
		...cacheOf(input)
	};
	return { segments, body, weight, epochKey, epoch, summaryId };
}

/**
 * The epoch of this request. If no cache holds the prefix any more, rewriting it costs nothing: a new epoch begins if
 * that makes tool results shorter.
 */
function epochOf(input: AssembleInput, epochKey: string, shown: readonly Exchange[]): number {
	const entered = epochFor(input.session, epochKey);
	const isShorter =
		input.cold && prunesMore(shown, input.policy, { epoch: entered, next: entered + 1 });
	return isShorter ? entered + 1 : entered;
}

/** What is said, in the order of the wire. */
function historyOf(
	input: AssembleInput,
	said: {
		readonly reference: readonly PromptPart[];
		readonly tools: AssembleInput['tools'];
		readonly shown: readonly Exchange[];
		readonly newest: Newest;
		readonly epoch: number;
	}
): {
	readonly wire: Wire;
	/** Recent exchanges as they are sent; if they are switched off, as they would be sent otherwise. */
	readonly recent: readonly Exchange[];
	/** Where they begin and where the newest message does. */
	readonly start: Seam;
	readonly seam: Seam;
} {
	const beginning = beginWire(input.words, { tools: said.tools.length > 0 });
	sayReference(beginning, said.reference, input.form);
	const start = seamOf(beginning);
	for (const text of lostText(input))
		sayUser(beginning, { role: 'user', content: [blockOf({ text })] });
	const recent = said.shown.some(hasResults)
		? pruneExchanges(said.shown, input.policy, said.epoch)
		: said.shown;
	const wire = sayRecent(beginning, isOff(input, 'Recent messages') ? [] : recent, input.summary);
	const seam = seamOf(wire);
	sayNewest(wire, { ...input, newest: said.newest });
	settle(wire);
	return { wire, recent, start, seam };
}

/** How much of the prompt the last report measured, and what came after; null where its step is not among what is sent. */
function measuredSize(
	last: MeasuredUsage,
	wire: Wire,
	{
		sent,
		session
	}: {
		readonly sent: Parameters<typeof shrunkSince>[1];
		readonly session: AssembleInput['session'];
	}
): Measured | 'longer' | null {
	const measuredAt = placeOf(wire, last);
	if (measuredAt < 0) return null;
	const sentThen = { ...sent, messages: sent.messages.slice(0, measuredAt) };
	const less = shrunkSince(last.estimated, sentThen, session);
	if (less === null) return 'longer';
	const after = sent.messages.slice(measuredAt + 1);
	return {
		reported: contextTokens(last.usage) - less,
		after: scaleOf(session, sent.model).messages(after)
	};
}

const exchangesIn = (newest: Newest): readonly Exchange[] =>
	newest.kind === 'turn' ? [newest.exchange] : [];

/** A turn that is continued may quote a file that could be read when it began and may not be sent now. */
const clearNewest = ({ newest, barred }: AssembleInput): Newest => {
	if (newest.kind !== 'turn') return newest;
	const [exchange = newest.exchange] = withoutBarred([newest.exchange], barred);
	return { ...newest, exchange };
};

/** The turn that is being answered is one of them; one that is still being written is none yet. */
const turnsOf = (input: AssembleInput): TurnsSaid | null =>
	turnsSaid(input.policy.preset, [...liveExchanges(input), ...exchangesIn(input.newest)], {
		since: input.summary,
		before: input.session.saidBefore,
		leftOut: leftOutTurns(input.marks)
	});

const marked = (system: readonly TextBlock[], input: AssembleInput): readonly SystemBlock[] =>
	system.map((block, at) => (at < system.length - 1 ? block : { ...block, ...cacheOf(input) }));

function cacheOf({ cache }: AssembleInput): Pick<RequestBody, 'cache_control'> {
	if (cache === null) return {};
	return { cache_control: { type: 'ephemeral', ...(cache === '1h' ? { ttl: '1h' } : {}) } };
}

/**
 * What may be sent of the log: not left out or deleted, and not among the oldest that stay out this time; `cleared`:
 * files of which no quotation is sent; `notes`: where notes stand for pictures and files,
 * `leftOut`: for which.
 */
function chooseExchanges(input: AssembleInput): {
	readonly shown: readonly Exchange[];
	readonly newest: Newest;
	readonly without: readonly string[];
	readonly cleared: readonly string[];
	readonly notes: readonly string[];
	readonly leftOut: Fitted['leftOut'];
} {
	const out = leftOutTurns(input.marks);
	const without: string[] = [];
	const chosen = withoutFoundHere(liveExchanges(input)).filter(({ turn }, at) => {
		const stays = at >= input.dropOldest && !out.has(turn.turnId);
		if (!stays) without.push(turn.turnId);
		return stays;
	});
	const cleared = quotedPlaces([...chosen, ...exchangesIn(input.newest)])
		.filter((path) => input.barred.has(path))
		.sort();
	const clear = { shown: withoutBarred(chosen, input.barred), newest: clearNewest(input) };
	return { ...fitMedia(clear, input), without, cleared };
}

/** Neither covered by the summary nor forgotten. `dropOldest` counts these. */
export const liveExchanges = ({
	exchanges,
	summary
}: Pick<AssembleInput, 'exchanges' | 'summary'>): readonly Exchange[] =>
	exchanges.filter(
		(exchange) =>
			exchange.turn.forgottenAt === undefined && !isCovered(exchange, summary?.through ?? null)
	);

/** What stands before the recent messages where some of them are nowhere. */
const lostText = (input: AssembleInput): readonly string[] => {
	const { lost = [], words } = input;
	return lost.length === 0 || isOff(input, 'Recent messages')
		? []
		: [words.lost(lost.map(turnNumber))];
};

const hasResults = ({ steps }: Exchange): boolean => steps.some((step) => step.results !== null);

/** Index of the message of the step that was measured last; -1 where it is not among what is sent. */
const placeOf = ({ places }: Wire, { branch, seq, step: index }: MeasuredUsage): number =>
	places.findLast(({ step }) => step.index === index && step.seq === seq && step.branch === branch)
		?.at ?? -1;

/** Recent messages as they would stand in the request if they were switched on again. */
function unsaid(input: AssembleInput, exchanges: readonly Exchange[]) {
	const wire = beginWire(input.words, { tools: true });
	for (const exchange of exchanges)
		sayExchange(wire, exchange, { summary: input.summary, next: null });
	return wire.messages;
}
