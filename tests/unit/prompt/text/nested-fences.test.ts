import { expect, it } from 'vitest';
import { showsTurn, type ToForget } from '#core/forgetting/quotes.ts';
import { quotedPlaces, withoutBarred } from '#core/prompt/text/barred-quotes.ts';
import { fence } from '#core/prompt/text/fence.ts';
import { tellPassage } from '#core/prompt/text/passage.ts';
import { aStep, aTurn, call, result } from '../../../support/builders/a-turn.ts';

/** An imported result may say that it shows thousands of turns that were opened in one another. */

const passage = tellPassage(
	{ place: 'memory/a.md', day: '2026-11-20', by: 'a note', link: '/chat/s1#t1', text: 'Words' },
	{ before: null, after: null }
);

/** A result of `recall` inside of so many opened turns. */
function opened(depth: number): string {
	const marks = Array.from({ length: depth }, (_, at) => at.toString(16).padStart(8, '0'));
	return [
		...marks.map((mark) => `<result mark="${mark}" of="open_turns">`),
		fence('result', { of: 'recall' }, passage),
		...marks.toReversed().map((mark) => `</result mark="${mark}">`)
	].join('\n');
}

const turn = aTurn(0);
const quoted = (depth: number): readonly string[] => {
	const results = [result('c1', opened(depth))];
	return quotedPlaces([
		{ turn, steps: [aStep(turn, 0, [call('c1', 'open_turns', {})], { results })] }
	]);
};

const sought: ToForget = {
	sessionId: 's1',
	isWhole: false,
	exchanges: [],
	others: [],
	turnIds: new Set(['t2']),
	title: '',
	retold: ['Words'],
	lines: [],
	isLine: () => false
};
const shows = (depth: number): boolean =>
	showsTurn(sought, opened(depth).replace('by="a note"', 'by="a summary"'));

const withoutNote = (depth: number): string => {
	const results = [result('c1', opened(depth))];
	const steps = [aStep(turn, 0, [call('c1', 'open_turns', {})], { results })];
	return JSON.stringify(withoutBarred([{ turn, steps }], new Map([['memory/a.md', 'scope']])));
};

/** More opened turns find no place in a result of ours, which ends after 24,000 signs. */
const most = Math.floor((24_000 - opened(0).length) / (opened(1).length - opened(0).length));

it.each([8, 25, most])(
	'in %s turns opened in one another what they show is found, and cleared',
	(depth) => {
		expect(opened(depth).length).toBeLessThanOrEqual(24_000);
		expect(quoted(depth)).toContain('memory/a.md');
		expect(withoutNote(depth)).not.toContain('Words');
		expect(shows(depth)).toBe(true);
	}
);

it('of more than our tools tell, the request can be made all the same', () => {
	expect(quoted(5000)).toEqual([]);
});

it('of more than our tools tell, a turn can be forgotten all the same', () => {
	expect(shows(3000)).toBe(false);
});
