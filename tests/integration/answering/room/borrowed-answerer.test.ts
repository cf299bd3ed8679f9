/** One answer by somebody with a smaller window than the session’s own. */
import { describe, expect, it } from 'vitest';
import { onDevice, type ModelCard } from '#core/models/model-card.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { answerTurn } from '#flows/answer/answer-turn.ts';
import { sendWords } from '../../../support/apps/an-app.ts';
import { never, unseen } from '../../../support/never.ts';
import { break_, say } from '../../../support/scripted/scripted-model.ts';
import { app, card, long, withRoom } from '../../../support/apps/room.ts';

withRoom();

describe('an answer by somebody with less room', () => {
	it('leaves the oldest turns out of this one request and summarises nothing (INV-8)', async () => {
		const wide: ModelCard = { ...card, window: 200_000 };
		await app.db.settings.put({ key: 'models', value: { [card.id]: wide } });
		let compactions = 0;
		app.jobs.compact = () => {
			compactions++;
			return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		};
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(...Array.from({ length: 8 }, (_, at) => say(`Answer ${String(at)}`)));
		for (let at = 0; at < 8; at++) await sendWords(app, session, `Turn ${String(at)}. ${long}`);
		app.model.next(break_({ kind: 'offline' }));
		const { turnId } = await sendWords(app, session, 'Newest');
		app.here.next(say('From this device'));
		const ask = { sessionId: session.id, turnId: turnId ?? '', answerer: onDevice };
		expect((await answerTurn(app, ask, unseen, never)).status).toBe('answered');
		const [body] = app.here.bodies;
		const sent = JSON.stringify(body);
		expect(sent).not.toContain('Turn 0.');
		expect(sent).toContain('Turn 7.');
		expect(sent).toContain('Newest');
		expect(compactions).toBe(0);

		app.model.next(say('Back'));
		await sendWords(app, session, 'And again');
		expect(JSON.stringify(app.model.bodies.at(-1))).toContain('Turn 0.');
		expect(compactions).toBe(0);
	});
});
