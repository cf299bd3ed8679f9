import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trunk, type Branch } from '#core/log/session.ts';
import { branchAt, headOf, pathOf } from '#core/log/path.ts';
import { forksOf, versionsAt } from '#ui/chat/transcript/branch-versions.ts';
import { priceAtMost } from '#ui/chat/composer/price-at-most.ts';
import { partsOf, standing, wordsOf } from '#core/log/reply-parts.ts';
import { choicesFor, commands, readTyped } from '#ui/chat/composer/slash-commands.ts';
import { cardsOf, isCard, rowsOf } from '#ui/chat/transcript/transcript-rows.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aStep, aTurn, call, result, text, thought } from '../../support/builders/a-turn.ts';

const fork = (branch: string, parent: string | null, forkSeq: number, headSeq: number): Branch => ({
	sessionId: 's1',
	branch,
	parent,
	forkSeq,
	headSeq,
	createdAt: forkSeq
});

describe('a reply as it is read', () => {
	const turn = aTurn(0);

	it('shows words open, thinking and tool calls as parts of their own, in their order', () => {
		const step = aStep(turn, 0, [thought('s'), text('Let me look.'), call('c1')], {
			results: [result('c1', 'three hits')]
		});
		expect(partsOf([step]).map((part) => part.kind)).toEqual(['thinking', 'text', 'tool']);
		expect(partsOf([step])[2]).toMatchObject({ name: 'recall', result: 'three hits' });
	});

	it('leaves a tool call open until its result is there', () => {
		const [part] = partsOf([aStep(turn, 0, [call('c1')])]);
		expect(part).toMatchObject({ kind: 'tool', result: null });
	});

	it('joins words that were continued to the words they continue', () => {
		const steps = [
			aStep(turn, 0, 'The sea is ', { state: 'interrupted' }),
			aStep(turn, 1, 'blue.', { continues: true })
		];
		expect(partsOf(steps)).toHaveLength(1);
		expect(partsOf(steps)[0]).toMatchObject({ text: 'The sea is blue.' });
		expect(wordsOf(steps)).toBe('The sea is blue.');
	});

	it('shows an attempt that broke until another is written in its place', () => {
		const whole = aStep(turn, 0, [text('Let me look.'), call('c1')]);
		const broken = aStep(turn, 1, 'The sea is ', { state: 'interrupted' });
		const further = aStep(turn, 2, 'blu', { state: 'stopped', continues: true });
		const anew = aStep(turn, 3, 'It is blue.');
		expect(standing([whole, broken])).toEqual([whole, broken]);
		expect(standing([whole, broken, further])).toEqual([whole, broken, further]);
		expect(standing([whole, broken, further, anew])).toEqual([whole, anew]);
	});

	it('marks the last words only, for they alone may still grow', () => {
		const parts = partsOf([aStep(turn, 0, [text('one'), call('c1')]), aStep(turn, 1, 'two')]);
		expect(parts.map((part) => part.kind === 'text' && part.isLast)).toEqual([false, false, true]);
	});

	it('copies what goes on behind calls as a paragraph of its own', () => {
		const looked = aStep(turn, 0, [text('I look.'), call('c1')], { results: [] });
		const broken = aStep(turn, 1, [], { state: 'interrupted' });
		const further = aStep(turn, 2, 'Here it is.', { continues: true });
		expect(wordsOf([looked, broken, further])).toBe('I look.\n\nHere it is.');
	});

	it('copies the words of all steps with an empty line between them, and no thinking', () => {
		const steps = [aStep(turn, 0, [thought('s'), text('one')]), aStep(turn, 1, 'two')];
		expect(wordsOf(steps)).toBe('one\n\ntwo');
	});
});

describe('slash commands', () => {
	it('are offered by what has been typed of their name, and no more once it is followed by something', () => {
		expect(choicesFor('/').map(({ name }) => name)).toEqual(commands.map(({ name }) => name));
		expect(choicesFor('/re').map(({ name }) => name)).toEqual(['reset', 'remember']);
		expect(choicesFor('/compact names')).toEqual([]);
		expect(choicesFor('a/b')).toEqual([]);
	});

	it('are run with what follows their name', () => {
		expect(readTyped('/compact the names')).toEqual({
			kind: 'command',
			name: 'compact',
			argument: 'the names'
		});
		expect(readTyped('/reset')).toEqual({ kind: 'command', name: 'reset', argument: '' });
		expect(readTyped('/remember')).toEqual({ kind: 'incomplete', name: 'remember' });
	});

	it('do not swallow messages that happen to begin with a slash', () => {
		expect(readTyped('/etc/hosts is empty').kind).toBe('message');
		expect(readTyped('/usr is a folder').kind).toBe('message');
		expect(readTyped('/comapct')).toEqual({ kind: 'unknown', name: '/comapct' });
	});

	it('are messages where words follow that the command does not take', () => {
		const messages = [
			'/undo the last paragraph, please',
			'/reset password mail for Bob',
			'/new recipe ideas',
			'/new guests are coming',
			'/memory is leaking',
			'/context matters here',
			'/export the table as CSV',
			'/help me with this letter',
			'/model trains for children'
		];
		for (const text of messages) expect(readTyped(text), text).toEqual({ kind: 'message' });
		expect(readTyped('/new Guest')).toEqual({ kind: 'command', name: 'new', argument: 'Guest' });
		expect(readTyped('/model claude-x')).toMatchObject({ kind: 'command', argument: 'claude-x' });
		expect(readTyped('/undo \n')).toEqual({ kind: 'command', name: 'undo', argument: '' });
	});
});

