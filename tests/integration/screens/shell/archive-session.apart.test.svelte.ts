import { beforeEach, expect, it, vi } from 'vitest';
import { trunk } from '#core/session/session.ts';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { AppState } from '#state/app.svelte.ts';
import type { SessionEntry } from '#state/session-list.ts';
import { packer } from '#worker/workshop/packer.ts';
import { sessionListActs } from '../../../../src/routes/acts/session-list-acts.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';

/** A session that is archived from the list: what is said of it, and where that leads. */

const { goto } = vi.hoisted(() => ({ goto: vi.fn<(to: string) => Promise<void>>() }));
vi.mock('$app/navigation', () => ({ goto }));

let app: TestApp;
withApp((own) => (app = own));
beforeEach(async () => {
	app.jobs.extract = () => Promise.resolve({ status: 'extracted', proposals: 0 });
	app.jobs['archive-session'] = (ask) =>
		archiveSession({ db: app.db, clock: app.clock, packer }, ask);
	await storeSession(app.db, aSession({ activeAt: app.clock.at }), someExchanges(2));
	goto.mockReset();
	goto.mockResolvedValue(undefined);
});

const entry = { id: 's1', title: 'Bread' } as SessionEntry;
const endedAt = async () => (await app.db.sessions.get('s1'))?.endedAt;

async function archiveFrom(here: string | null) {
	const keepsake = new AppState(app);
	await sessionListActs(keepsake, here).archive(entry);
	return keepsake.notices.current;
}

it('that is not on screen goes without anything following, and the way leads to its archive and back', async () => {
	const notice = await archiveFrom(null);
	expect(notice?.text).toBe('The session was archived.');
	expect(await app.db.sessions.count()).toBe(1);
	expect(await endedAt()).not.toBeNull();
	expect(goto).not.toHaveBeenCalled();
	expect(notice?.more?.label).toBe('Open archive');
	notice?.more?.onpress();
	const [archive] = await app.db.archives.toArray();
	expect(goto).toHaveBeenCalledExactlyOnceWith(`/archive/${archive?.id ?? ''}`);
	notice?.action?.onpress();
	await eventually(async () => expect(await endedAt()).toBeNull());
	expect(goto).toHaveBeenCalledOnce();
});

it('that is on screen goes on in another one, which is gone to, and back again', async () => {
	const notice = await archiveFrom('s1');
	expect(notice?.text).toBe('The session was archived and starts afresh.');
	const next = (await app.db.sessions.toArray()).find(({ id }) => id !== 's1');
	expect(next?.continuedFrom).toBe('s1');
	expect(goto).toHaveBeenLastCalledWith(`/chat/${next?.id ?? ''}`);
	notice?.action?.onpress();
	await eventually(() => expect(goto).toHaveBeenLastCalledWith('/chat/s1'));
});

it('in which nothing was said stays, and why is said', async () => {
	await app.db.branches.update(['s1', trunk], { headSeq: -1 });
	const notice = await archiveFrom(null);
	expect(notice?.text).toContain('nothing to archive');
	expect(await endedAt()).toBeNull();
});
