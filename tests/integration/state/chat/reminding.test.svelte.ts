import { beforeEach, expect, it } from 'vitest';
import type { RoomLimit } from '#core/session/session.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { Reminding } from '#state/chat/reminding.svelte.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { eventually } from '../../../support/eventually.ts';

let app: TestApp;
withApp((own) => (app = own));
beforeEach(async () => {
	await app.db.sessions.add(aSession());
});

const at = (limit: RoomLimit | null) => ({ reached: limit, held: limit });
const stored = async () => (await sessionOf(app.db, 's1'))!;
const storedAs = (limit: RoomLimit | null) =>
	eventually(async () => expect((await stored()).reminded).toBe(limit));

it('is said once, stays until it is put away, and is not said again by an app that is opened anew', async () => {
	const first = new Reminding(app);
	const before = await stored();
	first.look(at('threshold'), before);
	expect(first.said).toBe('threshold');
	await storedAs('threshold');
	first.dismiss();
	// What is watched may come a moment later than what was written.
	first.look(at('threshold'), before);
	first.look(at('threshold'), await stored());
	expect(first.said).toBeNull();

	const anew = new Reminding(app);
	anew.look(at('threshold'), await stored());
	expect(anew.said).toBeNull();
	anew.look(at('emergency'), await stored());
	expect(anew.said).toBe('emergency');
});

it('goes by itself when a summary has made room, and comes with the next crossing', async () => {
	const reminding = new Reminding(app);
	reminding.look(at('threshold'), await stored());
	await storedAs('threshold');
	reminding.look(at(null), await stored());
	expect(reminding.said).toBeNull();
	await storedAs(null);
	reminding.look(at('threshold'), await stored());
	expect(reminding.said).toBe('threshold');
});
