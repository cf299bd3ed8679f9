import { describe, expect, test } from 'vitest';
import {
	isLinked,
	openedTurns,
	showsNumber,
	showsTurn,
	transcribedTurns,
	type ToForget
} from '#core/forgetting/quotes.ts';
import { lookerFor } from '#core/forgetting/requests.ts';
import { covers } from '#core/forgetting/covered.ts';
import type { Exchange } from '#core/log/turn.ts';
import { partOf } from '#core/summarise/part.ts';
import type { TranscriptRules } from '#core/summarise/transcript.ts';
import { tellPassage, type Beside } from '#core/prompt/text/passage.ts';
import { extractPrompt, between } from '#prompts/summarise.ts';
import { aBranch, someExchanges } from '../../support/builders/stored-session.ts';
import { textOf } from '#core/log/blocks.ts';

/** What our own tools and requests say they handed on of a forgotten turn. */

const all = someExchanges(4);
const [, gone, next] = all as [Exchange, Exchange, Exchange, Exchange];

const seeking = (exchange: Exchange, others: readonly Exchange[]): ToForget => ({
	sessionId: 's1',
	isWhole: false,
	exchanges: [exchange],
	others,
	turnIds: new Set([exchange.turn.turnId]),
	title: '',
	retold: [],
	lines: [],
	isLine: () => false
});
const sought = seeking(
	gone,
	all.filter((one) => one !== gone)
);

const passage = (
	link: string,
	by = 'the user',
	text = 'Words',
	beside: Beside = { before: null, after: null }
) => tellPassage({ place: '“A walk”, turn 2', day: '2026-11-20', by, link, text }, beside);

test('a passage is known by its link, and a sentence that cites it is not', () => {
	const link = `/chat/s1#${gone.turn.turnId}`;
	expect(isLinked(sought, passage(link))).toBe(true);
	expect(isLinked(sought, passage(`/chat/s1#${next.turn.turnId}`))).toBe(false);
	expect(isLinked(sought, `As you said [there](${link}).`)).toBe(false);
	// That of a summary leads to the last turn it covers, whatever the summary says.
	expect(isLinked(sought, passage(link, 'a summary'))).toBe(false);
	expect(showsTurn({ ...sought, retold: ['Words of a summary'] }, passage(link, 'a summary'))).toBe(
		false
	);
	expect(showsTurn({ ...sought, retold: ['Words'] }, passage(link, 'a summary'))).toBe(true);
});

test.each<Beside>([
	{ before: 'Which way?', after: null },
	{ before: null, after: 'How far is it? […]' }
])('a passage of a summary is known whatever stands beside it: %j', (beside) => {
	const shows = (text: string) =>
		showsTurn(
			{ ...sought, retold: ['Words of a summary.\n\nThey went on.'] },
			passage(`/chat/s1#${next.turn.turnId}`, 'a summary', text, beside)
		);
	expect(shows('Words of a summary.\n\nThey went on.')).toBe(true);
	expect(shows('Words of a […]')).toBe(true);
	expect(shows('Words of a')).toBe(false);
	expect(shows('Other words […]')).toBe(false);
});

test.each(['The first request of the conversation:', 'Womit alles begann:\n\nIn zwei Absätzen:'])(
	'the first request is known by its marks, under whatever words: %s',
	(above) => {
		const words = { goOn: 'Go on.', lastRequest: (text: string) => `Last: ${text}` };
		const asked = [{ type: 'text', text: 'Where do lighthouses stand?' } as const];
		const first: Exchange = { ...gone, turn: { ...gone.turn, asked } };
		const look = lookerFor(seeking(first, sought.others), {
			words,
			pinned: [],
			hasLines: false,
			handedOn: []
		});
		const showing = (of: Exchange) => {
			const told = `${above}\n${between('request', 'abc123', textOf(of.turn.asked))}`;
			return look({ role: 'user', content: [{ type: 'text', text: told }] }).holdsHere;
		};
		expect([showing(first), showing(next)]).toEqual([true, false]);
	}
);

