/** Another branch comes on screen while room is made for a message: the summary is of the branch the message is on. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Truth } from '#db/schema.ts';
import { changeSession } from '#db/log/sessions.ts';
import { writeSetting } from '#db/settings.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { compactSession } from '#flows/compaction/compact-session.ts';
import { appWith, type TestApp } from '../../../support/apps/an-app.ts';
import { gardenTurns, storeGarden } from '../../../support/apps/compactable.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { aBranch } from '../../../support/builders/stored-session.ts';
import { text } from '../../../support/builders/a-turn.ts';
import { never, unseen } from '../../../support/never.ts';
import { say } from '../../../support/scripted/scripted-model.ts';
import { scriptedSummariser, soundBeds } from '../../../support/scripted/scripted-summariser.ts';

let app: TestApp;
let count = 0;

beforeEach(() => {
	app = appWith({ db: new Truth(`other-branch-${String(++count)}`) });
	const { db, clock } = app;
	const model = scriptedSummariser(soundBeds);
	app.jobs.compact = (ask, signal, tell = unseen) =>
		compactSession({ db, model, clock }, ask, signal, tell);
	app.jobs['archive-summary'] = () => Promise.resolve({ status: 'archived', archiveId: 'a1' });
});
afterEach(async () => {
	await app.close();
});

/** A garden of so many turns, and a branch that leaves it behind the second. */
async function store(turns: number): Promise<void> {
	await storeGarden(app.db, gardenTurns(turns));
	await app.db.branches.put(aBranch({ branch: 'fork', parent: 'trunk', forkSeq: 2, headSeq: 1 }));
}

/** Send a message on the trunk; once its reply is in this state the fork comes on screen. */
const send = (state: 'compacting' | 'calling') => {
	let isThere = false;
	return sendMessage(
		app,
		{ session: aSession(), blocks: [text('What next?')] },
		(reply) => {
			if (isThere || reply?.state !== state) return;
			isThere = true;
			void changeSession(app.db, 's1', () => ({ branch: 'fork' }));
		},
		never
	);
};

it('INV-20 at the hard threshold', async () => {
	await writeSetting(app.db, 'reviewSummaries', 'auto');
	await store(60);
	app.model.next(say('Water it.'));
	expect((await send('compacting')).status).toBe('answered');
	expect(await summariesOf(app.db, 's1')).toMatchObject([{ status: 'active', branch: 'trunk' }]);
});

it('INV-20 in the background, behind the answer', async () => {
	await writeSetting(app.db, 'backgroundDrafts', 'yes');
	await store(46);
	app.model.next(say('Water it.'));
	expect((await send('calling')).status).toBe('answered');
	await expect.poll(() => app.locks.isHeld('compact:s1')).toBe(false);
	const [draft] = await summariesOf(app.db, 's1');
	expect(draft).toMatchObject({ status: 'draft', branch: 'trunk' });
	expect(draft?.through.seq).toBeGreaterThan(20);
});

it('and so is the flush turn before it', async () => {
	await writeSetting(app.db, 'preset', 'spec-008');
	await store(63);
	app.model.next(say('SILENT'), say('Water it.'));
	await send('compacting');
	const flush = JSON.stringify(app.model.bodies[0]);
	expect(flush.includes('This message comes from the app')).toBe(true);
	expect(flush.includes('Request 62 about bed')).toBe(true);
});
