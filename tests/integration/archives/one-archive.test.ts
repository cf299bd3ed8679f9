import { describe, expect, it } from 'vitest';
import { archiveLines } from '#core/archive/archive.ts';
import { sha256 } from '#core/sha256.ts';
import { putArchive } from '#db/archives/archives.ts';
import { coldOf } from '#db/archives/cold.ts';
import { gatherRounds } from '#db/archives/cooling.ts';
import { archiveSummary, archiveTexts } from '#flows/archives/archive-covered.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import { undoReset } from '#flows/sessions/reset-session.ts';
import { packer } from '#worker/workshop/packer.ts';
import { never } from '../../support/never.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { withCooling } from '../../support/apps/with-cooling.ts';

/** A session that has ended lies in one archive, which takes the place of those of its rounds. */

const cooling = withCooling();
const { exchanges, snapshot, cool, endTenDaysAgo, hotSeqs, readAll } = cooling;

describe('the rounds of a session that has ended', () => {
	it('are stored once: their archives go when the archive of the whole session holds them, verified twice', async () => {
		await snapshot();
		await cool();
		await endTenDaysAgo();
		await snapshot();
		const packed = async () =>
			(await cooling.db.archives.toArray()).reduce((sum, { packedBytes }) => sum + packedBytes, 0);
		const before = await packed();
		expect(await cooling.db.archives.count()).toBe(2);
		await cool();
		const [whole, ...others] = await cooling.db.archives.toArray();
		expect(others).toEqual([]);
		expect(whole?.round).toBeNull();
		expect(await cooling.db.archiveBytes.count()).toBe(1);
		expect(await packed()).toBeLessThan(before * 0.65);
		expect((await cooling.db.summaries.get('m1'))?.archiveId).toBe(whole?.id);
		expect(new Set((await coldOf(cooling.db, 's1')).map(({ archiveId }) => archiveId))).toEqual(
			new Set([whole?.id])
		);
		expect(await hotSeqs()).toEqual([]);
		expect(await readAll()).toEqual(exchanges);
		expect(await cool()).toMatchObject({ turns: 0 });
	});

	it('stay while the session may be young again, and while the whole archive is in no copy', async () => {
		await snapshot();
		await cool();
		await endTenDaysAgo();
		await cool();
		expect(await cooling.db.archives.count()).toBe(2);
		await cooling.breakOffSnapshot();
		await cool();
		expect(await cooling.db.archives.count()).toBe(2);
		await cooling.db.sessions.update('s1', { endedAt: cooling.app.clock.now() });
		await snapshot();
		await cool();
		expect(await cooling.db.archives.count()).toBe(2);
	});

	it('stay when the archive of the whole session does not hold a turn of theirs word for word', async () => {
		const [first, ...rest] = exchanges;
		if (!first) throw new Error('no turns');
		await endTenDaysAgo();
		await snapshot();
		const round = await cooling.db.archives.filter((row) => row.round !== null).first();
		if (!round) throw new Error('no round');
		const said = [
			{ ...first, turn: { ...first.turn, stamp: 'another time' } },
			...rest.slice(0, 5)
		];
		const texts = archiveTexts(
			archiveLines({ session: aSession(), exchanges: said, summaries: [] })
		);
		const bytes = packer.pack(texts);
		const archive = { ...round, sha256: sha256(bytes), turns: said.length };
		await putArchive(cooling.db, { archive, bytes }, 0);
		await snapshot();
		await cool();
		expect(await cooling.db.archives.count()).toBe(2);
	});

	it('stay where the whole archive was deleted, or turns were let go of into a round, since it was read', async () => {
		await snapshot();
		await cool();
		await endTenDaysAgo();
		const { db } = cooling;
		const archives = await db.archives.toArray();
		const whole = archives.find((row) => row.round === null)!;
		const rounds = archives.filter((row) => row.round !== null).map(({ id }) => id);
		const ranges = await coldOf(db, 's1');
		const refused = { status: 'failed', failure: { kind: 'changed-meanwhile' } };
		await db.archives.update(whole.id, { deletedAt: 1 });
		expect(await gatherRounds(db, { whole, rounds, ranges })).toMatchObject(refused);
		await db.archives.update(whole.id, { deletedAt: null });
		expect(await gatherRounds(db, { whole, rounds, ranges: [] })).toMatchObject(refused);
		expect(await db.archives.count()).toBe(2);
		expect(await gatherRounds(db, { whole, rounds, ranges })).toMatchObject({ status: 'stored' });
	});

	it('are archived anew when the reset is undone', async () => {
		await snapshot();
		await cool();
		await endTenDaysAgo();
		await snapshot();
		await cool();
		expect((await undoReset(cooling.app, { ended: 's1', next: 'none' })).status).toBe('done');
		expect(await readAll()).toEqual(exchanges);
		expect(await hotSeqs()).toHaveLength(40);
		expect(await cooling.db.archives.count()).toBe(0);
		expect((await cooling.db.summaries.get('m1'))?.archiveId).toBeNull();
		cooling.app.jobs['archive-summary'] = (ask) =>
			archiveSummary({ db: cooling.db, clock: cooling.app.clock, packer }, ask);
		await keepHouse(cooling.app, never);
		expect(await cooling.db.archives.toArray()).toMatchObject([{ sessionId: 's1', round: 1 }]);
	});
});
