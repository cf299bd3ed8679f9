import { expect, test } from 'vitest';
import { planCooling, wholeToGather } from '#core/archive/cooling.ts';
import { dayMs } from '#core/time/day-ms.ts';
import { trunk } from '#core/session/session.ts';
import { anArchive } from '../../support/builders/an-archive.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';

/** Which archives let turns go, and which takes the place of others. */

const now = 100 * dayMs;
const old = { afterDays: 7, now };
const branch = {
	sessionId: 's1',
	branch: trunk,
	parent: null,
	forkSeq: 0,
	headSeq: 9,
	createdAt: 1
};
const round = anArchive({ id: 'round', round: 1 });
const whole = anArchive({ id: 'whole' });
const plansFor = (session: ReturnType<typeof aSession>, archives: readonly (typeof round)[]) =>
	planCooling(
		{
			session,
			branches: [branch],
			summaries: [aSummary(5, { archiveId: 'round', committedAt: 1 })],
			archives,
			cold: []
		},
		old
	).map(({ archiveId, part }) => [archiveId, part.fromSeq, part.throughSeq]);

test('an archive that was deleted lets no turn go', () => {
	const ended = aSession({ endedAt: 1 });
	expect(plansFor(aSession(), [round])).toEqual([['round', 1, 4]]);
	expect(plansFor(aSession(), [{ ...round, deletedAt: 2 }])).toEqual([]);
	expect(plansFor(ended, [whole])).toEqual([['whole', 0, 9]]);
	expect(plansFor(ended, [{ ...whole, deletedAt: 2 }])).toEqual([]);
});

test('the archive of the whole takes the place of those of its rounds some days after the end, and of none that was deleted', () => {
	const ended = aSession({ endedAt: now - 7 * dayMs });
	const gathered = (session: typeof ended, archives: readonly (typeof round)[]) =>
		wholeToGather({ session, archives }, old)?.id;
	expect(gathered(ended, [round, whole])).toBe('whole');
	expect(gathered({ ...ended, endedAt: now - 7 * dayMs + 1 }, [round, whole])).toBeUndefined();
	expect(gathered({ ...ended, deletedAt: 1 }, [round, whole])).toBeUndefined();
	expect(gathered(ended, [{ ...round, deletedAt: 1 }, whole])).toBeUndefined();
	expect(gathered(ended, [round, { ...whole, deletedAt: 1 }])).toBeUndefined();
});
