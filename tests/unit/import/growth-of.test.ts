import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	growthOf,
	nothingMore,
	placesToKnow,
	type Here,
	type SessionRows
} from '#core/import/growth/growth.ts';
import { blankStep, blankTurn } from '#core/forgetting/blank.ts';
import { chainEnd } from '#core/log/chain.ts';
import { closedStep } from '#core/reply/open-ends.ts';
import { placeKey, type Exchange } from '#core/log/turn.ts';
import { trunk, type Branch } from '#core/session/session.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aBranch, someExchanges } from '../../support/builders/stored-session.ts';

/** What a file adds to a session: all that goes on from here, and nothing beside it. */

const log = someExchanges(8);

/** A session as it is kept, of one trunk if nothing else is said. */
function rowsOf(
	exchanges: readonly Exchange[],
	branches: readonly Branch[] = [aBranch({ headSeq: exchanges.at(-1)?.turn.seq ?? -1 })]
): SessionRows {
	return { session: aSession(), branches, exchanges };
}

/** As the database would tell it for this file. */
function hereOf({ branches, exchanges }: SessionRows, file: SessionRows): Here {
	const asked = new Set(placesToKnow(branches, file).map(placeKey));
	const known = exchanges.map((exchange) => [placeKey(exchange.turn), exchange] as const);
	return { branches, exchanges: new Map(known.filter(([key]) => asked.has(key))) };
}

const grown = (here: SessionRows, file: SessionRows, isFree = true) =>
	growthOf(hereOf(here, file), file, () => isFree);

/** The first turns; of the last one so many steps are missing. */
const begun = (turns: number, lacking: number): Exchange[] =>
	log
		.slice(0, turns)
		.map((exchange, at) =>
			at === turns - 1
				? { ...exchange, steps: exchange.steps.slice(0, exchange.steps.length - lacking) }
				: exchange
		);

test('a later state brings exactly what is not here yet, an earlier one nothing', () => {
	const state = fc.record({
		turns: fc.integer({ min: 0, max: log.length }),
		lacking: fc.integer({ min: 0, max: 2 })
	});
	fc.assert(
		fc.property(state, state, (one, other) => {
			const here = begun(one.turns, one.lacking);
			const file = begun(other.turns, other.lacking);
			const { turns, steps, isLater, branches } = grown(rowsOf(here), rowsOf(file));
			const stepsIn = (exchanges: readonly Exchange[]) => exchanges.flatMap(({ steps }) => steps);
			const last = here.at(-1);
			const same = file.find(({ turn }) => turn.turnId === last?.turn.turnId);
			const holds = !last || (same?.steps.length ?? -1) >= last.steps.length;
			expect(isLater).toBe(holds);
			const known = new Set(here.map(({ turn }) => turn));
			expect(turns).toEqual(
				holds ? file.map(({ turn }) => turn).filter((turn) => !known.has(turn)) : []
			);
			const stored = new Set(stepsIn(here));
			expect(steps).toEqual(holds ? stepsIn(file).filter((step) => !stored.has(step)) : []);
			if (turns.length > 0)
				expect(branches).toMatchObject([{ branch: trunk, headSeq: file.length - 1 }]);
		})
	);
});

test('an answer that was gone on with there, and forgotten then, leaves what is here of it as it is', () => {
	const whole = begun(4, 0);
	const { turn, steps } = whole[3]!;
	const gone = { turn: blankTurn(turn, 5), steps: steps.map((step) => blankStep(step, 5)) };
	expect(grown(rowsOf(begun(4, 1)), rowsOf([...whole.slice(0, 3), gone]))).toMatchObject({
		turns: [],
		steps: []
	});
});

test('a file with a gap brings nothing behind the head, not even the end of its answer', () => {
	const here = begun(4, 1);
	const whole = rowsOf(log);
	const gap = { ...whole, exchanges: log.filter(({ turn }) => turn.seq !== 5) };
	const nothing = { ...nothingMore, isLater: true };
	expect(grown(rowsOf(here), gap)).toEqual(nothing);
});

test('what went on differently here is left alone', () => {
	const other = someExchanges(3, { from: 2, previous: 'another' });
	expect(grown(rowsOf([...log.slice(0, 2), ...other]), rowsOf(log))).toMatchObject({
		turns: [],
		steps: [],
		isLater: false,
		isHeldBack: true
	});
});

