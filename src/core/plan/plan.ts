import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import { headOf, lastOn } from '#core/log/path.ts';
import { comparePositions, type Exchange, type Position } from '#core/log/turn.ts';
import { cutsOf, type Cut } from '#core/plan/boundary.ts';
import { chunksOf } from '#core/plan/chunks.ts';
import { findCut, mostOf } from '#core/plan/find-cut.ts';
import { countsOf, itemsOf, sumOf, type Item } from '#core/plan/items.ts';
import type {
	Infeasible,
	NoOp,
	NoOpReason,
	OversizeUserMessage,
	Planned,
	PlanInput
} from '#core/plan/planned.ts';
import { isDecided, planKey } from '#core/plan/plan-key.ts';
import { leastSummary, sizesOf } from '#core/plan/sizes.ts';
import { repeatedBy } from '#core/plan/repeated.ts';
import { isLastTurn, turnsSaid } from '#core/plan/turns-said.ts';
import { largestOf } from '#core/prompt/weight/part-weight.ts';
import { spoken } from '#core/summary/summary.ts';
import { exchangesAfter } from '#core/log/coverage.ts';

/** Which part of a session a summary shall stand for. Decides and does nothing: executing a plan never decides again. */

/** Triggers that nobody pressed a button for: only these remember what led to nothing, and wait for something new. */
const isAutomatic = (trigger: CompactionTrigger): boolean =>
	trigger !== 'manual' && trigger !== 'overflow';

