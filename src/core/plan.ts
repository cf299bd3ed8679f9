import type { CompactionTrigger } from '#core/jobs.ts';
import { chooseCut, cutsOf, requestedStart, type Cut } from '#core/plan/boundary.ts';
import { chunksOf, type PlannedChunk } from '#core/plan/chunks.ts';
import { countsOf, itemsOf, sumOf, type Item, type Weigh, type Written } from '#core/plan/items.ts';
import { sizesOf, type SummarySizes } from '#core/plan/sizes.ts';
import type { Policy } from '#core/presets.ts';
import type { Keep } from '#core/presets/preset.ts';
import type { ModelCard } from '#core/settings.ts';
import type { Summary } from '#core/summary/summary.ts';
import { exchangesAfter } from '#core/summary/tail.ts';
import type { Exchange, Position } from '#core/log/turn.ts';

/** Which part of a session a summary shall stand for. Decides and does nothing: executing a plan never decides again. */

export interface PlanInput {
	/** The active path (INV-20), from the boundary of `previous` or earlier to its head. */
	readonly exchanges: readonly Exchange[];
	/** The summary in use; its boundary is known by metadata, never found by looking at text. */
	readonly previous: Pick<
		Summary,
		'id' | 'through' | 'createdAt' | 'text' | 'anchors' | 'standsFor'
	> | null;
	/** Ids of turns that the user excluded. */
	readonly leftOut: ReadonlySet<string>;
	readonly policy: Policy;
	readonly weigh: Weigh;
	/** What turns are for the summariser; their weight decides the parts. */
	readonly written: Written;
	/** System, tools, memory, pins and first request, tokens. */
	readonly floor: number;
	readonly parts: readonly { readonly source: string; readonly tokens: number }[];
	/** What a new summary brings along word for word: fences, the first request when it is not there yet; tokens. */
	readonly carried: number;
	readonly trigger: CompactionTrigger;
	/** Who writes the summary; null: code, on this device, in one piece. */
	readonly summariser: ModelCard | null;
	/** Instructions of the summariser, tokens. */
	readonly instructions: number;
	/** Key of a plan that came to nothing before (INV-6). */
	readonly noPlanKey: string | null;
}

/** JSON-safe: it is stored with the job and resumed from there. */
export interface Plan {
	readonly kind: 'plan';
	readonly key: string;
	readonly previousId: string | null;
	readonly from: Position;
	readonly through: Position;
	/** Where the preset wanted the tail to begin; the boundary used snaps to a step or a turn. */
	readonly requested: Position | null;
	readonly chunks: readonly PlannedChunk[];
	readonly sizes: SummarySizes;
	readonly tail: { readonly tokens: number; readonly messages: number };
	/** Whole prompt, tokens. */
	readonly tokensBefore: number;
	/** Whole prompt after it, tokens. */
	readonly projected: number;
	readonly target: number | null;
	/** False: the outcome will be above the target, and it is not tried again until the log grows (INV-3). */
	readonly sufficient: boolean;
	/** Covered, as they stand on the wire, tokens. */
	readonly coveredTokens: number;
	readonly turnCount: number;
	readonly messageCount: number;
	readonly imageCount: number;
}

type NoOpReason =
	/** Nothing lies before what stays word for word. */
	| 'all-recent'
	| 'few-messages'
	/** A summary would be as large as what it stands for. */
	| 'little-to-gain'
	/** Nothing has been said since the last one (INV-2). */
	| 'nothing-new'
	/** The same plan came to nothing before (INV-6). */
	| 'decided-before';

interface NoOp {
	readonly kind: 'no-op';
	readonly reason: NoOpReason;
	readonly key: string;
}

/** What cannot be compacted alone reaches the threshold (INV-1). */
interface Infeasible {
	readonly kind: 'infeasible';
	readonly floor: number;
	readonly threshold: number;
	readonly largest: readonly { readonly source: string; readonly tokens: number }[];
}

/** The newest user message alone does not fit (INV-18): split it, attach it as a file, or shorten it. */
interface OversizeUserMessage {
	readonly kind: 'oversize-user-message';
	readonly tokens: number;
	/** What the threshold leaves for it, tokens. */
	readonly room: number;
}

export type Planned = Plan | NoOp | Infeasible | OversizeUserMessage;

/** The memory of a no-op: same log, same policy, same model (INV-6). */
export function planKey(exchanges: readonly Exchange[], policy: Pick<Policy, 'key'>): string {
	const last = exchanges.at(-1);
	if (!last) return `empty ${policy.key}`;
	const { turnId, seq } = last.turn;
	return `${seq} ${turnId} ${last.steps.length} ${policy.key}`;
}

