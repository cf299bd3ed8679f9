import fc from 'fast-check';
import { expect, test } from 'vitest';
import { archiveLines, exchangesOf, rowOf } from '#core/archive/archive.ts';
import { blankStep, blankTurn } from '#core/forgetting/blank.ts';
import { text, type ImportedBlock, type ImportedChat } from '#core/import/chat.ts';
import { mostBranches } from '#core/import/chat-shape.ts';
import { chatLines } from '#core/import/chat-lines.ts';
import { growthOfTrees, isWhole } from '#core/import/growth/growth-of-trees.ts';
import type { SessionRows } from '#core/import/growth/growth.ts';
import { brokenLink, chainStart } from '#core/log/chain.ts';
import { pathOf } from '#core/log/path.ts';
import { placeKey, type Exchange } from '#core/log/turn.ts';
import { casesOf } from '../../support/occasion.ts';

/** A conversation of another product that is imported again and again while it grows there: all of it comes, once. */

interface Node {
	readonly id: string;
	readonly parent: string | null;
	readonly kind: 'asked' | 'said' | 'called' | 'given';
}

const from = { asked: 'user', said: 'assistant', called: 'assistant', given: 'tool' } as const;

function blockOf({ id, parent, kind }: Node): ImportedBlock {
	if (kind === 'called') return { type: 'call', id, name: 'look', input: { id } };
	if (kind !== 'given') return text(`words of ${id}`);
	return {
		type: 'result',
		call: parent,
		name: 'look',
		parts: [text(`found ${id}`)],
		isError: false
	};
}

/** An export: the messages that were there, and which one was on screen. */
const chatOf = (nodes: readonly Node[], leaf: string | null): ImportedChat => ({
	format: 'chatgpt',
	id: 'tree',
	title: 'A tree',
	createdAt: 1,
	activeAt: 1,
	messages: nodes.map((node) => ({
		id: node.id,
		parent: node.parent,
		from: from[node.kind],
		at: 1,
		content: [blockOf(node)]
	})),
	leaf,
	skipped: 0
});

function rowsOf(chat: ImportedChat): SessionRows {
	const lines = chatLines(chat, new Map(), 1);
	const session = lines.find((line) => line.type === 'session')!;
	return {
		session: rowOf(session),
		branches: lines.filter((line) => line.type === 'branch').map((line) => rowOf(line)),
		exchanges: exchangesOf(lines).exchanges
	};
}

const free = () => true;

/** What is here once the file has come. */
function after(here: SessionRows, file: SessionRows): SessionRows {
	const { branches, turns, steps } = growthOfTrees(here, file, free);
	const rows = new Map([...here.branches, ...branches].map((row) => [row.branch, row]));
	const known = here.exchanges.map(({ turn }) => turn);
	const written = new Map(
		[...here.exchanges.flatMap((one) => one.steps), ...steps].map((step) => [
			`${placeKey(step)} ${String(step.index)}`,
			step
		])
	);
	const exchanges = [...known, ...turns].map((turn) => ({
		turn,
		steps: [...written.values()]
			.filter((step) => placeKey(step) === placeKey(turn))
			.sort((a, b) => a.index - b.index)
	}));
	return { session: here.session, branches: [...rows.values()], exchanges };
}

const isNothing = ({ turns, steps, branches }: ReturnType<typeof growthOfTrees>): boolean =>
	turns.length + steps.length + branches.length === 0;

/** Every branch from its first turn on. */
function waysIn({ branches, exchanges }: SessionRows): Exchange[][] {
	const byPlace = new Map(exchanges.map((exchange) => [placeKey(exchange.turn), exchange]));
	return branches.map(({ branch: of }) =>
		pathOf(branches, of).flatMap(({ branch, fromSeq, throughSeq }) =>
			Array.from({ length: throughSeq - fromSeq + 1 }, (_, at) =>
				byPlace.get(placeKey({ branch, seq: fromSeq + at }))!
			)
		)
	);
}