/** Decide what to compact. Makes no call and changes nothing. */
export function planCompaction(input: PlanInput): Planned {
	const { policy, previous, trigger } = input;
	const key = planKey(input.exchanges, policy);
	const nothing = (reason: NoOpReason): NoOp => ({ kind: 'no-op', reason, key });
	const asked = {
		key: policy.key,
		previousId: previous?.id ?? null,
		// Where turns are counted they were counted anew since, and it is their number that counts.
		enough: isDueByTurns(input) ? 0 : muchOf(policy),
		weigh: input.weigh
	};
	if (isAutomatic(trigger) && isDecided(input.noPlanKey, input.exchanges, asked))
		return nothing('decided-before');

	const exchanges = exchangesAfter(input.exchanges, previous?.through ?? null);
	const items = itemsOf(exchanges, input);
	const repeated = repeatedBy(input);
	const cuts = cutsOf(items, repeated);
	const tooLarge = checkFloor(input, items, cuts);
	if (tooLarge) return tooLarge;
	if (isAutomatic(trigger) && !isAnythingNew(input, items)) return nothing('nothing-new');
	const { guard } = policy.preset;
	if (guard.kind === 'messages' && sumOf(items, 'messages') <= guard.atMost)
		return nothing('few-messages');

	const before = spoken(previous);
	const told = before ? input.weigh.text(before.text) : 0;
	const held = before
		? input.weigh.text(before.text + before.anchors) + repeated(previous?.through ?? null)
		: 0;
	const content = sumOf(items, 'tokens');
	const tokensBefore = input.floor + held + sumOf(items, 'now');
	const scale = {
		usable: usableFor(input, tokensBefore),
		window: policy.window
	};
	const shared = isDueByTurns(input) ? within(scale, content) : scale;
	const largest = sizesOf({ ...input, usable: scale.usable, content });
	const most = mostOf(input, { usable: scale.usable, sizes: largest, cuts });
	const cut = findCut({ items, cuts, input, scale: shared, most, content, held });
	if (!cut) return nothing('all-recent');

	const covered = coveredBy(items, cut);
	const coveredTokens = sumOf(covered, 'now');
	const again = cut.stays - cut.tail;
	const replaced = coveredTokens + held - again;
	/**
	 * The most a summary may weigh: more would make the prompt larger. After a refusal of the endpoint there is no
	 * such limit, because its count matters more than ours.
	 */
	const room = trigger === 'overflow' ? Infinity : replaced - input.carried;
	if (room < leastSummary) return nothing('little-to-gain');
	// The summary asked for is never more than half of what it replaces.
	const sizes = sizesOf({
		...input,
		held: told,
		usable: scale.usable,
		content: replaced,
		most: room
	});
	const spent = sizes.budget + sizes.anchors + input.carried;
	// By hand it is tried for a smaller gain too; whether there was any is seen when the summary is there.
	if (isAutomatic(trigger) && replaced <= spent) return nothing('little-to-gain');
	const projected = input.floor + spent + cut.stays;
	return {
		kind: 'plan',
		key,
		previousId: previous?.id ?? null,
		from: startOf(items, previous),
		through: covered.at(-1)?.position ?? { seq: 0, step: -1 },
		chunks: chunksOf(covered, input.summariser ? sizes.chunk : Infinity),
		sizes,
		tail: {
			tokens: cut.tail,
			messages: sumOf(items, 'messages') - sumOf(covered, 'messages')
		},
		tokensBefore,
		projected,
		target: policy.target,
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

/** What a cut covers: everything before it, but never the question of a turn that is cut (INV-18). */
function coveredBy(items: readonly Item[], { at, whole }: Cut): readonly Item[] {
	if (whole) return items.slice(0, at);
	let question = at;
	while (question > 0 && items[question]?.question !== true) question--;
	return [...items.slice(0, question), ...items.slice(question + 1, at)];
}

/** The size that shares are taken of. If the endpoint contradicts the window, at most what is there now. */
const usableFor = ({ policy: { usable }, trigger }: PlanInput, tokensBefore: number): number =>
	trigger === 'overflow' ? Math.min(usable, Math.floor(tokensBefore * 0.85)) : usable;

/** The number of turns calls for a summary long before the window is full. */
const isDueByTurns = ({
	exchanges,
	previous,
	saidBefore,
	leftOut,
	policy,
	trigger
}: PlanInput): boolean =>
	isAutomatic(trigger) &&
	isLastTurn(turnsSaid(policy.preset, exchanges, { since: previous, before: saidBefore, leftOut }));

/** Shares are then taken of what is there, as for a compaction by hand. */
const within = (
	{ usable, window }: { readonly usable: number; readonly window: number },
	content: number
) => ({ usable: Math.min(usable, content), window: Math.min(window, content) });

/** INV-1 and INV-18: is there room at all? */
function checkFloor(
	{ policy, floor, parts }: PlanInput,
	items: readonly Item[],
	cuts: readonly Cut[]
): Infeasible | OversizeUserMessage | null {
	const threshold = policy.hard ?? policy.usable;
	const question = items.findLast((item) => item.question)?.tokens ?? 0;
	// Not spread into `Math.min`: a long log has more cuts than a call may have arguments.
	const least = cuts.reduce((found, { stays }) => Math.min(found, stays), Infinity);
	const stays = least === Infinity ? question : least;
	if (floor + stays < threshold) return null;
	if (floor < threshold && floor + question >= threshold)
		return { kind: 'oversize-user-message', tokens: question, room: threshold - floor };
	const largest = largestOf([...parts, { source: 'New message', tokens: stays }]);
	return { kind: 'infeasible', floor: floor + stays, threshold, largest };
}

/** INV-2: a user message, or a tenth of usable, has come since the last summary was made. */
function isAnythingNew(
	{ exchanges, previous, policy }: PlanInput,
	items: readonly Item[]
): boolean {
	if (!previous) return true;
	const end = lastSaid(exchanges, previous);
	const fresh = items.filter(({ position }) => comparePositions(position, end) > 0);
	return fresh.some((item) => item.question) || sumOf(fresh, 'now') >= muchOf(policy);
}

/** So much said makes a difference, tokens. */
const muchOf = ({ usable }: PlanInput['policy']): number => usable / 10;

/** The last place of these that was there when a summary was made: no clock tells that, for clocks are set back. */
function lastSaid(
	exchanges: readonly Exchange[],
	{ through, saidBefore }: NonNullable<PlanInput['previous']>
): Position {
	if (!saidBefore) return through;
	const { path, step } = saidBefore;
	const seq = lastOn(path, exchanges);
	return { seq, step: seq === headOf(path) ? step : Infinity };
}
