import { expect, it } from 'vitest';
import type { Exchange } from '#core/log/turn.ts';
import { quotedPlaces, withoutBarred } from '#core/prompt/text/barred-quotes.ts';
import { goneFrom } from '#core/prompt/text/gone-places.ts';
import { goneAmong } from '#core/prompt/text/said-places.ts';
import { trunk } from '#core/session/session.ts';
import { stopgapTitle } from '#core/session/title.ts';
import { openTurns } from '#tools/open-turns.ts';
import type { ToolPorts } from '#tools/ports.ts';
import { aStep, aTurn, call } from '../../../support/builders/a-turn.ts';
import { growthOf, inProportion } from '../../../support/growth.ts';

/** What results of our tools show of conversations, and what of it is deleted. */

const image = (data: string) =>
	({ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }) as const;

/** Turns opened by a turn, as the tool answers. */
async function opening(seq: number, exchanges: readonly Exchange[]): Promise<Exchange> {
	const ports = {
		exchanges: () => Promise.resolve(exchanges),
		dayOf: () => '2026-11-20',
		longest: 24_000
	};
	const { text, images } = await openTurns({ from: 1, to: 9 }, ports as unknown as ToolPorts);
	const turn = aTurn(seq);
	const content = [{ type: 'text', text } as const, ...(images ?? [])];
	const results = [{ type: 'tool_result', tool_use_id: 'c', content } as const];
	return { turn, steps: [aStep(turn, 0, [call('c', 'open_turns', {})], { results })] };
}
const contentOf = ({ steps }: Exchange) => JSON.stringify(steps[0]?.results);

it('a turn that was opened goes with its pictures, also where it was opened inside another', async () => {
	const shown = ['aaa', 'bbb'].map((data, seq) => ({
		turn: { ...aTurn(seq, `Look ${data}`), asked: [image(data)] },
		steps: []
	}));
	const opened = await opening(2, shown);
	const again = await opening(3, [shown[1]!, opened]);
	const place = `/chat/${opened.turn.sessionId}#[1]`;
	expect(quotedPlaces([opened])).toEqual([place, place.replace('[1]', '[2]')]);
	const [one, both] = withoutBarred([opened, again], new Map([[place, 'kept-back']]));
	expect(contentOf(one!)).not.toContain('aaa');
	expect(contentOf(one!)).toContain('bbb');
	expect(contentOf(one!)).toContain('[Picture 1: cleared]');
	expect(contentOf(both!)).not.toContain('aaa');
	// It was opened by itself as well.
	expect(contentOf(both!)).toContain('bbb');
	expect(contentOf(again)).toContain('aaa');
});

it('is gone since it was first kept back: a summary since anything was, a title with the words it was made of, and nothing of what is forgotten', () => {
	const [first, second] = [aTurn(0, 'Hives in the garden'), aTurn(1, 'Tea')];
	const path = [{ branch: trunk, fromSeq: 0, throughSeq: 1 }];
	const marks = [
		{ turnId: first.turnId, kind: 'off-record' as const, at: 5 },
		{ turnId: second.turnId, kind: 'off-record' as const, at: 9 }
	];
	const places = ['/chat/s', '/chat/s “Hives in the garden”', '/chat/s#[1]', '/chat/s#[2] Tea'];
	expect([...goneAmong(places, { marks, turns: [first, second], path })]).toEqual([
		['/chat/s', 5],
		['/chat/s “Hives in the garden”', 5],
		['/chat/s#[1]', 5],
		['/chat/s#[2] Tea', 9]
	]);
	const forgotten = { ...first, forgottenAt: 7 };
	const left = goneAmong(places, { marks, turns: [forgotten, second], path });
	expect([...left.keys()]).toEqual(['/chat/s', '/chat/s#[2] Tea']);
	// A title that no message gave tells of none.
	const wordless = { ...first, asked: [image('aaa')] };
	const untitled = [`/chat/s “${stopgapTitle}”`];
	expect(goneAmong(untitled, { marks, turns: [wordless], path }).size).toBe(0);
});

it('of a request that waits for its tools stays as it was when its run began', () => {
	const gone = new Map([
		['/chat/s#t0', 10],
		['/chat/s#t1', 11]
	]);
	const run = (...steps: Parameters<typeof aStep>[3][]) => {
		const turn = aTurn(2);
		const called = steps.map((more, at) => aStep(turn, at, [call('c', 'recall')], more));
		const newest = {
			kind: 'turn' as const,
			exchange: { turn, steps: called },
			goes: 'on' as const
		};
		return [...goneFrom(gone, newest, 10).keys()];
	};
	const all = [...gone.keys()];
	expect(run({ startedAt: 10 })).toEqual(['/chat/s#t0']);
	// Of a run before, or broken off: nothing of it is open.
	expect(run({ startedAt: 9 })).toEqual(all);
	expect(run({ startedAt: 10, state: 'failed' })).toEqual(all);
	expect(run()).toEqual(all);
});

it('is looked up in one go, however many places and deleted turns there are', () => {
	const look = (count: number) => {
		const turns = Array.from({ length: count }, (_, seq) => aTurn(seq, `Words ${String(seq)}`));
		const marks = turns.map(({ turnId }) => ({ turnId, kind: 'deleted' as const, at: 1 }));
		const places = turns.flatMap(({ turnId, seq }) => [
			`/chat/s#${turnId}`,
			`/chat/s#[${String(seq + 1)}] Words ${String(seq)}`,
			`/chat/s#[${String(seq + 1)}]`,
			'/chat/s “Hives”'
		]);
		const path = [{ branch: trunk, fromSeq: 0, throughSeq: count }];
		return goneAmong(places, { marks, turns, path });
	};
	expect(look(100).size).toBe(300);
	expect(growthOf(look, 6400)).toBeLessThan(inProportion);
});
