import assert from 'node:assert/strict';
import fc from 'fast-check';
import { textOf, textOfResult } from '#core/log/blocks.ts';
import type { CompactionTrigger } from '#core/jobs.ts';
import { planCompaction } from '#core/plan.ts';
import type { Plan, PlanInput, Planned } from '#core/plan/planned.ts';
import { policyOf, type Policy } from '#core/presets.ts';
import { builtInPresets } from '#core/presets/built-in.ts';
import { defaultSettings, type ModelCard } from '#core/settings.ts';
import { exchangesAfter } from '#core/summary/tail.ts';
import { comparePositions, renderQuestion, renderStep } from '#core/summarise/transcript.ts';
import { isOpen, type Exchange, type Position } from '#core/log/turn.ts';
import { assemblePrompt } from '#core/prompt/assemble.ts';
import { summaryBefore, summaryInUse, type Summary } from '#core/summary/summary.ts';
import { aCard, answering, aPromptInput } from './a-prompt.ts';
import { aSummary } from './a-summary.ts';
import { acts, BranchingLog } from './branching-log.ts';
import { logShape, makeLog, turnShape } from './random-log.ts';

/** What must hold of every plan, whatever the log: run with 500 cases in the tests and with 10,000 in a script. */

const quarter = (text: string): number => Math.ceil(text.length / 4);
const amountOf = (text: string) => ({ tokens: quarter(text), length: text.length });
const weigh: PlanInput['weigh'] = {
	key: 'a token is four characters',
	question: (turn) => quarter(textOf(turn.asked)) + 10 + 100 * (turn.asked.length - 1),
	step: (step) =>
		quarter(textOf(step.content)) +
		10 +
		(step.results ?? []).reduce((sum, result) => sum + quarter(textOfResult(result)) + 10, 0),
	text: quarter,
	written: (_row, _how, write) => amountOf(write())
};
const rules = { style: 'marked', nonce: 'abc123' } as const;
const written: PlanInput['written'] = {
	key: () => rules.style,
	question: (turn) => amountOf(renderQuestion(turn, rules)),
	step: (step) => amountOf(renderStep(step, rules))
};

export const cardOf = (window: number, maxOutput: number): ModelCard => ({
	id: 'claude-test',
	name: 'Test',
	window,
	maxOutput,
	prices: null,
	priceStep: null,
	windowBy: 'api',
	outputBy: 'api',
	lookedUpAt: null
});

const policyWith = (preset: string, card: ModelCard): Policy =>
	policyOf({ ...defaultSettings, preset }, null, card);

export const inputOf = (
	exchanges: readonly Exchange[],
	more: Partial<PlanInput> & { readonly preset?: string; readonly card?: ModelCard } = {}
): PlanInput => {
	const { preset = 'recommended', card = cardOf(20_000, 2000), ...rest } = more;
	return {
		exchanges,
		previous: null,
		leftOut: new Set(),
		policy: policyWith(preset, card),
		weigh,
		written,
		floor: 500,
		parts: [{ source: 'System', tokens: 500 }],
		carried: 0,
		trigger: 'hard',
		summariser: card,
		instructions: 600,
		noPlanKey: null,
		...rest
	};
};

const windows = fc.constantFrom(8192, 20_000, 60_000, 200_000);
const presets = fc.constantFrom(...builtInPresets.map(({ id }) => id));
const triggers = fc.constantFrom<CompactionTrigger[]>(
	'hard',
	'soft',
	'manual',
	'emergency',
	'overflow'
);

interface Case {
	readonly exchanges: readonly Exchange[];
	readonly input: PlanInput;
	readonly planned: Planned;
}

const aCase: fc.Arbitrary<Case> = fc
	.record({
		shapes: logShape,
		open: fc.boolean(),
		window: windows,
		preset: presets,
		trigger: triggers,
		floor: fc.nat({ max: 6000 }),
		carried: fc.nat({ max: 4000 }),
		leftOut: fc.array(fc.nat({ max: 30 }), { maxLength: 4 }),
		/** From here on the path is a branch. */
		forkAt: fc.nat({ max: 60 }),
		pins: fc.array(fc.nat({ max: 900 }), { maxLength: 3 })
	})
	.map(({ shapes, open, window, preset, trigger, floor: rest, carried, leftOut, forkAt, pins }) => {
		const edited = shapes.slice(forkAt);
		const exchanges = [
			...makeLog(shapes.slice(0, forkAt), { open: open && edited.length === 0 }),
			...makeLog(edited, { open, branch: 'edited', from: forkAt, startAt: 100_000 })
		];
		const out = leftOut.map((seq) => `turn-${seq < forkAt ? 'trunk' : 'edited'}-${seq}`);
		const pinned = pins.reduce((sum, tokens) => sum + tokens, 0);
		const floor = rest + pinned;
		const input = inputOf(exchanges, {
			preset,
			card: cardOf(window, Math.floor(window / 10)),
			trigger,
			floor,
			parts: [
				{ source: 'System', tokens: rest },
				{ source: 'Pins', tokens: pinned }
			],
			carried,
			leftOut: new Set(out)
		});
		return { exchanges, input, planned: planCompaction(input) };
	});

