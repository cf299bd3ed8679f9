import { expect, test } from 'vitest';
import { partOf } from '#core/summarise/part.ts';
import { splitPart } from '#core/summarise/split.ts';
import { passagesOf } from '#core/summarise/passages.ts';
import type { TranscriptRules } from '#core/summarise/transcript.ts';
import type { Position } from '#core/log/turn.ts';
import { inputOf } from '../../support/builders/a-plan-input.ts';
import { anExchange, aStep, aTurn, usingTool } from '../../support/builders/a-turn.ts';

/** What of a session is in a part that the summariser reads, and what it is told of the rest. */

const marked: TranscriptRules = { style: 'marked', nonce: 'n0nce' };

const { weigh } = inputOf([]);

const none = { leftOut: new Set<string>(), offRecord: new Set<string>() };

test('off-the-record turns say so in the transcript', () => {
	const part = partOf(
		[anExchange(0)],
		{ from: { seq: 0, step: -1 }, through: { seq: 0, step: 0 }, lossy: [] },
		marked,
		{ ...none, offRecord: new Set(['t0']) }
	);
	expect(part.transcript).toContain('off the record');
});

test('a part that begins inside a turn tells what was asked there', () => {
	const exchange = usingTool('read_file', 'content');
	const part = partOf(
		[exchange],
		{ from: { seq: 1, step: 0 }, through: { seq: 1, step: 0 }, lossy: [] },
		marked,
		none
	);
	expect(part.transcript).toContain('(asked before this part: Read it.)');
});

test('INV-40 a part that begins in one turn and ends in another that is cut repeats little of both questions', () => {
	const long = 'All of this was pasted. '.repeat(400);
	const log = [0, 1].map((seq) => ({
		turn: aTurn(seq, long),
		steps: [aStep(aTurn(seq, long), 0, 'Done.')]
	}));
	const chunk = { from: { seq: 0, step: 0 }, through: { seq: 1, step: 0 }, lossy: [] };
	const part = partOf(log, { ...chunk, kept: { seq: 1, step: -1 } }, marked, none);
	expect(part.transcript.match(/asked before this part/g)).toHaveLength(2);
	// Of the 400 tokens beside the instructions the lines around the parts take the other half.
	expect(part.transcript.length).toBeLessThan(200 * 4 + 100);
});

test('INV-40 the question of a turn that is cut stays behind the summary, so no part tells it whole', () => {
	const question = `Read it. ${'All of this was pasted. '.repeat(400)}The end of it.`;
	const cut = { ...usingTool('read_file', 'content'), turn: aTurn(1, question) };
	const log = [anExchange(0, 'Alpha'), cut];
	const chunk = {
		index: 0,
		from: { seq: 0, step: -1 },
		through: { seq: 1, step: 0 },
		tokens: 0,
		lossy: []
	};
	const kept = { seq: 1, step: -1 };
	const part = partOf(log, { ...chunk, kept }, marked, none);
	expect(part.transcript).toContain('Alpha');
	expect(part.transcript).toContain('(asked before this part: Read it.');
	expect(part.transcript).not.toContain('The end of it.');
	expect(part.transcript).toContain('content');
	expect(partOf(log, chunk, marked, none).transcript).toContain('The end of it.');

	const how = { most: 1, weigh, style: 'marked', excluded: none } as const;
	const places = (stays: Position | null) =>
		splitPart(log, chunk, { ...how, kept: stays }).map(({ from }) => from);
	expect(places(null)).toContainEqual(kept);
	expect(places(kept)).not.toContainEqual(kept);
});

test('a turn that was left out or forgotten is not in a part', () => {
	const log = [
		anExchange(0, 'Alpha'),
		anExchange(1, 'Bravo'),
		{ turn: aTurn(2, '', { forgottenAt: 1 }), steps: [] }
	];
	const part = partOf(
		log,
		{ from: { seq: 0, step: -1 }, through: { seq: 2, step: -1 }, lossy: [] },
		marked,
		{ ...none, leftOut: new Set(['t0']) }
	);
	expect(part.transcript).not.toContain('Alpha');
	expect(part.transcript).toContain('Bravo');
	expect(part.transcript).not.toContain('turn 3');
	expect([part.fromTurn, part.throughTurn]).toEqual([2, 2]);
});

test('an attempt that was replaced is told to nobody who summarises, one that was continued is', () => {
	const turn = aTurn(0, 'Which port?');
	const retold = (continues: boolean) => {
		const broken = aStep(turn, 0, 'It listens on 4711', { state: 'stopped' });
		const steps = [broken, aStep(turn, 1, 'It listens on 8080', { continues })];
		const through = { seq: 0, step: 1 };
		const chunk = { from: { seq: 0, step: -1 }, through, lossy: [] };
		const told = partOf([{ turn, steps }], chunk, marked, none).transcript;
		return [told, passagesOf([{ turn, steps }], new Set()).map(({ text: said }) => said)].join();
	};
	expect(retold(false)).not.toContain('4711');
	expect(retold(false)).toContain('8080');
	expect(retold(true)).toMatch(/4711[^]*8080/);
});

test('INV-16 a piece that is too long keeps head and tail', () => {
	const turn = aTurn(0, `HEAD ${'m'.repeat(9000)} TAIL`);
	const part = partOf(
		[{ turn, steps: [] }],
		{
			from: { seq: 0, step: -1 },
			through: { seq: 0, step: -1 },
			lossy: [{ position: { seq: 0, step: -1 }, length: 1000 }]
		},
		marked,
		none
	);
	const [head = '', tail = ''] = part.transcript.split(/\[… \d+ characters left out …\]/);
	expect(head).toContain('HEAD');
	expect(tail).toContain('TAIL');
	// The question stands at the beginning, and what came of it at the end.
	const share = head.length / (head.length + tail.length);
	expect(share).toBeGreaterThan(0.5);
	expect(share).toBeLessThan(0.75);
	expect(part.transcript.length).toBeLessThan(1200);
});