describe('rows of the transcript', () => {
	const path = pathOf([fork(trunk, null, 0, 9)], trunk);

	it('hold every turn once and in order, and each card behind the turn it ends with', () => {
		fc.assert(
			fc.property(
				fc.integer({ min: -1, max: 40 }),
				fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 5 }),
				(head, ends) => {
					const cards = [...ends]
						.sort((a, b) => a - b)
						.filter((seq) => seq <= head)
						.map((seq, at) => aSummary(seq, { id: `m${String(at)}` }));
					const rows = rowsOf(head, cards);
					expect(rows.filter((row) => !isCard(row))).toEqual(
						Array.from({ length: head + 1 }, (_, seq) => seq)
					);
					for (const card of cards) {
						const before = rows.slice(0, rows.indexOf(card)).filter((row) => !isCard(row));
						expect(before).toHaveLength(card.through.seq + 1);
					}
				}
			)
		);
	});

	it('keep superseded cards and drop drafts, undone ones and those of another branch', () => {
		const kept = [
			aSummary(2, { id: 'a', round: 1, status: 'superseded' }),
			aSummary(5, { id: 'b', round: 2, status: 'active' })
		];
		const dropped = [
			aSummary(6, { id: 'c', status: 'draft' }),
			aSummary(6, { id: 'd', status: 'reverted' }),
			aSummary(6, { id: 'e', status: 'active', branch: 'other' })
		];
		expect(cardsOf([...dropped, ...kept].reverse(), path)).toEqual(kept);
	});
});

describe('branches beside a turn', () => {
	const branches = [fork(trunk, null, 0, 5), fork('b', trunk, 2, 4), fork('c', trunk, 2, 2)];

	it('are the line that was forked and its forks, wherever one stands', () => {
		for (const on of [trunk, 'b', 'c'])
			expect(versionsAt(branches, pathOf(branches, on), 2)).toEqual({
				branches: [trunk, 'b', 'c'],
				current: on
			});
	});

	it('are also the versions of a version, at the turn where they begin', () => {
		const again = [...branches, fork('d', 'c', 2, 4), fork('e', 'd', 2, 6), fork('f', 'd', 4, 4)];
		for (const on of [trunk, 'b', 'c', 'd', 'e'])
			expect(versionsAt(again, pathOf(again, on), 2)).toEqual({
				branches: [trunk, 'b', 'c', 'd', 'e'],
				current: on
			});
		expect(versionsAt(again, pathOf(again, 'f'), 4)).toEqual({
			branches: ['d', 'f'],
			current: 'f'
		});
	});

	it('lead from every branch to every other, however a conversation was edited', () => {
		const change = fc.record({
			on: fc.nat(),
			seq: fc.nat({ max: 5 }),
			length: fc.integer({ min: 1, max: 3 })
		});
		fc.assert(
			fc.property(fc.array(change, { maxLength: 8 }), (changes) => {
				const all: Branch[] = [fork(trunk, null, 0, 2)];
				for (const { on, seq, length } of changes) {
					const path = pathOf(all, all[on % all.length]!.branch);
					// The newest turn may be the one that is put differently.
					const at = Math.min(seq, headOf(path));
					all.push({
						...fork(`b${String(all.length)}`, branchAt(path, at), at, at + length - 1),
						createdAt: all.length
					});
				}
				const names = all.map(({ branch }) => branch);
				for (const from of names) {
					const reached = new Set([from]);
					for (const on of reached)
						for (let seq = 0; seq <= headOf(pathOf(all, on)); seq++)
							for (const other of versionsAt(all, pathOf(all, on), seq).branches)
								reached.add(other);
					expect([...reached].sort()).toEqual([...names].sort());
				}
			})
		);
	});

	it('are looked for only where something forks', () => {
		expect([...forksOf(branches)]).toEqual([2]);
		expect(versionsAt(branches, pathOf(branches, trunk), 1).branches).toEqual([trunk]);
	});
});

describe('the price of a request', () => {
	const weight = {
		tokens: 1000,
		usable: null,
		window: null,
		maxOutput: 500,
		soft: null,
		hard: null,
		turns: null,
		basis: 'estimated' as const
	};

	it('counts everything as written to the cache and the whole answer as used', () => {
		const prices = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
		expect(priceAtMost(weight, { prices, priceStep: null })).toBeCloseTo(
			(1000 * 3.75 + 500 * 15) / 1e6
		);
	});

	it('is unknown where the prices are, and never nothing', () => {
		expect(priceAtMost(weight, { prices: null, priceStep: null })).toBeNull();
	});
});
