import { textOfResult, type ToolResultBlock } from '#core/log/blocks.ts';
import { excerpt } from '#core/text/excerpt.ts';
import type { Policy } from '#core/presets/policy.ts';
import type { Pruning } from '#core/presets/preset.ts';
import { isMemoryTool } from '#core/log/own-tools.ts';
import { callsOf, turnNumber, type Exchange, type Step } from '#core/log/turn.ts';
import { onDevice } from '#core/models/model-card.ts';

/** Shortens old tool results in a request. Only there: what is stored stays whole. */

/** Stands in for a result that was cleared (checklist 165). */
export const cleared = '[Tool result cleared]';

/** First line of a masked result (checklist 162). */
const masked = '[TOOL OUTPUT ARCHIVED - search history for details]';

const gapOf =
	({ seq }: Step) =>
	(missing: number): string =>
		`[${missing} characters left out here; open_turns {"from":${turnNumber(seq)},"to":${turnNumber(seq)}} reads them]`;

const gap = /\[\d+ characters left out here; open_turns \{"from":\d+,"to":\d+\} reads them\]/g;

/** Whether a text is what was left of a whole one in a request. */
export const isShortOf = (text: string, whole: string): boolean =>
	[...text.matchAll(gap)].some(
		({ index, 0: { length } }) =>
			whole.startsWith(text.slice(0, index).trimEnd()) &&
			whole.endsWith(text.slice(index + length).trimStart())
	);

/**
 * What the on-device answerer found is quoted in its answer and not sent again with the next question: eight passages
 * for each would fill its window in five. Whatever the preset, and from the first request behind it, so that no prefix
 * changes later; nothing else of an exchange changes, and one without such a result is the same object.
 */
export const withoutFoundHere = (exchanges: readonly Exchange[]): readonly Exchange[] =>
	exchanges.some(hasFoundHere) ? exchanges.map(clearFoundHere) : exchanges;

const isFoundHere = (step: Step): boolean =>
	step.model === onDevice &&
	step.results !== null &&
	callsOf(step).some(({ name }) => isMemoryTool(name));

const hasFoundHere = ({ steps }: Exchange): boolean => steps.some(isFoundHere);

const emptied = new WeakMap<Exchange, Exchange>();

function clearFoundHere(exchange: Exchange): Exchange {
	if (!hasFoundHere(exchange)) return exchange;
	const known = emptied.get(exchange);
	if (known) return known;
	const steps = exchange.steps.map((step) =>
		isFoundHere(step) ? withResults(step, clearFound(step)) : step
	);
	const short = { ...exchange, steps };
	emptied.set(exchange, short);
	return short;
}

/** What a call has shown is cleared; what a proposal came to stays. */
const clearFound =
	(step: Step): Shorten =>
	(text, result) =>
		isMemoryTool(nameOfCall(step, result)) ? clear(text, result) : text;

/**
 * Exchanges with the tool results shortened that the preset wants shortened; everything else, and every exchange
 * without such a result, is the same object. User and assistant messages and images are never touched
 * (checklist 164–169). Ages count assistant messages, the newest being 0. `epoch` is the current one: a preset that
 * spares the prompt cache only looks at what earlier epochs sent, so inside an epoch the outcome never changes.
 */
export function pruneExchanges(
	exchanges: readonly Exchange[],
	policy: Pick<Policy, 'preset'>,
	epoch: number
): readonly Exchange[] {
	const { pruning } = policy.preset;
	if (pruning.kind === 'none') return exchanges;
	const mayPrune = (step: Step): boolean =>
		pruning.kind !== 'trim' || pruning.when === 'always' || step.epoch < epoch;
	const rule = JSON.stringify(pruning);
	const hows = { shorter: rule, cleared: `cleared ${rule}` };
	let age = 0;
	const pruned = [...exchanges];
	for (let at = exchanges.length - 1; at >= 0; at--) {
		const exchange = exchanges[at];
		if (!exchange) continue;
		let steps: Step[] | null = null;
		for (let index = exchange.steps.length - 1; index >= 0; index--) {
			const step = exchange.steps[index];
			if (!step || !mayPrune(step)) continue;
			const short = pruneOnce(step, pruning, { hows, age: age++ });
			if (short === step) continue;
			steps ??= [...exchange.steps];
			steps[index] = short;
		}
		if (steps) pruned[at] = { ...exchange, steps };
	}
	return pruned;
}

