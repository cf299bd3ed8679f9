import { expect, test } from 'vitest';
import type { Activity } from '#core/activity.ts';
import { chainEnd } from '#core/log/chain.ts';
import type { Mark } from '#core/log/turn.ts';
import type { Summary } from '#core/summary/summary.ts';
import { waitingProposals } from '#db/memory/waiting-proposals.ts';
import type { Truth } from '#db/schema.ts';
import { extractMemories } from '#flows/learning/extract-memories.ts';
import type { CompactProgress } from '#flows/ports/workshop.ts';
import { acceptProposal, rejectProposal } from '#flows/desk/review-desk.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { text } from '../../support/builders/a-turn.ts';
import { heldClock, start } from '../../support/builders/a-clock.ts';
import { gardenTurns, storeGarden } from '../../support/apps/compactable.ts';
import { never, unseen } from '../../support/never.ts';
import { aRetry, waitingModel } from '../../support/scripted/waiting-model.ts';
import { scriptedSummariser, textOfBody } from '../../support/scripted/scripted-summariser.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

let db: Truth;
withDatabase((own) => (db = own));

const run = (model: ReturnType<typeof scriptedSummariser>, signal = never) =>
	extractMemories({ db, model, clock: heldClock() }, { sessionId: 's1' }, signal, () => undefined);

const told = () =>
	gardenTurns(3).map((exchange) => ({
		...exchange,
		turn: {
			...exchange.turn,
			asked: [
				{ type: 'text' as const, text: `I live in Porto, house ${String(exchange.turn.seq)}.` }
			]
		}
	}));

test('#177 before a reset the session is read once more, and its lines wait at the desk', async () => {
	await storeGarden(db, told());
	const model = scriptedSummariser(
		() =>
			'<memories>\n- The user lives in Porto. [turn 1]\n- Beds cost 90 euros. [turn 2]\n</memories>'
	);
	expect(await run(model)).toEqual({ status: 'extracted', proposals: 2 });
	const proposals = await db.proposals.toArray();
	expect(proposals.map(({ text, origin, source }) => [text, origin, source])).toEqual([
		['The user lives in Porto.', 'own', 'reset'],
		['Beds cost 90 euros.', 'assistant', 'reset']
	]);
	expect((await db.ledger.toArray()).map(({ kind }) => kind)).toEqual(['extraction']);
});

test('a call that waits to be made again is told with how far the reading is, and once that it no longer waits', async () => {
	await storeGarden(db, told());
	const model = waitingModel(
		scriptedSummariser(() => '<memories>\n- The user lives in Porto.\n</memories>'),
		aRetry
	);
	const seen: CompactProgress[] = [];
	const ports = { db, model, clock: heldClock() };
	await extractMemories(ports, { sessionId: 's1' }, never, (progress) => seen.push(progress));
	const reading = { done: 0, of: 1 };
	expect(seen).toEqual([reading, { ...reading, retry: aRetry }, { ...reading, retry: null }]);
});

test('what was accepted, refused or proposed before is not proposed again', async () => {
	await storeGarden(db, told());
	const model = scriptedSummariser(
		() => '<memories>\n- The user lives in Porto.\n- The user lives in **Porto**\n</memories>'
	);
	expect(await run(model)).toEqual({ status: 'extracted', proposals: 1 });
	expect(await run(model)).toEqual({ status: 'extracted', proposals: 0 });
});

test('a line that was rejected or accepted is not proposed by the next reading, not in other words either', async () => {
	await storeGarden(db, told());
	const ports = { db, clock: heldClock() };
	let lines = '- The user lives in Porto.\n- Beds cost 90 euros.';
	const model = scriptedSummariser(() => `<memories>\n${lines}\n</memories>`);
	expect(await run(model)).toEqual({ status: 'extracted', proposals: 2 });
	const [porto, beds] = await waitingProposals(db);
	expect(await rejectProposal(ports, porto?.id ?? '')).toEqual({ status: 'done' });
	expect(await acceptProposal(ports, beds?.id ?? '')).toEqual({ status: 'done' });
	for (lines of [lines, '- I live in PORTO\n- **beds** cost 90 euros'])
		expect(await run(model)).toEqual({ status: 'extracted', proposals: 0 });
	expect(await waitingProposals(db)).toEqual([]);
	// What nobody has decided about is still found.
	lines += '\n- The garden has a pond.';
	expect(await run(model)).toEqual({ status: 'extracted', proposals: 1 });
});

test('that was given up before code has looked proposes nothing', async () => {
	await storeGarden(db, told());
	const ports = { db, model: scriptedSummariser(() => ''), clock: heldClock() };
	const byCode = { sessionId: 's1', byCode: true };
	expect(await extractMemories(ports, byCode, AbortSignal.abort(), unseen)).toEqual({
		status: 'stopped'
	});
	expect(await db.proposals.count()).toBe(0);
	expect(await extractMemories(ports, byCode, never, unseen)).toMatchObject({ proposals: 3 });
});

test('off-the-record turns are not even shown', async () => {
	await storeGarden(db, told());
	await db.marks.put({ sessionId: 's1', turnId: 'turn-1', kind: 'off-record', at: start });
	const model = scriptedSummariser(() => '<memories>none</memories>');
	expect(await run(model)).toEqual({ status: 'extracted', proposals: 0 });
	expect(textOfBody(model.asked[0]!)).not.toContain('house 1');
});

