/** The answerer on this device searches what it is given, however long that is: nothing is refused as too long. */
import { describe, expect, it } from 'vitest';
import { onDevice } from '#core/models/model-card.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { sendWords } from '../../../support/apps/an-app.ts';
import { text } from '../../../support/builders/a-turn.ts';
import { never, unseen } from '../../../support/never.ts';
import { say } from '../../../support/scripted/scripted-model.ts';
import { app, long, withRoom } from '../../../support/apps/room.ts';

withRoom();

const file = {
	type: 'document',
	title: 'minutes.txt',
	source: { type: 'text', media_type: 'text/plain', data: `${long} `.repeat(20) }
} as const;

describe('a text file beyond the window of this device', () => {
	it.each([true, false])(
		'is answered from all the same, and so is what follows it; summaries by themselves: %s',
		async (automatic) => {
			await app.db.settings.bulkPut([
				{ key: 'model', value: onDevice },
				{ key: 'automaticCompaction', value: automatic }
			]);
			app.jobs.compact = () => Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
			const session = newSession(app, { kind: 'main', offRecord: false });
			app.here.next(say('Found'), say('Found again'));
			const blocks = [file, text('What is the launch code?')];
			const asked = await sendMessage(app, { session, blocks }, unseen, never);
			expect(asked.status).toBe('answered');
			expect(JSON.stringify(app.here.bodies[0])).toContain('minutes.txt');
			expect(await sendWords(app, session, 'And the other one?')).toMatchObject({
				status: 'answered'
			});
		}
	);

	it('is answered from where no summary can be made', async () => {
		await app.db.settings.put({ key: 'model', value: onDevice });
		app.jobs.compact = () =>
			Promise.resolve({ status: 'failed', failure: { kind: 'crashed', detail: 'in vain' } });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.here.next(say('Noted'), say('Found'));
		const told = await sendWords(app, session, `${long} `.repeat(20));
		expect(told).toMatchObject({ status: 'answered' });
		expect(await sendWords(app, session, 'What was it?')).toMatchObject({ status: 'answered' });
	});
});
