import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blankStep, blankTurn } from '#core/forgetting/blank.ts';
import { growthOfTrees } from '#core/import/growth/growth-of-trees.ts';
import {
	growthOf,
	placesToKnow,
	type Growth,
	type SessionRows
} from '#core/import/growth/growth.ts';
import {
	brokenLink,
	chainEnd,
	chainStart,
	linkResults,
	linkStep,
	linkTurn
} from '#core/log/chain.ts';
import { isLastAnywhere } from '#core/log/last-anywhere.ts';
import { pathOf } from '#core/log/path.ts';
import { placeKey, type Exchange, type Step } from '#core/log/turn.ts';
import { trunk, type Branch } from '#core/session/session.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aBranch, someExchanges } from '../../support/builders/stored-session.ts';

/** Two devices go on in one session and bring it to each other, whenever they like. */

const [pattern] = someExchanges(1);
const aStep = pattern!.steps[1]!;

interface Device {
	readonly name: string;
	rows: SessionRows;
	shown: string;
	readonly gone: Set<string>;
	said: number;
}

const byPlace = ({ exchanges }: SessionRows) =>
	new Map(exchanges.map((exchange) => [placeKey(exchange.turn), exchange]));

function wayTo(rows: SessionRows, branch: string): Exchange[] {
	const places = byPlace(rows);
	return pathOf(rows.branches, branch).flatMap((part) =>
		Array.from({ length: part.throughSeq - part.fromSeq + 1 }, (_, at) =>
			places.get(placeKey({ branch: part.branch, seq: part.fromSeq + at }))!
		)
	);
}

const answer = (turn: Exchange['turn'], before: string, index: number, text: string): Step => {
	const content = [{ type: 'text' as const, text }];
	const { sessionId, branch, seq, turnId } = turn;
	const hash = linkStep(before, { turnId, index }, content);
	return { ...aStep, sessionId, branch, seq, turnId, index, content, hash };
};

/** Asks behind the first turns of a way, in words that others may use too. */
function ask(device: Device, way: readonly Exchange[], branch: string, words: number): void {
	const turnId = `${device.name}${String(device.said++)}`;
	const last = way.at(-1);
	const link = last ? chainEnd(last) : chainStart('s1');
	const asked = [{ type: 'text' as const, text: ['yes', 'no', turnId][words % 3]! }];
	const place = { sessionId: 's1', branch, seq: way.length, turnId };
	const turn = { ...pattern!.turn, ...place, asked, hash: linkTurn(link, turnId, asked) };
	const said = ['ok', `says ${turnId}`][words % 2]!;
	const steps = words % 5 === 0 ? [] : [answer(turn, turn.hash, 0, said)];
	device.rows = { ...device.rows, exchanges: [...device.rows.exchanges, { turn, steps }] };
}

const withBranch = (rows: SessionRows, row: Branch): SessionRows => ({
	...rows,
	branches: [...rows.branches.filter(({ branch }) => branch !== row.branch), row]
});

type Act = (device: Device, at: number, words: number) => void;

const goOn: Act = (device, _, words) => {
	const row = device.rows.branches.find(({ branch }) => branch === device.shown)!;
	ask(device, wayTo(device.rows, device.shown), device.shown, words);
	device.rows = withBranch(device.rows, {
		...row,
		headSeq: Math.max(row.headSeq, row.forkSeq - 1) + 1
	});
};

/** Another question, or the same once more, in the place of one. */
const edit: Act = (device, at, words) => {
	const way = wayTo(device.rows, device.shown);
	const replaced = way[at % way.length]!;
	const { branch: parent, seq } = replaced.turn;
	const branch = `${device.name}-${String(device.said)}`;
	ask(device, way.slice(0, seq), branch, words);
	device.rows = withBranch(device.rows, aBranch({ branch, parent, forkSeq: seq, headSeq: seq }));
	device.shown = branch;
};

/** Continue, or the answer to what was asked while the other device had it too. */
const writeOn: Act = (device, _, words) => {
	const last = wayTo(device.rows, device.shown).at(-1)!;
	if (!isLastAnywhere(device.rows.branches, last.turn) || last.turn.forgottenAt) return;
	const said = ['and more', `${device.name} adds ${String(device.said++)}`][words % 2]!;
	const step = answer(last.turn, chainEnd(last), last.steps.length, said);
	const whole = { ...last, steps: [...last.steps, step] };
	const { exchanges } = device.rows;
	device.rows = {
		...device.rows,
		exchanges: exchanges.map((one) => (one === last ? whole : one))
	};
};

const lookAt: Act = (device, at) => {
	const { branches } = device.rows;
	device.shown = branches[at % branches.length]!.branch;
};

