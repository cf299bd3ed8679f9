import { expect, it } from 'vitest';
import { putUnsent } from '#db/scratch/unsent.ts';
import { editKey } from '#db/scratch/unsent-edits.ts';
import { deleteTurn } from '#flows/sessions/delete-turn.ts';
import { resetSession } from '#flows/sessions/reset-session.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { never } from '../../support/never.ts';
import { withResets } from '../../support/apps/with-resets.ts';

/** A session that is archived while its user is in another: what would go out from it, or is written in it, is not lost. */

let app: TestApp;
const { sessions, extractions } = withResets((own) => (app = own));

const write = (place: string, text: string) =>
	putUnsent(app.scratch, { sessionId: place, text, at: app.clock.now() });

/** What stands in the composer of the session that followed. */
async function wordsBehind() {
	const outcome = await resetSession(app, 's1', { by: 'away' }, never);
	if (outcome.status !== 'reset' || !outcome.next) throw new Error('nothing followed');
	return (await app.scratch.unsent.get(outcome.next.id))?.text;
}

it('is not archived while its newest message waits for the network, unless that was deleted', async () => {
	const place = { sessionId: 's1', turnId: 's1-trunk-1' };
	await app.db.marks.put({ ...place, kind: 'waiting', at: app.clock.now() });
	expect(await resetSession(app, 's1', { by: 'away' }, never)).toEqual({ status: 'waiting' });
	expect(extractions.count).toBe(0);
	expect(await app.db.archives.count()).toBe(0);
	expect(await sessions()).toEqual([{ ended: false, continuedFrom: null }]);
	await deleteTurn(app, place);
	expect((await resetSession(app, 's1', { by: 'away' }, never)).status).toBe('reset');
});

it('is reset all the same by whoever has the message before their eyes', async () => {
	const place = { sessionId: 's1', turnId: 's1-trunk-1' };
	await app.db.marks.put({ ...place, kind: 'waiting', at: app.clock.now() });
	expect((await resetSession(app, 's1', { by: 'user' }, never)).status).toBe('reset');
});

it('is followed by one with the other wording of a message that was being written', async () => {
	await write(editKey('s1', 's1-trunk-0'), 'or so');
	await write(editKey('s10', 's10-trunk-0'), 'of another session');
	expect(await wordsBehind()).toBe('or so');
	expect(await app.scratch.unsent.toCollection().primaryKeys()).toContain('s10 s10-trunk-0');
});

it('reset by whoever has the message under the pen leaves the other wording there', async () => {
	await write(editKey('s1', 's1-trunk-0'), 'or so');
	const outcome = await resetSession(app, 's1', { by: 'user' }, never);
	if (outcome.status !== 'reset') throw new Error(outcome.status);
	expect(await app.scratch.unsent.toCollection().primaryKeys()).toEqual(['s1 s1-trunk-0']);
});

it('is followed by one with both where words stand in the composer too', async () => {
	await write(editKey('s1', 's1-trunk-0'), 'or so');
	await write('s1', 'and this');
	expect(await wordsBehind()).toBe('or so\n\nand this');
});

it.each(['extract', 'archive-session'] as const)(
	'is followed by one with what was written meanwhile: %s',
	async (kind) => {
		const job = app.jobs[kind] as (...ask: unknown[]) => Promise<never>;
		app.jobs[kind] = async (...ask: unknown[]) => {
			await write('s1', 'begun meanwhile');
			return job(...ask);
		};
		expect(await wordsBehind()).toBe('begun meanwhile');
	}
);
