import { beforeEach, expect, test } from 'vitest';
import { recommended } from '#core/presets/built-in.ts';
import { fieldsOf } from '#core/presets/fields.ts';
import { backToPreset, overriding } from '#core/presets/overrides.ts';
import { emptySession } from '#core/session/empty-session.ts';
import {
	deleteSessions,
	changeBack,
	changeOverrides,
	moveSessions,
	pinSessions,
	renameSession,
	restoreSessions
} from '#flows/sessions/change-session.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { undoLast } from '#flows/sessions/undo-last.ts';
import { Truth } from '#db/schema.ts';
import { changeInside } from '#db/log/sessions.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

/** Many sessions at once: all of them or none. */

let app: TestApp;
const ids = Array.from({ length: 300 }, (_, at) => `s-${String(at).padStart(4, '0')}`);

withApp((own) => (app = own));
beforeEach(async () => {
	await app.db.sessions.bulkAdd(ids.map((id) => emptySession(id, 1)));
});

const all = () => app.db.sessions.toArray();

test('hundreds of sessions are deleted at once, each in the list of activities, and come back', async () => {
	expect(await deleteSessions(app, ids)).toEqual({ status: 'done' });
	expect((await all()).every(({ deletedAt }) => deletedAt !== null)).toBe(true);
	const told = await app.db.activity.toArray();
	expect(told.map(({ sessionId }) => sessionId).sort()).toEqual(ids);
	expect(new Set(told.map(({ kind }) => kind))).toEqual(new Set(['deletion']));
	expect(await restoreSessions(app, ids)).toEqual({ status: 'done' });
	expect((await all()).every(({ deletedAt, rev }) => deletedAt === null && rev === 2)).toBe(true);
});

test('what was deleted before hundreds of sessions were is still found by /undo', async () => {
	await storeSession(app.db, aSession(), someExchanges(3));
	const place = { sessionId: 's1', turnId: 's1-trunk-1' };
	expect(await deleteTurn(app, place)).toMatchObject({ status: 'done' });
	for (let times = 0; times < 2; times++) await deleteSessions(app, ids);
	expect(await undoLast(app, 's1')).toMatchObject({ status: 'undone', what: 'delete-turn' });
	expect(await app.db.marks.get(['s1', place.turnId, 'deleted'])).toBeUndefined();
	expect(await undoLast(app, 's1')).toEqual({ status: 'nothing-to-do' });
});

test('where one is gone, none is changed', async () => {
	expect(await deleteSessions(app, [...ids, 'gone'])).toMatchObject({ status: 'failed' });
	expect(await pinSessions(app, [...ids, 'gone'], true)).toMatchObject({ status: 'failed' });
	expect((await all()).every((row) => row.deletedAt === null && !row.pinned)).toBe(true);
	expect(await app.db.activity.count()).toBe(0);
	await app.db.tombstones.put({ id: ids[5] ?? '', kind: 'session', at: 1 });
	expect(await restoreSessions(app, ids)).toMatchObject({ status: 'failed' });
});

test('a move taken back puts each where it was', async () => {
	const [first = '', second = '', third = ''] = ids;
	await moveSessions(app, [first], 'Work');
	const before = new Map([
		[first, { folder: 'Work' }],
		[second, { folder: null }]
	]);
	await moveSessions(app, ids, 'Home');
	expect((await all()).every(({ folder }) => folder === 'Home')).toBe(true);
	expect(await changeBack(app, { were: before })).toEqual({ status: 'done' });
	const folders = new Map((await all()).map(({ id, folder }) => [id, folder]));
	expect([first, second, third].map((id) => folders.get(id))).toEqual(['Work', null, 'Home']);
});

test('a new name taken back leaves the old one, and by whom it was given: it may be forgotten with the message', async () => {
	const [id = ''] = ids;
	const given = { title: 'My rash', titleFrom: 'first-message' } as const;
	await app.db.sessions.update(id, given);
	const renamed = await renameSession(app, id, ' Health ');
	expect(await app.db.sessions.get(id)).toMatchObject({ title: 'Health', titleFrom: 'user' });
	await pinSessions(app, [id], true);
	if (renamed.status === 'done') await changeBack(app, renamed.before);
	expect(await app.db.sessions.get(id)).toMatchObject({ ...given, pinned: true });
});

test('whoever read a session earlier changes it as it is now: of many changes from two tabs none is lost, and each raises rev', async () => {
	const [id = ''] = ids;
	const other = new Truth(app.db.name);
	const stale = await other.sessions.get(id);
	const changes = Array.from({ length: 20 }, (_, at) => [
		renameSession(app, id, `Title ${String(at)}`),
		moveSessions({ ...app, db: other }, [id], 'Home'),
		...[app.db, other].map((db) =>
			db.transaction('rw', db.sessions, () =>
				changeInside(db, id, ({ counters }) => ({
					counters: { ...counters, compactions: counters.compactions + 1 }
				}))
			)
		)
	]).flat();
	await Promise.all(changes);
	expect(stale).toMatchObject({ rev: 0, folder: null });
	const now = await app.db.sessions.get(id);
	expect(now).toMatchObject({ rev: changes.length, title: 'Title 19', folder: 'Home' });
	expect(now?.counters.compactions).toBe(40);
	other.close();
});

/** Writes a field of the preset for the session alone, as its page does. */
function writes(id: string, path: string, value: unknown) {
	const field = fieldsOf(recommended).find((one) => one.path === path);
	if (!field) throw new Error(path);
	return changeOverrides(app, id, (own) => overriding(recommended, own, { field, value }));
}
const overridesOf = async (id: string) => (await app.db.sessions.get(id))?.policy.overrides;

test('two fields of one part of a preset that are changed before the first is read back are both kept', async () => {
	const [id = ''] = ids;
	const { keep } = recommended;
	await Promise.all([writes(id, 'keep.messages', 4), writes(id, 'keep.share', 0.2)]);
	expect(await overridesOf(id)).toEqual({ keep: { ...keep, messages: 4, share: 0.2 } });
	await writes(id, 'keep.messages', Reflect.get(keep, 'messages'));
	await writes(id, 'keep.share', Reflect.get(keep, 'share'));
	expect(await overridesOf(id)).toEqual({});
});

test('what does not go with what was changed a moment before is told and changes nothing, also on the way back', async () => {
	const [id = ''] = ids;
	const early = [writes(id, 'target', 0.3), writes(id, 'threshold.apply', 0.5)];
	expect((await Promise.all(early)).map(({ status }) => status)).toEqual(['done', 'invalid']);
	expect(await overridesOf(id)).toEqual({ target: 0.3 });
	await writes(id, 'threshold.draft', 0.4);
	await writes(id, 'threshold.apply', 0.5);
	const back = (name: string) =>
		changeOverrides(app, id, (own) => backToPreset(recommended, own, name));
	expect(await back('target')).toMatchObject({ status: 'invalid' });
	const both = await Promise.all([back('threshold'), back('target')]);
	expect(both.map(({ status }) => status)).toEqual(['done', 'done']);
	expect(await overridesOf(id)).toEqual({});
});
