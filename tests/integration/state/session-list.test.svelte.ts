import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { SessionList, type SessionEntry } from '#state/session-list.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { anApp } from '../../support/apps/an-app.ts';
import { eventually } from '../../support/eventually.ts';

it('whatever the list shows of a session, it shows as it is stored now', async () => {
	const app = await anApp();
	await app.db.sessions.put(aSession({ id: 's1' }));
	const list = new SessionList(app.db);
	let seen: SessionEntry | undefined;
	const stop = $effect.root(() => {
		$effect(() => {
			seen = list.entries?.find(({ id }) => id === 's1');
		});
	});
	const changes = [
		{ title: 'Beds' },
		{ kind: 'guest' },
		{ offRecord: true },
		{ pinned: true },
		{ folder: 'Garden' },
		{ activeAt: 7 }
	] as const satisfies readonly Partial<SessionEntry>[];
	for (const change of changes) {
		await app.db.sessions.update('s1', change);
		await eventually(() => {
			flushSync();
			expect(seen).toMatchObject(change);
		});
	}
	stop();
	await app.close();
});