const blanked = (rows: SessionRows, gone: ReadonlySet<string>): SessionRows => ({
	...rows,
	exchanges: rows.exchanges.map((one) =>
		gone.has(one.turn.turnId)
			? { turn: blankTurn(one.turn, 2), steps: one.steps.map((step) => blankStep(step, 2)) }
			: one
	)
});

const forget: Act = (device, at) => {
	const { exchanges } = device.rows;
	device.gone.add(exchanges[at % exchanges.length]!.turn.turnId);
	device.rows = blanked(device.rows, device.gone);
};

const free = () => true;

/** As an import decides it. */
function growth(here: SessionRows, file: SessionRows): Growth {
	const known = byPlace(here);
	const asked = placesToKnow(here.branches, file).flatMap((place) => {
		const exchange = known.get(placeKey(place));
		return exchange ? [[placeKey(place), exchange] as const] : [];
	});
	const simple = growthOf({ branches: here.branches, exchanges: new Map(asked) }, file, free);
	const names = new Set(here.branches.map(({ branch }) => branch));
	const isSame = simple.isLater && simple.branches.every(({ branch }) => names.has(branch));
	const isPlain = !simple.isHeldBack && (isSame || simple.branches.length === 0);
	return isPlain ? simple : growthOfTrees(here, file, free);
}

function grown(here: SessionRows, { branches, turns, steps }: Growth): SessionRows {
	const rows = new Map([...here.branches, ...branches].map((row) => [row.branch, row]));
	const stepKey = (step: Step) => `${placeKey(step)} ${String(step.index)}`;
	const written = new Map(
		[...here.exchanges.flatMap((one) => one.steps), ...steps].map((step) => [stepKey(step), step])
	);
	const exchanges = [...here.exchanges.map(({ turn }) => turn), ...turns].map((turn) => ({
		turn,
		steps: [...written.values()]
			.filter((step) => placeKey(step) === placeKey(turn))
			.sort((a, b) => a.index - b.index)
	}));
	return { ...here, branches: [...rows.values()], exchanges };
}

const told = ({ turn, steps }: Exchange): string[] =>
	[{ asked: turn.asked }, ...steps.map(({ content }) => ({ content }))].map((said) =>
		JSON.stringify(said)
	);

/** All that is said on each way, from the first turn on. */
const waysIn = (rows: SessionRows): string[][] =>
	rows.branches.map(({ branch }) => wayTo(rows, branch).flatMap(told));

const isOnOne = (way: readonly string[], ways: readonly (readonly string[])[]): boolean =>
	ways.some((other) => way.every((said, at) => other[at] === said));

function expectSound(rows: SessionRows): void {
	const ids = rows.exchanges.map(({ turn }) => turn.turnId);
	expect(new Set(ids).size).toBe(ids.length);
	expect(new Set(rows.exchanges.map(({ turn }) => placeKey(turn))).size).toBe(ids.length);
	for (const { branch } of rows.branches) {
		const way = wayTo(rows, branch);
		expect(way.map(({ turn }) => turn.seq)).toEqual(way.map((_, at) => at));
		expect(brokenLink(chainStart('s1'), way)).toBeNull();
	}
}

const isNothing = ({ turns, steps, branches }: Growth): boolean =>
	turns.length + steps.length + branches.length === 0;

/** Brings what one has to the other; what must hold of that in any case. Whether something came. */
function bring(from: Device, to: Device): boolean {
	const file = blanked(from.rows, to.gone);
	const before = to.rows;
	const onScreen = wayTo(before, to.shown);
	const found = growth(before, file);
	to.rows = grown(before, found);
	expectSound(to.rows);
	// What is here stays, at its place; only an answer may have been written on.
	const now = byPlace(to.rows);
	for (const { turn, steps } of before.exchanges) {
		const same = now.get(placeKey(turn))!;
		expect(same.turn).toEqual(turn);
		expect(same.steps.slice(0, steps.length)).toEqual(steps);
	}
	expect(
		wayTo(to.rows, to.shown)
			.slice(0, onScreen.length)
			.map(({ turn }) => turn)
	).toEqual(onScreen.map(({ turn }) => turn));
	// What was forgotten here does not come back.
	for (const { turn, steps } of to.rows.exchanges)
		if (to.gone.has(turn.turnId))
			expect([turn.asked, steps.flatMap((s) => s.content)]).toEqual([[], []]);
	expect(isNothing(growth(to.rows, file))).toBe(true);
	return !isNothing(found);
}

const acts = { goOn, edit, writeOn, lookAt };
const act = (names: readonly (keyof typeof acts)[]) =>
	fc.record({ what: fc.constantFrom(...names), at: fc.nat(9), words: fc.nat(29) });