test('what stays out is told as that whatever else comes, and what is only earlier is not', () => {
	const fork = log[1];
	if (!fork) throw new Error('no turn');
	const other = someExchanges(3, { from: 2, previous: 'another' });
	const side = someExchanges(1, { branch: 'b2', from: 2, previous: chainEnd(fork) });
	const branches = [
		aBranch({ headSeq: 7 }),
		aBranch({ branch: 'b2', parent: trunk, forkSeq: 2, headSeq: 2 })
	];
	const file = rowsOf([...log, ...side], branches);
	const { turns, isHeldBack } = grown(rowsOf([...log.slice(0, 2), ...other]), file);
	expect({ turns, isHeldBack }).toEqual({ turns: [side[0]?.turn], isHeldBack: true });
	for (const lacking of [0, 1])
		for (const before of [3, 5, 8])
			expect(grown(rowsOf(log), rowsOf(begun(before, lacking))).isHeldBack).toBe(false);
	// Another end of an answer, behind which something was said.
	const long = rowsOf(begun(4, 0));
	const short = [...begun(4, 1), ...someExchanges(1, { from: 4, previous: 'another' })];
	expect(grown(long, rowsOf(short)).isHeldBack).toBe(true);
	// A branch that leaves what went on differently.
	const late = someExchanges(1, { branch: 'b3', from: 4, previous: chainEnd(log[3]!) });
	const two = [aBranch({ headSeq: 3 }), { ...branches[1]!, branch: 'b3', forkSeq: 4, headSeq: 4 }];
	const lateFile = rowsOf([...log.slice(0, 4), ...late], two);
	expect(grown(rowsOf([...log.slice(0, 2), ...other]), lateFile)).toMatchObject({
		turns: [],
		isHeldBack: true
	});
});

test('a branch comes where the turn it leaves from is the same here, be it one that has just come', () => {
	const fork = log[4];
	if (!fork) throw new Error('no turn');
	const side = someExchanges(2, { branch: 'b2', from: 5, previous: chainEnd(fork) });
	const branches = [
		aBranch({ headSeq: 7 }),
		aBranch({ branch: 'b2', parent: trunk, forkSeq: 5, headSeq: 6 })
	];
	const file = rowsOf([...log, ...side], branches);
	// In whatever order their rows come: the database has them by name.
	for (const order of [branches, branches.toReversed()])
		for (const turns of [3, 5, 8])
			expect(grown(rowsOf(begun(turns, 0)), { ...file, branches: order }).turns).toEqual([
				...log.slice(turns).map(({ turn }) => turn),
				...side.map(({ turn }) => turn)
			]);
	const otherwise = someExchanges(6, { sessionId: 's1', previous: 'another' });
	expect(grown(rowsOf(otherwise), file).turns).toEqual([]);
});

describe('an answer whose calls were closed here, because a backup was made in the middle of it', () => {
	const [first, second] = log[4]?.steps ?? [];
	if (!first || !second) throw new Error('no steps');
	const closed = (turns: number) =>
		begun(turns, 1).map((exchange) =>
			exchange.turn.seq === 4 ? { ...exchange, steps: [closedStep(first)] } : exchange
		);

	test('gets the results of a later file, and what was said behind them', () => {
		const { turns, steps, isLater } = grown(rowsOf(closed(5)), rowsOf(log.slice(0, 6)));
		expect(steps).toEqual([first, second, ...(log[5]?.steps ?? [])]);
		expect(turns).toEqual([log[5]?.turn]);
		expect(isLater).toBe(true);
		// The file of before holds nothing more than what is here by then.
		expect(grown(rowsOf(log.slice(0, 6)), rowsOf(closed(5))).isHeldBack).toBe(false);
	});

	test('stays where a summary covers it, where it is being written on, or where anything hangs on it', () => {
		const nothing = { ...nothingMore, isHeldBack: true };
		expect(grown(rowsOf(closed(5)), rowsOf(log), false)).toEqual(nothing);
		const other = someExchanges(1, { from: 5, previous: closedStep(first).resultsHash });
		expect(grown(rowsOf([...closed(5), ...other]), rowsOf(log))).toEqual(nothing);
		const side = someExchanges(1, {
			branch: 'b2',
			from: 5,
			previous: closedStep(first).resultsHash
		});
		const branches = [
			aBranch({ headSeq: 4 }),
			aBranch({ branch: 'b2', parent: trunk, forkSeq: 5, headSeq: 5 })
		];
		expect(grown(rowsOf([...closed(5), ...side], branches), rowsOf(log))).toEqual(nothing);
	});

	test('brings a branch that leaves from it in the same file', () => {
		const fork = log[4];
		const side = someExchanges(1, { branch: 'b2', from: 5, previous: chainEnd(fork!) });
		const branches = [
			aBranch({ headSeq: 4 }),
			aBranch({ branch: 'b2', parent: trunk, forkSeq: 5, headSeq: 5 })
		];
		const file = rowsOf([...log.slice(0, 5), ...side], branches);
		const { turns, steps } = grown(rowsOf(closed(5)), file);
		expect(turns).toEqual([side[0]?.turn]);
		expect(steps).toEqual([first, second, ...(side[0]?.steps ?? [])]);
	});
});
