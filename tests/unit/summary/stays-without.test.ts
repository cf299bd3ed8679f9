import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pathOf } from '#core/log/path.ts';
import { trunk } from '#core/session/session.ts';
import { hasGround, staysWithout } from '#core/summary/ground.ts';
import { standsFrom, summaryInUse, type Summary } from '#core/summary/summary.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { aBranch } from '../../support/builders/stored-session.ts';

/** Which later rounds stay when a summary goes out of use. */

const path = pathOf([aBranch({ headSeq: 99 })], trunk);
const at = (seq: number) => ({ seq, step: -1 });

const first = aSummary(9, { id: 'm1', round: 1, integrates: null });
const second = aSummary(19, { id: 'm2', round: 2, from: at(10), integrates: 'm1' });
const again = aSummary(19, { id: 'm3', round: 3, integrates: null });

it('the one that was written again from the messages stays, and what was made from it', () => {
	const next = aSummary(29, { id: 'm4', round: 4, from: at(20), integrates: 'm3' });
	const all = [first, second, again, next];
	expect(staysWithout(again, second, all)).toBe(true);
	expect(staysWithout(next, second, all)).toBe(true);
	expect(staysWithout(next, first, all)).toBe(true);
	expect(staysWithout(next, again, all)).toBe(false);
	expect(staysWithout(second, first, all)).toBe(false);
});

it('one that begins behind it goes, for nothing would stand for the messages before', () => {
	const behind = aSummary(29, { id: 'm4', round: 4, from: at(20), integrates: null });
	expect(staysWithout(behind, second, [first, second, behind])).toBe(false);
});

it('one from before the line was kept goes, as does one whose line is not here', () => {
	const old = aSummary(19, { id: 'm3', round: 3 });
	expect(staysWithout(old, second, [first, second, old])).toBe(false);
	const lost = { ...again, integrates: 'elsewhere' };
	expect(staysWithout(lost, second, [first, second, lost])).toBe(false);
	const itself = { ...again, integrates: again.id };
	expect(staysWithout(itself, second, [first, second, itself])).toBe(false);
});

/** Rounds as they come about: on the one in use, again from the messages, or an undo of the one in use. */
function lived(acts: readonly string[]): { all: Summary[]; told: Map<string, Set<string>> } {
	const all: Summary[] = [];
	/** The rounds whose words may be in one. */
	const told = new Map<string, Set<string>>();
	for (const act of acts) {
		const used = summaryInUse(all, path);
		const place = used ? all.indexOf(used) : -1;
		if (used && act === 'undo') all[place] = { ...used, status: 'reverted' };
		if (act === 'undo' || (!used && act === 'again')) continue;
		const isAgain = used !== null && act === 'again';
		const id = `m${String(all.length + 1)}`;
		const end = used?.through.seq ?? -1;
		if (used) all[place] = { ...used, status: 'superseded' };
		const from = isAgain ? standsFrom(used, all, path) : at(end + 1);
		const integrates = isAgain ? null : (used?.id ?? null);
		const round = all.length + 1;
		all.push(aSummary(isAgain ? end : end + 3, { id, round, from, integrates }));
		const before = integrates === null ? [] : [integrates, ...(told.get(integrates) ?? [])];
		told.set(id, new Set(before));
	}
	return { all, told };
}

it('whatever stays holds no word of what goes, stands on as firm ground, and leaves no message out', () => {
	const acts = fc.array(fc.constantFrom('round', 'round', 'again', 'undo'), { maxLength: 12 });
	fc.assert(
		fc.property(acts, fc.nat(11), (done, which) => {
			const { all, told } = lived(done);
			const gone = all[which];
			if (!gone || gone.status === 'reverted') return;
			const left = all.map((one): Summary => {
				const goes = one === gone || (one.round > gone.round && !staysWithout(one, gone, all));
				return goes ? { ...one, status: 'reverted' } : one;
			});
			for (const one of left) {
				if (one.status === 'reverted') continue;
				expect(told.get(one.id)).not.toContain(gone.id);
				expect(hasGround(one, left, path)).toBe(true);
			}
			const used = summaryInUse(left, path);
			if (used && used.round > gone.round)
				expect(standsFrom(used, left, path).seq).toBeLessThanOrEqual(gone.from.seq);
		})
	);
});
