import { expect, test } from 'vitest';
import { archiveLines } from '#core/archive/archive.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { anExchange } from '../../support/builders/a-turn.ts';

/**
 * An archive is known by its words: the same session must always make the same lines, or one that is sound would pass for
 * another.
 */

test('a summary stands behind the last turn that it covers, in whatever order the summaries were read', () => {
	const exchanges = [0, 1, 2, 3, 4].map((seq) => anExchange(seq));
	const summaries = [1, 3, 9].map((through, at) =>
		aSummary(through, { id: `m${String(at)}`, round: at + 1 })
	);
	const told = (given: typeof summaries) =>
		archiveLines({ session: aSession(), exchanges, summaries: given }).map((line) =>
			line.type === 'summary' ? line.id : 'seq' in line ? line.seq : line.type
		);
	const inOrder = ['session', 0, 0, 1, 1, 'm0', 2, 2, 3, 3, 'm1', 4, 4, 'm2'];
	expect(told(summaries)).toEqual(inOrder);
	expect(told(summaries.toReversed())).toEqual(inOrder);
});