/** The smallest summary that can say anything, tokens. */
const least = 60;

/** Started by nobody's hand; only these remember no-ops and wait for something new. */
const isAutomatic = (trigger: CompactionTrigger): boolean =>
	trigger !== 'manual' && trigger !== 'overflow';

/** Decide what to compact. Makes no call and changes nothing. */
export function planCompaction(input: PlanInput): Planned {
	const { policy, previous, trigger } = input;
	const key = planKey(input.exchanges, policy);
	const nothing = (reason: NoOpReason): NoOp => ({ kind: 'no-op', reason, key });
	if (isAutomatic(trigger) && key === input.noPlanKey) return nothing('decided-before');

	const exchanges = exchangesAfter(input.exchanges, previous?.through ?? null);
	const items = itemsOf(exchanges, input);
	const cuts = cutsOf(items);
	const tooLarge = checkFloor(input, items, cuts);
	if (tooLarge) return tooLarge;
	if (isAutomatic(trigger) && !isAnythingNew(input, items)) return nothing('nothing-new');
	const { guard } = policy.preset;
	if (guard.kind === 'messages' && sumOf(items, 'messages') <= guard.atMost)
		return nothing('few-messages');

	const held =
		previous?.standsFor === 'text' ? input.weigh.text(previous.text + previous.anchors) : 0;
	const content = sumOf(items, 'tokens');
	const tokensBefore = input.floor + held + content;
	const scale = {
		usable: usableFor(input, tokensBefore),
		window: policy.window ?? tokensBefore
	};
	const largest = sizesOf({ ...input, usable: scale.usable, content });
	const most = mostOf(input, { usable: scale.usable, sizes: largest, cuts });
	const found = findCut({ items, cuts, input, scale, most, content, held });
	if (!found) return nothing('all-recent');

	const covered = coveredBy(items, found.cut);
	const coveredTokens = content - found.cut.tail;
	const replaced = coveredTokens + held;
	/** So much a summary may weigh: more would make the prompt larger. The endpoint's own word counts more than ours. */
	const room = trigger === 'overflow' ? Infinity : replaced - input.carried;
	if (room < least) return nothing('little-to-gain');
	// Asked for is never more than half of what is replaced.
	const sizes = sizesOf({ ...input, usable: scale.usable, content: replaced, most: room });
	const spent = sizes.budget + sizes.anchors + input.carried;
	// By hand it is tried for less; whether it has gained anything is seen when it is there.
	if (isAutomatic(trigger) && replaced <= spent) return nothing('little-to-gain');
	const projected = input.floor + spent + found.cut.tail;
	return {
		kind: 'plan',
		key,
		previousId: previous?.id ?? null,
		from: startOf(items, previous),
		through: covered.at(-1)?.position ?? { seq: 0, step: -1 },
		requested: items[found.requested]?.position ?? null,
		chunks: chunksOf(covered, input.summariser ? sizes.chunk : Infinity),
		sizes,
		tail: {
			tokens: found.cut.tail,
			messages: sumOf(items, 'messages') - sumOf(covered, 'messages')
		},
		tokensBefore,
		projected,
		target: policy.target,
		sufficient: policy.target === null || projected <= policy.target,
		coveredTokens,
		...countsOf(covered)
	};
}

/** Where the range begins: behind the summary before it, inside a turn that was covered in part. */
function startOf(items: readonly Item[], previous: PlanInput['previous']): Position {
	const [first, second] = items;
	const within = previous && first?.position.seq === previous.through.seq;
	return (within ? second : first)?.position ?? { seq: 0, step: -1 };
}

/** Covered by a cut: everything before it, but never the question of a turn that is cut (INV-18). */
function coveredBy(items: readonly Item[], { at, whole }: Cut): readonly Item[] {
	if (whole) return items.slice(0, at);
	let question = at;
	while (question > 0 && items[question]?.question !== true) question--;
	return [...items.slice(0, question), ...items.slice(question + 1, at)];
}

/** What the shares are taken of. An unknown window, or one the endpoint contradicts, is at most what is there now. */
function usableFor({ policy, trigger }: PlanInput, tokensBefore: number): number {
	const known = policy.usable ?? tokensBefore;
	return trigger === 'overflow' ? Math.min(known, Math.floor(tokensBefore * 0.85)) : known;
}

/**
 * At most so many tokens stay word for word: what the preset says, and what the target leaves (INV-3). Where that is
 * next to nothing (a small window, much memory) the last answer before the newest message stays all the same, if it
 * is short. Presets that reproduce a document keep what they say, until that would reach the threshold at once.
 */
