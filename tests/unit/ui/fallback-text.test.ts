import { expect, test } from 'vitest';
import type { Failure } from '#core/failure.ts';
import type { Rejection } from '#core/summary/text.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { fallbackText, noSummaryText } from '#ui/words/fallback-text.ts';

/** Why the model's try came to nothing, in words of its own for each reason: on the card, and where no summary was made. */

const rejections: readonly Rejection[] = [
	'unfinished',
	'tool-call',
	'empty',
	'placeholder',
	'tool-syntax',
	'section-missing',
	'too-long',
	'longer-than-source',
	'wrong-language'
];
const unknown = fallbackText({ kind: 'crashed', detail: 'TypeError at x.ts' });

test.each<readonly [Failure, string]>([
	[{ kind: 'refused', category: 'cyber' }, 'the model declined'],
	[{ kind: 'offline' }, 'you were offline'],
	[{ kind: 'unreachable', host: 'localhost' }, 'localhost could not be reached'],
	[{ kind: 'summary-rejected', reason: 'unfinished' }, 'cut off'],
	[{ kind: 'rejected', status: 400, detail: 'quoted words' }, 'rejected the request (400)']
])('%o is told', (failure, words) => {
	expect(fallbackText(failure)).toContain(words);
	expect(fallbackText(failure)).not.toContain('quoted');
});

test('each way in which an answer can be unfit has words of its own; a reason from elsewhere has none of them', () => {
	const told = rejections.map((reason) => fallbackText({ kind: 'summary-rejected', reason }));
	expect(new Set([...told, unknown]).size).toBe(rejections.length + 1);
	for (const reason of ['constructor', 'from another version'])
		expect(fallbackText({ kind: 'summary-rejected', reason })).toBe(unknown);
	expect(unknown).not.toContain('TypeError');
});

const whatToDo = 'Nothing was changed; try again, or choose another model or preset.';

test.each([...rejections, 'no model'])(
	'where no summary was made, %s is told in words, with what to do',
	(reason) => {
		const told = noSummaryText({ kind: 'summary-rejected', reason });
		expect(told).toMatch(/^No summary was made: (the|there) /);
		expect(told).toContain(whatToDo);
		if (reason.includes('-')) expect(told).not.toContain(reason);
	}
);

test.each<readonly [Failure, string]>([
	[{ kind: 'interrupted' }, `the answer of the model broke off. ${whatToDo}`],
	[{ kind: 'silent', afterMs: 60_000 }, `the model fell silent. ${whatToDo}`],
	[{ kind: 'refused', category: 'cyber' }, `the model declined. ${whatToDo}`],
	[{ kind: 'empty-answer' }, `the model answered with next to nothing. ${whatToDo}`],
	[{ kind: 'offline' }, `you were offline. ${whatToDo}`]
])('%o is not told of a summary as it is of a reply', (failure, rest) => {
	expect(noSummaryText(failure)).toBe(`No summary was made: ${rest}`);
	expect(failureText(failure)).not.toContain('No summary');
});

test('a reason from elsewhere is not repeated, and what is so of any call is told as it always is', () => {
	const told = noSummaryText({ kind: 'summary-rejected', reason: 'from-another-version' });
	expect(told).toContain('Try again');
	expect(told).not.toContain('another-version');
	expect(noSummaryText({ kind: 'key-refused' })).toBe(failureText({ kind: 'key-refused' }));
});