const eachPlan = (runs: number, check: (plan: Plan, found: Case) => void): void => {
	fc.assert(
		fc.property(aCase, (found) => {
			if (found.planned.kind === 'plan') check(found.planned, found);
		}),
		{ numRuns: runs }
	);
};

const placesOf = (exchanges: readonly Exchange[]): Position[] =>
	exchanges.flatMap(({ turn, steps }) => [
		{ seq: turn.seq, step: -1 },
		...steps.map(({ index }) => ({ seq: turn.seq, step: index }))
	]);

const name = ({ seq, step }: Position): string => `${seq}:${step}`;

/** Plan on the branch on screen and put a summary to use, as the database does. */
function summarise(
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
function checkStanding(
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
function checkRequest(log: BranchingLog, summary: Summary | null): void {
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

export const planProperties: readonly (readonly [string, (runs: number) => void])[] = [
	[
		'INV-13 over many rounds every question and step is covered once or stands word for word, from the start and without gaps',
		(runs) => {
			const rounds = fc.record({
				pieces: fc.array(fc.array(turnShape, { minLength: 1, maxLength: 4 }), {
					minLength: 1,
					maxLength: 20
				}),
				window: windows,
				preset: presets
			});
			fc.assert(
				fc.property(rounds, ({ pieces, window, preset }) => {
					const all = makeLog(pieces.flat());
					let previous: PlanInput['previous'] = null;
					let seen = 0;
					let round = 0;
					const covered = new Set<string>();
					for (const piece of pieces) {
						seen += piece.length;
						const log = all.slice(0, seen);
						const planned = planCompaction(
							inputOf(log, {
								previous,
								preset,
								card: cardOf(window, Math.floor(window / 10)),
								trigger: 'manual'
							})
						);
						if (planned.kind !== 'plan') continue;
						const before = new Set(covered);
						if (previous) assert.ok(comparePositions(planned.from, previous.through) > 0);
						else assert.equal(name(planned.from), '0:-1');
						previous = {
							id: `summary-${++round}`,
							through: planned.through,
							createdAt: 0,
							text: 'x'.repeat(400),
							anchors: '',
							standsFor: 'text'
						};
						const tail = new Set(placesOf(exchangesAfter(log, planned.through)).map(name));
						for (const place of placesOf(log)) {
							const isKept = tail.has(name(place));
							if (!isKept) covered.add(name(place));
							assert.ok(!isKept || !before.has(name(place)), 'covered once, covered for good');
							const isBehind = comparePositions(place, planned.through) > 0;
							if (isBehind) assert.ok(isKept, 'nothing behind the boundary is lost');
						}
						// No gap: what is covered is a stretch from the start, but for the question of a turn in two parts.
						const kept = placesOf(log).filter((place) => tail.has(name(place)));
						const early = kept.filter((place) => comparePositions(place, planned.through) <= 0);
						assert.ok(early.length <= 1);
						for (const place of early)
							assert.equal(name(place), name({ seq: planned.through.seq, step: -1 }));
					}
				}),
				{ numRuns: runs }
			);
		}
	],
	[
		'INV-13 INV-20 INV-35 over branches, pins and rounds the request holds what no summary of its branch was made from, every pin, and nothing of another branch',
		(runs) => {
			const life = fc.record({ life: acts, window: windows, preset: presets, trigger: triggers });
			fc.assert(
				fc.property(life, ({ life, window, preset, trigger }) => {
					const log = new BranchingLog();
					let summaries: readonly Summary[] = [];
					/** What each summary was made from, by id. */
					const read = new Map<string, ReadonlySet<string>>();
					for (const act of life) {
						log.do(act);
						if (log.exchanges.length === 0) continue;
						if (act.kind === 'compact') {
							const made = summarise(log, summaries, { window, preset, trigger });
							if (made) {
								summaries = made.summaries;
								read.set(made.id, made.read);
							}
						}
						checkStanding(log, summaries, read);
						checkRequest(log, summaryInUse(summaries, log.path));
					}
				}),
				{ numRuns: runs }
			);
		}
	],
	[
		'INV-14 a boundary is the place of a turn or step that exists',
		(runs) =>
			eachPlan(runs, (plan, { exchanges }) => {
				const places = new Set(placesOf(exchanges).map(name));
				assert.ok(places.has(name(plan.from)));
				assert.ok(places.has(name(plan.through)));
			})
	],
	[
		'INV-18 the newest user message stands word for word in every tail, or the plan says that it is too large',
		(runs) =>
			eachPlan(runs, (plan, { exchanges }) => {
				const newest = exchanges.at(-1)?.turn;
				const kept = exchangesAfter(exchanges, plan.through).at(-1)?.turn;
				assert.equal(kept?.turnId, newest?.turnId);
				assert.deepEqual(kept?.asked, newest?.asked);
			})
	],
	[
		'INV-22 a turn with an open tool call is neither covered nor cut',
		(runs) =>
			eachPlan(runs, (plan, { exchanges }) => {
				for (const { turn, steps } of exchanges)
					if (steps.some(isOpen)) assert.ok(plan.through.seq < turn.seq);
			})
	],
	[
		'INV-23 a call and its results are covered together or not at all, and a cut never falls before the first step',
		(runs) =>
			eachPlan(runs, (plan, { exchanges }) => {
				const tail = exchangesAfter(exchanges, plan.through);
				for (const { steps } of tail)
					for (const step of steps)
						assert.equal(
							step.results,
							exchanges[step.seq]?.steps.find(({ index }) => index === step.index)?.results
						);
				const cut = exchanges.find(({ turn }) => turn.seq === plan.through.seq);
				if (plan.through.step === -1) assert.equal(cut?.steps.length, 0);
			})
	],
	[
		'INV-16 the parts follow each other from the first covered place to the last',
		(runs) =>
			eachPlan(runs, (plan, { exchanges }) => {
				const places = placesOf(exchanges);
				assert.equal(name(plan.chunks.at(-1)?.through ?? plan.from), name(plan.through));
				// The question of a turn that is cut stays in the tail, so it may stand before the first part.
				const first = plan.chunks[0]?.from ?? plan.through;
				for (const place of places)
					if (comparePositions(place, plan.from) >= 0 && comparePositions(place, first) < 0)
						assert.equal(name(place), name({ seq: plan.through.seq, step: -1 }));
				for (const [at, chunk] of plan.chunks.entries()) {
					assert.ok(comparePositions(chunk.from, chunk.through) <= 0);
					const next = plan.chunks[at + 1];
					if (!next) continue;
					const between = places.filter(
						(place) =>
							comparePositions(place, chunk.through) > 0 && comparePositions(place, next.from) < 0
					);
					// … or between two parts.
					for (const place of between)
						assert.equal(name(place), name({ seq: plan.through.seq, step: -1 }));
				}
			})
	],
	[
		'INV-40 the request for each part fits 0.9 of the window of the summary model minus its output',
		(runs) =>
			eachPlan(runs, (plan, { input }) => {
				const window = input.summariser?.window ?? 0;
				for (const chunk of plan.chunks) {
					const request = chunk.tokens + input.instructions + plan.sizes.cap;
					const fits = 0.9 * window - plan.sizes.output;
					assert.ok(request <= Math.max(fits, input.instructions + plan.sizes.cap + 160));
				}
			})
	],
	[
		'INV-3 a recommended plan reaches its target, or says that it does not',
		(runs) =>
			eachPlan(runs, (plan, { input }) => {
				if (plan.sufficient) assert.ok(plan.projected <= (input.policy.target ?? Infinity));
				else assert.ok(plan.projected > (input.policy.target ?? Infinity));
			})
	],
	[
		'the largest summary that is accepted weighs less than what it stands for, unless the endpoint wants room',
		(runs) =>
			eachPlan(runs, (plan, { input }) => {
				if (input.trigger === 'overflow') return;
				assert.ok(plan.sizes.cap + input.carried <= plan.coveredTokens);
			})
	],
	[
		'INV-4 the target is at most 0.7 of every threshold',
		(runs) =>
			eachPlan(runs, (_, { input: { policy } }) => {
				for (const limit of [policy.soft, policy.hard])
					if (limit !== null) assert.ok((policy.target ?? 0) <= 0.7 * limit);
			})
	],
	[
		'INV-1 where the fixed parts and the smallest tail reach the threshold there is no plan',
		(runs) =>
			eachPlan(runs, (plan, { input }) => {
				const threshold = input.policy.hard ?? Infinity;
				assert.ok(input.floor < threshold);
				assert.ok(plan.tail.tokens + input.floor < threshold || !plan.sufficient);
			})
	],
	[
		'INV-6 a plan that came to nothing is not made again before the log or the policy changes',
		(runs) => {
			fc.assert(
				fc.property(aCase, ({ input, planned }) => {
					if (
						planned.kind !== 'no-op' ||
						input.trigger === 'manual' ||
						input.trigger === 'overflow'
					)
						return;
					const again = planCompaction({ ...input, noPlanKey: planned.key });
					assert.deepEqual(again, { kind: 'no-op', reason: 'decided-before', key: planned.key });
				}),
				{ numRuns: runs }
			);
		}
	],
	[
		'turns that the user left out weigh nothing and are not shown to the summariser',
		(runs) => {
			fc.assert(
				fc.property(logShape, windows, (shapes, window) => {
					const exchanges = makeLog(shapes);
					const leftOut = new Set(exchanges.map(({ turn }) => turn.turnId));
					const planned = planCompaction(
						inputOf(exchanges, { leftOut, trigger: 'manual', card: cardOf(window, 800) })
					);
					assert.equal(planned.kind, 'no-op');
				}),
				{ numRuns: runs }
			);
		}
	]
];
