import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CompactionTrigger } from '#core/compaction/trigger.ts';
import { comparePositions, isOpen, type Exchange, type Position } from '#core/log/turn.ts';
import { planCompaction } from '#core/plan/plan.ts';
import { cutsOf } from '#core/plan/boundary.ts';
import { repeatedBy } from '#core/plan/repeated.ts';
import { itemsOf } from '#core/plan/items.ts';
import type { PlannedChunk } from '#core/plan/chunks.ts';
import type { Plan, Planned, PlanInput } from '#core/plan/planned.ts';
import type { Asked } from '#core/presets/preset.ts';
import { builtInPresets } from '#core/presets/built-in.ts';
import { partOf } from '#core/summarise/part.ts';
import { summaryInUse, type Summary } from '#core/summary/summary.ts';
import { exchangesAfter, questionKept } from '#core/log/coverage.ts';
import { instructionsFor, summaryPrompts, transcriptReading } from '#prompts/summarise-forms.ts';
import { summarisePrompt } from '#prompts/summarise.ts';
import { cardOf, inputOf, quarter } from '../builders/a-plan-input.ts';
import { acts, BranchingLog } from './branching-log.ts';
import { checkRequest, checkStanding, placesOf, summarise } from './plan-over-branches.ts';
import { logShape, makeLog, turnShape } from './random-log.ts';

/** What must hold of every plan, whatever the log: run with 500 cases in the tests and with 10,000 in a script. */

const windows = fc.constantFrom(8192, 20_000, 60_000, 200_000);
const presets = fc.constantFrom(...builtInPresets.map(({ id }) => id));
/** Some presets count turns as well. */
const turnLimits = fc.option(fc.integer({ min: 1, max: 12 }), { nil: null });
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
		afterTurns: turnLimits,
		trigger: triggers,
		floor: fc.nat({ max: 6000 }),
		carried: fc.nat({ max: 4000 }),
		leftOut: fc.array(fc.nat({ max: 30 }), { maxLength: 4 }),
		/** From here on the path is a branch. */
		forkAt: fc.nat({ max: 60 }),
		pins: fc.array(fc.nat({ max: 900 }), { maxLength: 3 })
	})
	.map((drawn) => {
		const { shapes, open, window, preset, afterTurns, trigger, carried } = drawn;
		const { floor: rest, leftOut, forkAt, pins } = drawn;
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
			afterTurns,
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

const aNonce = { style: 'marked', nonce: 'a1b2c3d4e5f6' } as const;
const firstWords = 'f'.repeat(1500);
/** As the flow adds it up: instructions, the first request, what is said about the case. */
const instructionsOf = (form: Asked['form']): number =>
	quarter(instructionsFor(summaryPrompts[form], transcriptReading, {})) + quarter(firstWords) + 400;

/** The case planned once more, on a summary of these words. */
function plannedOn(text: string, { input: bare }: Case) {
	const through = { seq: -1, step: -1 };
	const previous = { id: 'before', through, anchors: '', standsFor: 'text' } as const;
	const instructions = instructionsOf(bare.policy.preset.asked.form);
	const input = { ...bare, instructions, previous: text === '' ? null : { ...previous, text } };
	return { input, plan: planCompaction(input) };
}

/** What the request for a part weighs as it would be sent. */
function requestFor(plan: Plan, chunk: PlannedChunk, found: Case, soFar: string): number {
	const { asked } = found.input.policy.preset;
	const excluded = { leftOut: found.input.leftOut, offRecord: new Set<string>() };
	const kept = questionKept(found.exchanges, plan.through);
	const part = partOf(found.exchanges, { ...chunk, kept }, aNonce, excluded);
	const { system, parts } = summarisePrompt(
		{
			...part,
			...asked,
			nonce: aNonce.nonce,
			part: { at: chunk.index + 1, of: plan.chunks.length },
			round: 2,
			soFar: soFar === '' ? null : soFar,
			originalTask: firstWords,
			language: null,
			budget: plan.sizes.budget,
			focus: null,
			cutPieces: part.shortened.length,
			notes: null,
			repair: null
		},
		{}
	);
	// Rounded up once: each part for itself would be a token too many.
	return quarter([system, ...parts.map(({ text }) => text)].join(''));
}

const name = ({ seq, step }: Position): string => `${seq}:${step}`;

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
				preset: presets,
				afterTurns: turnLimits,
				trigger: fc.constantFrom<CompactionTrigger[]>('manual', 'hard', 'soft')
			});
			fc.assert(
				fc.property(rounds, ({ pieces, window, preset, afterTurns, trigger }) => {
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
								afterTurns,
								card: cardOf(window, Math.floor(window / 10)),
								trigger
							})
						);
						if (planned.kind !== 'plan') continue;
						const before = new Set(covered);
						if (previous) assert.ok(comparePositions(planned.from, previous.through) > 0);
						else assert.equal(name(planned.from), '0:-1');
						previous = {
							id: `summary-${++round}`,
							through: planned.through,
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
		(runs) => {
			const before = fc.nat({ max: 30_000 });
			fc.assert(
				fc.property(aCase, before, (found, length) => {
					const { input, plan } = plannedOn('s'.repeat(length), found);
					if (plan.kind !== 'plan') return;
					const window = input.summariser?.window ?? 0;
					const { output, chunk: most } = plan.sizes;
					for (const chunk of plan.chunks) {
						const soFar = chunk.index === 0 ? length : plan.sizes.cap * 4;
						const request = requestFor(plan, chunk, found, 's'.repeat(soFar));
						// A part of the smallest size may have no room: then nothing is sent.
						assert.ok(request <= 0.9 * window - output || most === 160);
					}
				}),
				{ numRuns: runs }
			);
		}
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
		(runs) => {
			fc.assert(
				fc.property(aCase, ({ exchanges, input, planned }) => {
					const threshold = input.policy.hard ?? input.policy.usable;
					// Said once more with what a plan may keep at least: the newest message, and from where it may be cut.
					const items = itemsOf(exchanges, input);
					const cuts = cutsOf(items, repeatedBy(input)).map(({ stays }) => stays);
					const question = items.findLast((item) => item.question)?.tokens ?? 0;
					const least = input.floor + (cuts.length === 0 ? question : Math.min(...cuts));
					const isTooLarge =
						planned.kind === 'infeasible' || planned.kind === 'oversize-user-message';
					assert.equal(isTooLarge, least >= threshold);
					if (planned.kind === 'infeasible') assert.equal(planned.floor, least);
				}),
				{ numRuns: runs }
			);
		}
	],
	[
		'a limit of turns only makes shares smaller: what is asked by hand or by size alone is planned as without it',
		(runs) => {
			fc.assert(
				fc.property(aCase, ({ input, planned, exchanges }) => {
					const { afterTurns } = input.policy.preset;
					const counted = exchanges.filter(({ turn }) => !input.leftOut.has(turn.turnId)).length;
					const isDue = afterTurns !== null && counted >= afterTurns;
					if (isDue && input.trigger !== 'manual' && input.trigger !== 'overflow') return;
					const preset = { ...input.policy.preset, afterTurns: null };
					const without = planCompaction({ ...input, policy: { ...input.policy, preset } });
					assert.deepEqual(without, planned);
				}),
				{ numRuns: runs }
			);
		}
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
