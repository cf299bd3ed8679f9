import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onDevice, unknownCard } from '#core/models/model-card.ts';
import { readSettings, writeSetting } from '#db/settings.ts';
import type { ModelsOutcome } from '#flows/ports/model.ts';
import { sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { talkingIn, wordsOf } from '../../support/apps/talking.ts';
import { say } from '../../support/scripted/scripted-model.ts';

/** A key is set and nobody has said yet whom the endpoint has. */

let app: TestApp;
withApp((own) => (app = own), { model: null });
beforeEach(() => {
	app.model.next(say('from the model'));
	app.here.next(say('from this device'));
});

afterEach(() => {
	vi.useRealTimers();
});

const { begin, send, log } = talkingIn(() => app);

const listed: ModelsOutcome = { status: 'listed', models: [unknownCard('claude-sonnet-5-5')] };

/** An endpoint that lets itself be waited for. */
function silent() {
	const told: ((outcome: ModelsOutcome) => void)[] = [];
	const asked = vi
		.spyOn(app.telephone, 'models')
		.mockImplementation(() => new Promise((resolve) => told.push(resolve)));
	return { asked, answer: () => told.forEach((tell) => tell(listed)) };
}

describe('a message that is sent before the endpoint has said whom it has', () => {
	it('waits for that and goes to the model', async () => {
		const { asked, answer } = silent();
		const session = begin();
		const sent = send('Good morning', session);
		// The words are safe meanwhile.
		await vi.waitFor(async () => expect(await log(session.id)).toHaveLength(1));
		await vi.waitFor(() => expect(asked).toHaveBeenCalled());
		expect(app.here.bodies).toEqual([]);
		answer();
		await sent;
		expect(wordsOf(await log(session.id))).toEqual([['Good morning', 'from the model']]);
		expect(app.model.bodies[0]?.model).toBe('claude-sonnet-5-5');
	});

	it('goes to the model also where it is named while the words are being stored', async () => {
		app.db.turns.hook('creating', (_key, _turn, storing) => {
			storing.on(
				'complete',
				() => void Dexie.ignoreTransaction(() => writeSetting(app.db, 'model', 'claude-sonnet-5-5'))
			);
		});
		const session = begin();
		await send('Good morning', session);
		expect(wordsOf(await log(session.id))).toEqual([['Good morning', 'from the model']]);
	});

	it.each([
		['says it has none', { status: 'listed', models: [] }],
		['cannot be asked', { status: 'failed', failure: { kind: 'offline' } }]
	] as const)('is answered on this device where it %s', async (_, outcome) => {
		app.models = outcome;
		const session = begin();
		await send('Good morning', session);
		expect(wordsOf(await log(session.id))).toEqual([['Good morning', 'from this device']]);
	});

	it('waits no longer than a person does, and what comes later is for the next one', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const { asked, answer } = silent();
		const session = begin();
		const sent = send('Good morning', session);
		await vi.waitFor(() => expect(asked).toHaveBeenCalled());
		await vi.advanceTimersByTimeAsync(10_000);
		vi.useRealTimers();
		await sent;
		expect(wordsOf(await log(session.id))).toEqual([['Good morning', 'from this device']]);
		answer();
		await vi.waitFor(async () =>
			expect((await readSettings(app.db)).model).toBe('claude-sonnet-5-5')
		);
	});

	it('is stopped while it waits', async () => {
		const { asked } = silent();
		const stop = new AbortController();
		const sent = sendWords(app, begin(), 'Good morning', stop.signal);
		await vi.waitFor(() => expect(asked).toHaveBeenCalled());
		stop.abort();
		expect((await sent).status).toBe('stopped');
	});
});

describe('nobody is asked first', () => {
	it.each([
		['no key is set', (): void => void (app.key = { ...app.key, state: 'none' })],
		['there is no network', (): void => void (app.isOnline = false)],
		['this device was chosen', () => writeSetting(app.db, 'model', onDevice)]
	] as const)('where %s', async (_, arrange) => {
		const asked = vi.spyOn(app.telephone, 'models');
		await arrange();
		const session = begin();
		await send('Good morning', session);
		expect(asked).not.toHaveBeenCalled();
		expect(wordsOf(await log(session.id))).toEqual([['Good morning', 'from this device']]);
	});

	it('where this device was chosen for the session', async () => {
		const asked = vi.spyOn(app.telephone, 'models');
		await send('Good morning', { ...begin(), model: onDevice });
		expect(asked).not.toHaveBeenCalled();
	});
});
