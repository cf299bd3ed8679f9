import assert from 'node:assert/strict';
import { textOf } from '#core/log/blocks.ts';
import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import { comparePositions, type Exchange, type Position } from '#core/log/turn.ts';
import { planCompaction } from '#core/plan/plan.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import { summaryBefore, summaryInUse, type Summary } from '#core/summary/summary.ts';
import { exchangesAfter } from '#core/log/coverage.ts';
import { inputOf, cardOf, quarter } from '../builders/a-plan-input.ts';
import { aCard, answering, aPromptInput } from '../builders/a-prompt.ts';
import { aSummary } from '../builders/a-summary.ts';
import type { BranchingLog } from './branching-log.ts';

/** A summary made on one branch of several, and what must hold of it and of the request on every branch. */

export const placesOf = (exchanges: readonly Exchange[]): Position[] =>
	exchanges.flatMap(({ turn, steps }) => [
		{ seq: turn.seq, step: -1 },
		...steps.map(({ index }) => ({ seq: turn.seq, step: index }))
	]);

/** Plan on the branch on screen and put a summary to use, as the database does. */
export function summarise(
	log: BranchingLog,
	summaries: readonly Summary[],
	how: { readonly window: number; readonly preset: string; readonly trigger: CompactionTrigger }
): {
	readonly id: string;
	readonly summaries: readonly Summary[];
	readonly read: ReadonlySet<string>;
} | null {
	const { exchanges, path } = log;
	const previous = summaryInUse(summaries, path);
	const pins = log.pins.reduce((sum, { text }) => sum + quarter(text), 0);
	const planned = planCompaction(
		inputOf(exchanges, {
			previous,
			preset: how.preset,
			card: cardOf(how.window, Math.floor(how.window / 10)),
			trigger: how.trigger,
			floor: 500 + pins,
			parts: [
				{ source: 'System', tokens: 500 },
				{ source: 'Pins', tokens: pins }
			]
		})
	);
	if (planned.kind === 'infeasible')
		assert.ok(planned.largest.some(({ source }) => source === 'Pins'));
	if (planned.kind !== 'plan') return null;
	assert.equal(planned.previousId, previous?.id ?? null);
	const { from, through } = planned;
	const id = `summary-${summaries.length + 1}`;
	const made: Summary = aSummary(0, {
		id,
		sessionId: 's',
		branch:
			path.find((part) => part.fromSeq <= through.seq && through.seq <= part.throughSeq)?.branch ??
			'',
		round: summaries.length + 1,
		from,
		through,
		text: 'x'.repeat(400),
		createdAt: 0
	});
	const inside = placesOf(exchanges).filter(
		(place) => comparePositions(place, from) >= 0 && comparePositions(place, through) <= 0
	);
	return {
		id,
		summaries: [
			...summaries.map((other) =>
				other.id === previous?.id ? ({ ...other, status: 'superseded' } as const) : other
			),
			made
		],
		read: new Set(inside.map(({ seq, step }) => `${turnAt(exchanges, seq)} ${step}`))
	};
}

const turnAt = (exchanges: readonly Exchange[], seq: number): string =>
	exchanges.find(({ turn }) => turn.seq === seq)?.turn.turnId ?? 'no such turn';

/** What the summary in use stands for was read, by it or those it was made of, from the turns of this very branch. */
export function checkStanding(
	log: BranchingLog,
	summaries: readonly Summary[],
	read: ReadonlyMap<string, ReadonlySet<string>>
): void {
	const used = summaryInUse(summaries, log.path);
	const known = new Set<string>();
	for (let at = used; at; at = summaryBefore(at, summaries, log.path))
		for (const place of read.get(at.id) ?? []) known.add(place);
	const covered = placesOf(log.exchanges).filter(
		(place) => used && comparePositions(place, used.through) <= 0
	);
	for (const { seq, step } of covered)
		assert.ok(known.delete(`${turnAt(log.exchanges, seq)} ${step}`), `${seq}:${step} was not read`);
	assert.deepEqual([...known], [], 'nothing of another branch is in the summary');
}

/** What would be sent now: pins and uncovered requests word for word, covered ones and other branches not at all. */
export function checkRequest(log: BranchingLog, summary: Summary | null): void {
	const newest = log.exchanges.at(-1);
	if (!newest) return;
	const { body } = assemblePrompt(
		aPromptInput({
			card: aCard({ window: 200_000 }),
			pins: log.pins,
			summary,
			exchanges: exchangesAfter(log.exchanges.slice(0, -1), summary?.through ?? null),
			newest: answering(newest)
		})
	);
	const said = body.messages.flatMap((message) =>
		message.role === 'user'
			? message.content.map((block) => (block.type === 'text' ? block.text : ''))
			: []
	);
	for (const { text } of log.pins)
		assert.equal(said.filter((block) => block.includes(text)).length, 1, 'each pin stands once');
	const kept = new Set(
		exchangesAfter(log.exchanges, summary?.through ?? null).map(({ turn }) => turn.turnId)
	);
	kept.add(newest.turn.turnId);
	for (const { turn } of log.everything) {
		const words = textOf(turn.asked);
		const times = said.filter((block) => block === words || block.endsWith(`\n${words}`)).length;
		assert.equal(times, kept.has(turn.turnId) ? 1 : 0, `${turn.turnId} stands ${times} times`);
	}
}
