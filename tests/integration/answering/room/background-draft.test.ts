/** A draft that is prepared before it is needed. */
import { describe, expect, it } from 'vitest';
import { newSession } from '#flows/sessions/new-session.ts';
import { sendWords } from '../../../support/apps/an-app.ts';
import { say } from '../../../support/scripted/scripted-model.ts';
import { app, sized, withRoom } from '../../../support/apps/room.ts';

withRoom();

describe('a background draft', () => {
	it('is prepared at the soft threshold only when the user said yes', async () => {
		let soft = 0;
		app.jobs.compact = (ask) => {
			if (ask.trigger === 'soft') soft++;
			return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		};
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(sized('One', 8200), say('Two'), sized('Three', 8200), say('Four'));
		await sendWords(app, session, 'First');
		await sendWords(app, session, 'Second');
		expect(soft).toBe(0);
		await app.db.settings.put({ key: 'backgroundDrafts', value: 'yes' });
		await sendWords(app, session, 'Third');
		await sendWords(app, session, 'Fourth');
		await expect.poll(() => soft).toBeGreaterThan(0);
	});
});