/** The first turns under a summary that was made with a preset, and what the last extraction then reads, by turn. */
async function readBehind(
	preset: string,
	rows: readonly Partial<Activity>[] = [],
	marks: readonly Mark['kind'][] = []
): Promise<readonly number[]> {
	const garden = told();
	await storeGarden(db, garden);
	for (const [seq, kind] of marks.entries())
		await db.marks.put({ sessionId: 's1', turnId: `turn-${String(seq)}`, kind, at: start });
	const through = { seq: 1, step: 0 };
	const covered = aSummary(1, { through, throughHash: chainEnd(garden[1]!), preset });
	await db.summaries.put(covered);
	await db.activity.bulkPut(
		rows.map((row, at) => ({
			id: `a${String(at)}`,
			at,
			kind: 'flush',
			sessionId: 's1',
			details: { cycle: 'start', proposals: 0, said: '', hasRun: false },
			failure: null,
			...row
		}))
	);
	const model = scriptedSummariser(() => '<memories>none</memories>');
	await run(model);
	const asked = textOfBody(model.asked[0]!);
	return garden
		.map(({ turn }) => turn.seq)
		.filter((seq) => asked.includes(`house ${String(seq)}.`));
}
const cycle = (over: object): Partial<Activity> => ({
	details: { cycle: 'start', proposals: 0, said: '', hasRun: false, ...over }
});

test.each([
	['recommended', [], 'with it'],
	['two-phase', [], 'before it'],
	['spec-008', [{}], 'in the flush turn of its cycle']
] as const)(
	'#177 behind a summary made with %s only what follows is read: lines were learnt %s',
	async (preset, rows, _) => {
		expect(await readBehind(preset, rows)).toEqual([2]);
	}
);

test.each([
	['whose preset learns nothing', 'rounds', []],
	['without a flush turn in its cycle', 'spec-008', []],
	['whose flush turn failed', 'spec-008', [{ failure: { kind: 'overloaded' } }]],
	['whose flush turn was stopped', 'spec-008', [cycle({ hasRun: true, stopped: true })]],
	['that another cycle was asked about', 'spec-008', [cycle({ cycle: 'another' })]],
	['that another session was asked about', 'spec-008', [{ sessionId: 's2' }]]
] as const)('#177 what lies under a summary %s is read too', async (_, preset, rows) => {
	expect(await readBehind(preset, rows as readonly Partial<Activity>[])).toEqual([0, 1, 2]);
});

test('#177 it goes back to the last summary that lines were learnt with, and not over what was deleted', async () => {
	const garden = gardenTurns(4).map((exchange) => ({
		...exchange,
		turn: { ...exchange.turn, asked: [text(`I live in house ${String(exchange.turn.seq)}.`)] }
	}));
	await storeGarden(db, garden);
	const made = (seq: number, over: Partial<Summary>) =>
		aSummary(seq, {
			id: `summary-${String(seq)}`,
			round: seq + 1,
			from: { seq, step: -1 },
			through: { seq, step: 0 },
			throughHash: chainEnd(garden[seq]!),
			status: seq === 2 ? 'active' : 'superseded',
			...over
		});
	const learnt = made(0, { preset: 'gsv' });
	await db.summaries.bulkPut([learnt, ...[1, 2].map((seq) => made(seq, { preset: 'rounds' }))]);
	const model = scriptedSummariser(() => '<memories>none</memories>');
	const seen = () => {
		const asked = textOfBody(model.asked.at(-1)!);
		return [0, 1, 2, 3].filter((seq) => asked.includes(`house ${String(seq)}.`));
	};
	await run(model);
	expect(seen()).toEqual([1, 2, 3]);
	await db.summaries.put(made(1, { preset: 'rounds', standsFor: 'nothing' }));
	await run(model);
	expect(seen()).toEqual([2, 3]);
	await db.summaries.put(made(2, { preset: 'rounds', standsFor: 'nothing' }));
	await run(model);
	expect(seen()).toEqual([3]);
});

test('under a summary, too, what is off the record or left out is not read', async () => {
	expect(await readBehind('rounds', [], ['off-record', 'left-out'])).toEqual([2]);
});

test('where no model answers, the user’s own sentences are found by code', async () => {
	await storeGarden(db, told());
	expect(await run(scriptedSummariser(() => ({ failure: { kind: 'no-key' } })))).toEqual({
		status: 'extracted',
		proposals: 3
	});
	expect((await db.proposals.toArray()).map(({ origin }) => origin)).toEqual(['own', 'own', 'own']);
});

test('where a part gets no sound answer, what the parts before have said is kept, and code goes on from there', async () => {
	const long = 'The cedar was dear and the soil was wet. '.repeat(1200);
	await storeGarden(
		db,
		told().map((exchange) => ({
			...exchange,
			steps: exchange.steps.map((step) => ({ ...step, content: [text(long)] }))
		}))
	);
	const model = scriptedSummariser((_, n) =>
		n === 0
			? '<memories>\n- The user has a pond. [turn 1]\n</memories>'
			: { failure: { kind: 'overloaded' } }
	);
	await run(model);
	const lines = (await db.proposals.toArray()).map(({ text: line }) => line);
	expect(lines[0]).toBe('The user has a pond.');
	expect(lines.slice(1)).toEqual(['I live in Porto, house 1.', 'I live in Porto, house 2.']);
});

test('a stop proposes nothing', async () => {
	await storeGarden(db, told());
	const stop = new AbortController();
	const model = scriptedSummariser(() => {
		stop.abort();
		return '<memories>- x</memories>';
	});
	expect(await run(model, stop.signal)).toEqual({ status: 'stopped' });
	expect(await db.proposals.count()).toBe(0);
});