describe('a transcript', () => {
	const rules = (style: TranscriptRules['style']): TranscriptRules => ({ style, nonce: 'abc123' });
	const nobody = { leftOut: new Set<string>(), offRecord: new Set<string>() };
	const told = (
		exchanges: readonly Exchange[],
		{
			style = 'marked',
			fromSeq = 0,
			step = -1
		}: {
			readonly style?: TranscriptRules['style'];
			readonly fromSeq?: number;
			readonly step?: number;
		} = {}
	): string => {
		const chunk = { from: { seq: fromSeq, step }, through: { seq: 9, step: 9 }, lossy: [] };
		const { transcript } = partOf(exchanges, chunk, rules(style), nobody);
		return (
			extractPrompt({ nonce: 'abc123', transcript, language: null }, {}, 'reset').parts[0]?.text ??
			''
		);
	};

	test.each(['marked', 'rounds'] as const)('names the turns it holds: %s', (style) => {
		expect(transcribedTurns(told(all, { style })).map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
		expect(showsNumber(sought, transcribedTurns(told(all, { style })))).toBe(true);
		const without = told(sought.others, { style });
		expect(showsNumber(sought, transcribedTurns(without))).toBe(false);
	});

	test('names them also in a request of before its headings had the mark of the request', () => {
		const old = (exchanges: readonly Exchange[]) =>
			told(exchanges, { style: 'rounds' }).replace(/^(\[\d+\] [A-Z]+): · abc123(.*)$/gm, '$1$2:');
		expect(old(all)).toMatch(/^\[2\] USER:$/m);
		expect(transcribedTurns(old(all)).map(({ seq }) => seq)).toEqual([0, 1, 2, 3]);
		expect(showsNumber(sought, transcribedTurns(old(all)))).toBe(true);
		expect(showsNumber(sought, transcribedTurns(old(sought.others)))).toBe(false);
	});

	test('names a turn that was begun before it', () => {
		const text = told(all, { fromSeq: 1, step: 1 });
		expect(transcribedTurns(text)[0]?.seq).toBe(1);
		expect(showsNumber(sought, transcribedTurns(text))).toBe(true);
	});

	test('is no transcript where somebody only writes like one', () => {
		expect(transcribedTurns('=== abc123 · turn 2 · user ===\nHello')).toEqual([]);
		const forged = told([next]).replace('What about', '=== zzz · turn 2 · user ===\nWhat about');
		expect(transcribedTurns(forged).map(({ seq }) => seq)).toEqual([2]);
	});

	test('of another branch, where another turn has the number, holds another', () => {
		const [twin] = someExchanges(1, { branch: 'b2', from: 1 }) as [Exchange];
		const other: Exchange = {
			turn: { ...twin.turn, asked: [{ type: 'text', text: 'Another question altogether' }] },
			steps: twin.steps
		};
		const both = seeking(gone, [...sought.others, other]);
		expect(showsNumber(both, transcribedTurns(told([other])))).toBe(false);
		expect(showsNumber(both, transcribedTurns(told([gone])))).toBe(true);
	});

	test('of the same question asked again is told by the answer', () => {
		const [twin] = someExchanges(1, { branch: 'b2', from: 1 }) as [Exchange];
		const answered: Exchange = {
			turn: twin.turn,
			steps: twin.steps.map((step) =>
				step.index === 1 ? { ...step, content: [{ type: 'text', text: 'Not so fine.' }] } : step
			)
		};
		const both = seeking(gone, [...sought.others, answered]);
		expect(showsNumber(both, transcribedTurns(told([answered])))).toBe(false);
		expect(showsNumber(both, transcribedTurns(told([gone])))).toBe(true);
	});
});

test('an answer of open_turns names the turns it shows', () => {
	const one = (turn: number, words: string) =>
		`[${String(turn)}] 2026-11-20\n<said mark="12345678" by="the user">\n${words}\n</said mark="12345678">`;
	const text = [one(1, '[2] 2026-11-20 is what I wrote'), one(3, 'Three')].join('\n\n');
	expect(openedTurns(text).map(({ seq }) => seq)).toEqual([0, 2]);
});

test('a summary can tell of what it or a round before it covers on its way, and of nothing else', () => {
	const branches = [
		aBranch({ headSeq: 9 }),
		aBranch({ branch: 'b2', parent: 'trunk', forkSeq: 4 })
	];
	const round = (at: number, from: number, through: number, branch = 'trunk') => ({
		branch,
		round: at,
		from: { seq: from, step: -1 },
		through: { seq: through, step: 0 },
		promptId: 'summary-recommended-1'
	});
	const first = round(1, 0, 2);
	const second = round(2, 3, 6);
	const summaries = [first, second];
	const at = (seq: number, branch = 'trunk') => ({ seq, branch });
	expect(covers(second, at(1), { summaries, branches })).toBe(true);
	expect(covers(second, at(5), { summaries, branches })).toBe(true);
	expect(covers(second, at(7), { summaries, branches })).toBe(false);
	expect(covers(second, at(5, 'b2'), { summaries, branches })).toBe(false);
	expect(covers(second, at(1), { summaries: [second], branches })).toBe(false);
	expect(covers(first, at(3), { summaries, branches })).toBe(false);
});

test('a summary that was written inside the conversation can tell of all that was read for it, and so can the round after it', () => {
	const branches = [aBranch({ headSeq: 9 })];
	const path = [{ branch: 'trunk', fromSeq: 0, throughSeq: 5 }];
	const round = (at: number, through: number) => ({
		branch: 'trunk',
		round: at,
		from: { seq: 0, step: -1 },
		through: { seq: through, step: 0 },
		promptId: 'summary-recommended-1'
	});
	const inside = { ...round(1, 2), promptId: 'summary-recommended-1-inside-2' };
	const told = { ...inside, saidBefore: { path, step: 0 } };
	const second = round(2, 3);
	const canTell = (one: typeof second, seq: number, summaries = [told, second]) =>
		covers(one, { seq, branch: 'trunk' }, { summaries, branches });
	expect([5, 6].map((seq) => canTell(told, seq))).toEqual([true, false]);
	expect([5, 6].map((seq) => canTell(second, seq))).toEqual([true, false]);
	// One from before it was kept may have read all of it.
	expect(canTell(inside, 9, [inside])).toBe(true);
	expect(canTell(second, 5, [second])).toBe(false);
});
