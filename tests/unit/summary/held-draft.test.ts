import { describe, expect, it } from 'vitest';
import { pathOf } from '#core/log/path.ts';
import { trunk } from '#core/session/session.ts';
import { heldDraft } from '#core/summary/held-draft.ts';
import type { Summary } from '#core/summary/summary.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aBranch } from '../../support/builders/stored-session.ts';

const path = pathOf([aBranch({ headSeq: 9 })], trunk);
const one = (id: string, round: number, status: Summary['status'], through = 5) =>
	aSummary(through, { id, round, status });
const held = (summaries: readonly Summary[], ...written: readonly string[]) => {
	const found = heldDraft(summaries, path, (id) => written.includes(id));
	return found && [found.draft.id, found.fate];
};

describe('a draft in which somebody writes', () => {
	it('stays on screen as long as there are words that are stored nowhere', () => {
		expect(held([one('a', 1, 'draft')], 'a')).toEqual(['a', 'waits']);
		expect(held([one('a', 1, 'draft')])).toBeNull();
	});

	it('stays also when another was made, or it was discarded, elsewhere', () => {
		const replaced = [one('a', 1, 'discarded'), one('b', 2, 'draft')];
		expect(held(replaced, 'a')).toEqual(['a', 'replaced']);
		expect(held([one('a', 1, 'draft'), one('b', 2, 'draft')], 'a')).toEqual(['a', 'replaced']);
		expect(held([one('a', 1, 'discarded')], 'a')).toEqual(['a', 'discarded']);
		// The other one waits on its own.
		expect(held(replaced, 'a', 'b')).toEqual(['a', 'replaced']);
		expect(held(replaced, 'b')).toEqual(['b', 'waits']);
	});

	it('can wait no more once a summary in use goes as far', () => {
		expect(held([one('a', 1, 'discarded'), one('b', 2, 'active')], 'a')).toEqual([
			'a',
			'overtaken'
		]);
		const further = [one('a', 2, 'discarded', 7), one('b', 1, 'active')];
		expect(held(further, 'a')).toEqual(['a', 'discarded']);
	});

	it('is held neither once it is in use itself nor on another branch', () => {
		expect(held([one('a', 1, 'active')], 'a')).toBeNull();
		expect(held([{ ...one('a', 1, 'draft'), branch: 'other' }], 'a')).toBeNull();
	});
});