const wordsIn = (way: readonly Exchange[]): string[] =>
	way
		.flatMap(({ turn, steps }) => [...turn.asked, ...steps.flatMap(({ content }) => content)])
		.flatMap((block) =>
			block.type === 'text' && block.text.startsWith('words') ? [block.text] : []
		);

/** What is said on the way to each message. */
function wordsTo(nodes: readonly Node[]): string[][] {
	const ways = new Map<string, string[]>();
	for (const node of nodes) {
		const says = node.kind === 'asked' || node.kind === 'said' ? [`words of ${node.id}`] : [];
		ways.set(node.id, [...(ways.get(node.parent ?? '') ?? []), ...says]);
	}
	return [...ways.values()];
}

const isBeginning = (words: readonly string[], of: readonly string[]): boolean =>
	words.every((word, at) => word === of[at]);

function expectSound(rows: SessionRows): void {
	const ids = rows.exchanges.map(({ turn }) => turn.turnId);
	expect(new Set(ids).size).toBe(ids.length);
	expect(rows.branches.filter(({ parent }) => parent === null)).toHaveLength(1);
	for (const way of waysIn(rows)) {
		expect(way.map((exchange) => exchange.turn.seq)).toEqual(way.map((_, at) => at));
		expect(brokenLink(chainStart(rows.session.id), way)).toBeNull();
	}
}

const isGivenTo =
	({ id }: Node) =>
	({ parent }: Node): boolean =>
		parent === id;

/** The first message is asked anew. */
const anew = 99;

/** A tree that grows message by message, mostly at its end. */
const tree = fc
	.array(fc.record({ back: fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 5, 8, anew), kind: fc.nat(3) }), {
		minLength: 1,
		maxLength: 24
	})
	.map((grown) => {
		const nodes: Node[] = [];
		for (const [at, { back, kind }] of grown.entries()) {
			const near =
				back === anew ? undefined : nodes.at(-1 - Math.min(back, Math.max(0, nodes.length - 1)));
			// A call has one result.
			const parent = near?.kind === 'called' ? (nodes.find(isGivenTo(near)) ?? near) : near;
			const answers = ['said', 'called', 'asked', 'said'] as const;
			nodes.push({
				id: `n${String(at)}`,
				parent: parent?.id ?? null,
				kind: !parent
					? 'asked'
					: parent.kind === 'called'
						? 'given'
						: parent.kind === 'asked'
							? (['said', 'called'] as const)[kind % 2]!
							: answers[kind]!
			});
		}
		return nodes;
	});

const exports = fc.tuple(
	tree,
	fc.array(fc.record({ through: fc.nat(23), shown: fc.nat(23) }), { minLength: 2, maxLength: 5 })
);

test('however a tree grows and whatever is on screen, every word of every way comes, what is here stays, and nothing comes twice', () => {
	fc.assert(
		fc.property(exports, ([nodes, times]) => {
			let here: SessionRows | null = null;
			for (const { through, shown } of times.toSorted((a, b) => a.through - b.through)) {
				const there = nodes.slice(0, through + 1);
				const file = rowsOf(chatOf(there, there[shown % there.length]!.id));
				const before: SessionRows = here ?? file;
				const said = waysIn(before).map(wordsIn);
				here = here ? after(here, file) : file;
				expectSound(here);
				const now = waysIn(here).map(wordsIn);
				for (const words of [...said, ...wordsTo(there)])
					expect(now.some((way) => isBeginning(words, way))).toBe(true);
				expect(isNothing(growthOfTrees(here, file, free))).toBe(true);
			}
		}),
		{ numRuns: casesOf(300) }
	);
});

/** A turn of what is here is forgotten. */
function without(rows: SessionRows, at: number): SessionRows {
	const gone = rows.exchanges[at % rows.exchanges.length]?.turn.turnId;
	const exchanges = rows.exchanges.map(({ turn, steps }) =>
		turn.turnId === gone
			? { turn: blankTurn(turn, 2), steps: steps.map((step) => blankStep(step, 2)) }
			: { turn, steps }
	);
	return { ...rows, exchanges };
}