const common = ['goOn', 'goOn', 'goOn', 'edit', 'writeOn', 'lookAt'] as const;
type Acted = { what: keyof typeof acts; at: number; words: number };
const run = (device: Device, list: readonly Acted[]) => {
	for (const { what, at, words } of list) acts[what](device, at, words);
};

function aDevice(name: string, from?: Device): Device {
	const empty = { session: aSession(), branches: [aBranch()], exchanges: [] };
	const device = {
		name,
		rows: from?.rows ?? empty,
		shown: from?.shown ?? trunk,
		gone: new Set<string>(),
		said: 0
	};
	if (!from) goOn(device, 0, 1);
	return device;
}

const past = fc.array(act(common), { maxLength: 5 });
const rounds = fc.array(
	fc.record({
		by: fc.nat(2),
		acted: fc.array(act(common), { minLength: 1, maxLength: 4 }),
		brings: fc.option(fc.nat(2))
	}),
	{ minLength: 1, maxLength: 7 }
);

test('whatever two devices said since their common past, both hold all of it when they have brought it to each other', () => {
	fc.assert(
		fc.property(past, rounds, (before, since) => {
			const one = aDevice('a');
			run(one, before);
			const devices = [one, aDevice('b', one), aDevice('c', one)];
			for (const { by, acted, brings } of since) {
				const device = devices[by]!;
				run(device, acted);
				const to = devices[brings ?? by]!;
				if (to !== device) bring(device, to);
			}
			const all = devices.flatMap(({ rows }) => waysIn(rows));
			let isOver = false;
			for (let round = 0; !isOver && round < 4; round++) {
				isOver = true;
				for (const from of devices)
					for (const to of devices) if (from !== to && bring(from, to)) isOver = false;
			}
			expect(isOver).toBe(true);
			for (const { rows } of devices)
				for (const way of all) expect(isOnOne(way, waysIn(rows))).toBe(true);
		}),
		{ numRuns: 60 }
	);
});

test('a branch that came from the other device is not put on screen', () => {
	const one = aDevice('a');
	const other = aDevice('b', one);
	for (const device of [one, other]) goOn(device, 0, 2);
	const { branches, shown } = growthOfTrees(one.rows, other.rows, free);
	expect([branches.length, shown]).toEqual([1, null]);
});

test('what is written on an answer that was forgotten on the other device does not come there', () => {
	const one = aDevice('a');
	goOn(one, 0, 1);
	const other = aDevice('b', one);
	forget(one, 1, 0);
	const before = one.rows;
	writeOn(other, 0, 0);
	expect(bring(other, one)).toBe(false);
	expect(one.rows).toEqual(before);
});

test('a message whose tool gave something else on the other device comes beside it', () => {
	const [mine] = someExchanges(1);
	const [called, answered] = mine!.steps;
	const results = [{ ...called!.results![0]!, content: 'found otherwise' }];
	const resultsHash = linkResults(called!.hash, results);
	const hash = linkStep(resultsHash, answered!, answered!.content);
	const steps = [
		{ ...called!, results, resultsHash },
		{ ...answered!, hash }
	];
	const rows = (exchange: Exchange): SessionRows => ({
		session: aSession(),
		branches: [aBranch({ headSeq: 0 })],
		exchanges: [exchange]
	});
	const growth = growthOfTrees(rows(mine!), rows({ turn: mine!.turn, steps }), free);
	expect(growth.steps.map((step) => step.results)).toEqual([results, null]);
});

test('what was forgotten on one of them does not come back there, not by words that were asked again either, and all else comes', () => {
	fc.assert(
		fc.property(
			past,
			rounds,
			fc.array(fc.option(fc.nat(9)), { maxLength: 7 }),
			(before, since, forgets) => {
				const one = aDevice('a');
				run(one, before);
				const devices = [one, aDevice('b', one)];
				const words = new Set<string>();
				for (const [at, { by, acted }] of since.entries()) {
					const [device, other] = by === 0 ? devices : devices.toReversed();
					run(device!, acted);
					const goes = forgets[at] ?? null;
					if (goes !== null) {
						const { exchanges } = device!.rows;
						words.add(JSON.stringify(exchanges[goes % exchanges.length]!.turn.asked));
						forget(device!, goes, 0);
					}
					const had = device!.rows.exchanges;
					bring(device!, other!);
					const stand = other!.rows.exchanges.flatMap(told);
					for (const exchange of had)
						if (!exchange.turn.forgottenAt && !words.has(JSON.stringify(exchange.turn.asked)))
							for (const said of told(exchange)) expect(stand).toContain(said);
				}
			}
		),
		{ numRuns: 60 }
	);
});
