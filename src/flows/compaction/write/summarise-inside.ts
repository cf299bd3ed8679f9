import { textOf } from '#core/log/blocks.ts';
import { startOfText } from '#core/text/excerpt.ts';
import type { RequestBody } from '#core/prompt/prompt.ts';
import type { Rejection } from '#core/summary/text.ts';
import { spoken } from '#core/summary/summary.ts';
import { toldWithin } from '#core/log/coverage.ts';
import { isKeptOut } from '#core/log/marks.ts';
import { hasRoomInside } from '#core/plan/sizes.ts';
import { mediaIn } from '#core/summarise/transcript.ts';
import { turnNumber } from '#core/log/turn.ts';
import { askWithBody, type BodyCall } from '#flows/prompt/ask-apart.ts';
import { askWithRepair, type Question } from '#flows/compaction/write/ask-with-repair.ts';
import { mayBeInside, toldBefore } from '#flows/compaction/case/plan-case.ts';
import type { CompactPorts } from '#flows/compaction/compact-ports.ts';
import type { KeyStatus } from '#core/key.ts';
import { readPrompt, type ReadPrompt } from '#flows/prompt/read-prompt.ts';
import { stillSo } from '#flows/prompt/still-so.ts';
import type { PartOutcome, Work } from '#flows/compaction/job/work.ts';
import { insidePrompt } from '#prompts/summarise-inside.ts';

/**
 * The summary written inside the conversation (preset field `reading`): the session's own request with one message
 * more. What stands before it is byte for byte what was sent last, so that a warm cache answers for nearly all of it.
 */

/** So many characters of a message tell which one is meant. */
const enough = 60;

/** Thinking counts as output; so much is left for it beside the summary, tokens. */
const thinkingRoom = 4000;

/**
 * Ask inside the conversation, with at most one repair. `unfit`: it cannot be read this way, and nothing was asked;
 * the transcript can.
 */
export async function summariseInside(
	ports: CompactPorts,
	work: Work,
	key: KeyStatus,
	signal: AbortSignal
): Promise<PartOutcome | { readonly status: 'unfit' }> {
	const { found, plan } = work;
	if (!mayBeInside(found)) return { status: 'unfit' };
	return askWithRepair(work, {
		through: plan.through,
		source: plan.coveredTokens + toldBefore(found),
		question: (repair) => questionInside(ports, work, { key, repair }, signal)
	});
}

/** Null: it has no room beside the conversation. */
async function questionInside(
	ports: CompactPorts,
	work: Work,
	{ key, repair }: { readonly key: KeyStatus; readonly repair: Rejection | null },
	signal: AbortSignal
): Promise<Question | null> {
	const { found, plan, beat } = work;
	const prompt = promptInside(work, repair);
	const read = await readInside(ports, { work, key, text: prompt.text });
	if (!read || !hasRoomInside(plan.sizes, read.prompt.weight)) return null;
	const call: BodyCall = {
		sessionId: found.session.id,
		endpoint: found.settings.endpoint,
		kind: 'summary',
		card: read.input.card,
		body: bodyOf(read, plan.sizes.output),
		segments: read.prompt.segments,
		stillSo: async () => {
			const still = await stillSo(ports.db, found);
			return still.status === 'so' ? { ...still, forgotten: read.forgotten } : still;
		}
	};
	return {
		promptId: prompt.id,
		card: call.card,
		instructions: prompt.instructions,
		ask: (mostCalls) => askWithBody(ports, { ...call, mostCalls }, beat, signal)
	};
}

async function readInside(
	{ db, clock }: CompactPorts,
	{ work, key, text }: { readonly work: Work; readonly key: KeyStatus; readonly text: string }
): Promise<ReadPrompt | null> {
	const { found } = work;
	const newest = found.exchanges.at(-1);
	if (!newest) return null;
	const telephone = { keyStatus: () => Promise.resolve(key) };
	return readPrompt(
		{ db, clock, telephone },
		{
			session: found.session,
			branch: found.branch,
			answerer: found.answerer,
			asked: {
				kind: newest.steps.length === 0 ? 'beside' : 'unsent',
				blocks: [{ type: 'text', text }]
			}
		}
	);
}

/** Neither tools nor thinking may change, or nothing of the cache would be read. */
const bodyOf = ({ prompt: { body } }: ReadPrompt, output: number): RequestBody => ({
	...body,
	max_tokens: Math.min(
		body.max_tokens,
		output + (body.thinking && body.thinking.type !== 'disabled' ? thinkingRoom : 0)
	)
});

/** The message that asks for it. */
export function promptInside(
	{ found, plan, focus }: Pick<Work, 'found' | 'plan' | 'focus'>,
	repair: Rejection | null = null
): ReturnType<typeof insidePrompt> {
	const { preset } = found.policy;
	const covered = toldWithin(found.exchanges, plan).filter(
		({ turn }) => !isKeptOut(turn, found.excluded.leftOut)
	);
	const inside = {
		form: preset.asked.form,
		words: preset.asked.words,
		round: found.rounds + 1,
		language: found.language,
		budget: plan.sizes.budget,
		focus,
		images: covered.reduce((sum, { turn, steps }) => sum + mediaIn(turn, steps), 0),
		notes: found.notes,
		repair,
		turns: covered.map(({ turn }) => ({
			number: turnNumber(turn.seq),
			begins: startOfText(textOf(turn.asked).replace(/\s+/g, ' ').trim(), enough)
		})),
		integrates: spoken(found.previous) !== null,
		keepsMore: plan.tail.messages > 0
	};
	return insidePrompt(inside, found.settings.prompts);
}