function mostOf(
	{ policy, floor, carried }: PlanInput,
	{
		usable,
		sizes,
		cuts
	}: { readonly usable: number; readonly sizes: SummarySizes; readonly cuts: readonly Cut[] }
): number {
	const { keep, target } = policy.preset;
	const spent = floor + carried + sizes.budget + sizes.anchors;
	if (keep.kind !== 'messages-or-usable') return (policy.hard ?? usable) - spent - 1;
	const room = Math.min(keep.atMost * usable, (policy.target ?? target * usable) - spent);
	const lastTwo = cuts.filter(({ whole }) => whole).at(-2)?.tail ?? Infinity;
	return lastTwo <= usable / 10 ? Math.max(room, lastTwo) : room;
}

interface Search {
	readonly items: readonly Item[];
	readonly cuts: readonly Cut[];
	readonly input: PlanInput;
	readonly scale: { readonly usable: number; readonly window: number };
	readonly most: number;
	/** Tokens of all items. */
	readonly content: number;
	/** Tokens of the summary that is replaced. */
	readonly held: number;
}

/** The cut, and where the preset wanted it; null when it covers nothing. */
function findCut({
	items,
	cuts,
	input,
	scale,
	most,
	content,
	held
}: Search): { readonly cut: Cut; readonly requested: number } | null {
	const tries = triesOf(input, items, { usable: scale.usable, content, held });
	for (const { keep, usable, worth } of tries) {
		const requested = requestedStart(items, keep, { usable, window: scale.window });
		const cut = chooseCut(cuts, requested, most);
		if (cut && content - cut.tail > worth) return { cut, requested };
	}
	return null;
}

interface TryKeep {
	readonly keep: Keep;
	/** What the shares are taken of, tokens. */
	readonly usable: number;
	/** More than so many tokens must be covered. */
	readonly worth: number;
}

/**
 * Somebody who asks for a summary by hand gets one long before the window is full: shares are then taken of what
 * is there, and of a few long messages half may go, or all but the newest, where that frees more than the summary and
 * its company take. Each try must be worth it: a short turn at the beginning is no reason to stop looking.
 */
function triesOf(
	{ policy, trigger, carried }: PlanInput,
	items: readonly Item[],
	{
		usable,
		content,
		held
	}: { readonly usable: number; readonly content: number; readonly held: number }
): readonly TryKeep[] {
	const { keep } = policy.preset;
	if (keep.kind !== 'messages-or-usable' || trigger !== 'manual')
		return [{ keep, usable, worth: 0 }];
	const there = Math.min(usable, content);
	const half = Math.min(keep.messages, Math.ceil(sumOf(items, 'messages') / 2));
	const worth = 2 * carried + 500;
	return [
		{ keep, usable: there, worth: Math.max(0, carried + least - 1 - held) },
		{ keep: { ...keep, messages: half }, usable: there, worth },
		// So little left costs the reader more: it must free twice as much.
		{ keep: { ...keep, messages: 2 }, usable: 0, worth: 2 * worth }
	];
}

/** INV-1 and INV-18: is there room at all? */
function checkFloor(
	{ policy, floor, parts }: PlanInput,
	items: readonly Item[],
	cuts: readonly Cut[]
): Infeasible | OversizeUserMessage | null {
	const threshold = policy.hard ?? policy.usable;
	if (threshold === null) return null;
	const question = items.findLast((item) => item.question)?.tokens ?? 0;
	// Not spread into `Math.min`: a long log has more cuts than a call may have arguments.
	const least = cuts.reduce((found, { tail }) => Math.min(found, tail), Infinity);
	const tail = least === Infinity ? question : least;
	if (floor + tail < threshold) return null;
	if (floor < threshold && floor + question >= threshold)
		return { kind: 'oversize-user-message', tokens: question, room: threshold - floor };
	const newest = { source: 'New message', tokens: tail };
	const largest = [...parts, newest].sort((a, b) => b.tokens - a.tokens).slice(0, 5);
	return { kind: 'infeasible', floor: floor + tail, threshold, largest };
}

/** INV-2: a user message, or a tenth of usable, has come since the last summary was made. */
function isAnythingNew({ previous, policy }: PlanInput, items: readonly Item[]): boolean {
	if (!previous) return true;
	const fresh = items.filter(({ at }) => at > previous.createdAt);
	const enough = (policy.usable ?? 40_000) / 10;
	return fresh.some((item) => item.question) || sumOf(fresh, 'tokens') >= enough;
}