const shortened = new WeakMap<Step, { readonly how: string; readonly step: Step }>();

/**
 * A step is shortened once and the result is remembered: the message stays the same object, so it is also formatted
 * and weighed only once.
 */
function pruneOnce(
	step: Step,
	pruning: Exclude<Pruning, { kind: 'none' }>,
	{
		hows,
		age
	}: {
		readonly hows: { readonly shorter: string; readonly cleared: string };
		readonly age: number;
	}
): Step {
	if (!step.results || age < pruning.keepLast) return step;
	const clears = pruning.kind === 'trim' && age >= pruning.clearAfter;
	const how = clears ? hows.cleared : hows.shorter;
	const known = shortened.get(step);
	if (known?.how === how) return known.step;
	const short = withResults(step, shortener(step, pruning, age));
	shortened.set(step, { how, step: short });
	return short;
}

/**
 * Whether entering `next` would make tool results shorter than they are in `epoch`: with a preset that spares the
 * cache, and only where something is left to shorten, so that a second look finds nothing.
 */
export function prunesMore(
	exchanges: readonly Exchange[],
	policy: Pick<Policy, 'preset'>,
	{ epoch, next }: { readonly epoch: number; readonly next: number }
): boolean {
	const { pruning } = policy.preset;
	if (pruning.kind !== 'trim' || pruning.when !== 'epoch') return false;
	const now = pruneExchanges(exchanges, policy, epoch);
	return pruneExchanges(exchanges, policy, next).some(
		(exchange, at) => exchange !== now[at] && lengthOf(exchange) < lengthOf(now[at] ?? exchange)
	);
}

/** Characters of all tool results. */
const lengthOf = ({ steps }: Exchange): number =>
	steps
		.flatMap(({ results }) => results ?? [])
		.reduce((sum, result) => sum + textOfResult(result).length, 0);

type Shorten = (text: string, result: ToolResultBlock) => string;

/** The step with each text of its results shortened; the same object where none is. */
function withResults(step: Step, shorten: Shorten): Step {
	if (!step.results) return step;
	const results = step.results.map((result) => shortenResult(result, shorten));
	return results.every((result, index) => result === step.results?.[index])
		? step
		: { ...step, results };
}

const clear: Shorten = (text) => (text.length > cleared.length ? cleared : text);

function shortener(step: Step, pruning: Exclude<Pruning, { kind: 'none' }>, age: number): Shorten {
	if (pruning.kind === 'mask')
		return (text, result) => (text.length > pruning.over ? maskOf(step, result) : text);
	if (age >= pruning.clearAfter) return clear;
	return (text) => excerpt(text, { ...pruning, gap: gapOf(step) });
}

const nameOfCall = (step: Step, { tool_use_id }: ToolResultBlock): string =>
	callsOf(step).find(({ id }) => id === tool_use_id)?.name ?? 'unknown';

function maskOf(step: Step, result: ToolResultBlock): string {
	const at = new Date(step.endedAt).toISOString();
	return `${masked}\noriginal_tool: ${nameOfCall(step, result)}\narchived_at: ${at}`;
}

/** Apply to each text of a result; images and results without long text stay the same object. */
function shortenResult(result: ToolResultBlock, shorten: Shorten): ToolResultBlock {
	if (typeof result.content === 'string') {
		const content = shorten(result.content, result);
		return content === result.content ? result : { ...result, content };
	}
	const content = result.content.map((part) => {
		if (part.type !== 'text') return part;
		const text = shorten(part.text, result);
		return text === part.text ? part : { ...part, text };
	});
	return content.every((part, index) => part === result.content[index])
		? result
		: { ...result, content };
}