/** How often each turn stands there, by all it says and calls. */
function timesIn({ exchanges }: SessionRows): Map<string, number> {
	const times = new Map<string, number>();
	for (const { turn, steps } of exchanges) {
		if (turn.forgottenAt !== undefined) continue;
		const says = JSON.stringify([
			turn.asked,
			steps.map(({ content, results }) => [content, results])
		]);
		times.set(says, (times.get(says) ?? 0) + 1);
	}
	return times;
}

test('whatever is forgotten between two exports stays forgotten, and makes nothing come twice', () => {
	const goes = fc.array(fc.option(fc.nat(10)), { minLength: 5, maxLength: 5 });
	fc.assert(
		fc.property(exports, goes, ([nodes, times], forgets) => {
			let here: SessionRows | null = null;
			for (const [at, { through, shown }] of times
				.toSorted((a, b) => a.through - b.through)
				.entries()) {
				const there = nodes.slice(0, through + 1);
				const file = rowsOf(chatOf(there, there[shown % there.length]!.id));
				const before: SessionRows = here ?? file;
				here = after(before, file);
				expectSound(here);
				for (const gone of before.exchanges.filter(({ turn }) => turn.forgottenAt !== undefined))
					expect(here.exchanges).toContainEqual(gone);
				const [most, already] = [timesIn(file), timesIn(before)];
				for (const [says, count] of timesIn(here))
					expect(count).toBeLessThanOrEqual(Math.max(most.get(says) ?? 0, already.get(says) ?? 0));
				expect(isNothing(growthOfTrees(here, file, free))).toBe(true);
				const goesNow = forgets[at] ?? null;
				if (goesNow !== null) here = without(here, goesNow);
			}
		}),
		{ numRuns: casesOf(300) }
	);
});

test('a line that was exported in the middle of an answer is the same in the end as one that came whole', () => {
	fc.assert(
		fc.property(tree, fc.array(fc.nat(23), { maxLength: 4 }), (grown, cuts) => {
			const line = grown.map((node, at): Node => {
				const before = grown[at - 1];
				const isLost = node.kind === 'given' && before?.kind !== 'called';
				return { ...node, parent: before?.id ?? null, kind: isLost ? 'said' : node.kind };
			});
			const whole = rowsOf(chatOf(line, null));
			let here: SessionRows | null = null;
			for (const through of [...cuts.toSorted((a, b) => a - b), line.length - 1]) {
				const file = rowsOf(chatOf(line.slice(0, through + 1), null));
				here = here ? after(here, file) : file;
			}
			const linesOf = ({ session, branches, exchanges }: SessionRows) =>
				archiveLines({ session, branches, exchanges, summaries: [] });
			expect(linesOf(here!)).toEqual(linesOf(whole));
		}),
		{ numRuns: casesOf(300) }
	);
});

/** A line of questions and answers. */
const lineOf = (length: number): SessionRows =>
	rowsOf(
		chatOf(
			Array.from({ length }, (_, at) => ({
				id: `n${String(at)}`,
				parent: at === 0 ? null : `n${String(at - 1)}`,
				kind: at % 2 === 0 ? 'asked' : 'said'
			})),
			null
		)
	);

test('a conversation goes on though it has as many branches as are kept', () => {
	const line = lineOf(4);
	const [own] = line.branches;
	const ways = Array.from({ length: mostBranches - 1 }, (_, at) => ({
		...own!,
		branch: `way ${String(at)}`,
		parent: own!.branch,
		forkSeq: 1,
		headSeq: 0
	}));
	const growth = growthOfTrees({ ...line, branches: [own!, ...ways] }, lineOf(6), free);
	expect([growth.turns.length, growth.leftOut]).toEqual([1, 0]);
});

test('a session of which a turn is missing, were it the last, is not whole', () => {
	const line = lineOf(6);
	expect(isWhole(line)).toBe(true);
	for (const gone of line.exchanges)
		expect(isWhole({ ...line, exchanges: line.exchanges.filter((one) => one !== gone) })).toBe(
			false
		);
});
