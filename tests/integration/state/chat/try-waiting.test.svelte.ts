import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { removeMark } from '#db/log/append.ts';
import { answerTurn } from '#flows/answer/answer-turn.ts';
import { sendWhenOnline } from '#flows/answer/send-when-online.ts';
import { sessionLock } from '#flows/ports/lock-names.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { tryWaiting } from '#state/chat/try-waiting.ts';
import { anotherTab, logOf, sendWords, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { eventually } from '../../../support/eventually.ts';
import { never, unseen } from '../../../support/never.ts';
import { break_, say } from '../../../support/scripted/scripted-model.ts';

/** A message that waits where the browser never says that there is a network again. */

const away = { kind: 'unreachable', host: 'here.example' } as const;
/** Before the second try, ms. */
const short = 5;
let app: TestApp;
let stop: AbortController;
const session = () => newSession(app, { kind: 'main', offRecord: false });

withApp((own) => (app = own));
beforeEach(() => {
	stop = new AbortController();
	app.models = { status: 'failed', failure: away };
});
afterEach(() => {
	stop.abort();
	vi.restoreAllMocks();
});

/** A message that could not be sent and that somebody wishes to go out by itself. */
async function waiting() {
	const begun = session();
	app.model.next(break_(away));
	const { turnId } = await sendWords(app, begun, 'Are you there?');
	const place = { sessionId: begun.id, turnId: turnId ?? '' };
	await sendWhenOnline(app, place);
	return place;
}

type Place = Awaited<ReturnType<typeof waiting>>;
const trying = (tab: TestApp, place: Place) =>
	tryWaiting(
		tab,
		{
			...place,
			send: async () => {
				await answerTurn(tab, { ...place, isReached: true }, unseen, never);
			}
		},
		stop.signal,
		short
	);
const answers = async ({ sessionId }: Place) => (await logOf(app, sessionId))[0]?.steps.length;

it('does not go out where its wait is over by then, whatever else was decided about it', async () => {
	const place = await waiting();
	await setMark(app, { ...place, kind: 'pinned', on: true });
	vi.spyOn(app.telephone, 'models').mockImplementation(async () => {
		await removeMark(app.db, { ...place, kind: 'waiting' });
		return { status: 'listed', models: [] };
	});
	const send = vi.fn(() => Promise.resolve());
	await tryWaiting(app, { ...place, send }, stop.signal, short);
	expect(send).not.toHaveBeenCalled();
});

it('goes out when the endpoint is there, and until then nothing is sent but the question whether it is', async () => {
	const place = await waiting();
	const asked = vi.spyOn(app.telephone, 'models');
	void trying(app, place);
	await eventually(() => expect(asked.mock.calls.length).toBeGreaterThan(3));
	// By hand.
	expect(app.model.bodies).toHaveLength(1);
	app.model.next(say('Here I am'));
	app.models = { status: 'listed', models: [] };
	await eventually(async () => expect(await answers(place)).toBe(1));
	expect(app.model.bodies).toHaveLength(2);
});

it('goes out where the endpoint is there, though the browser says that there is no network', async () => {
	app.isOnline = false;
	const begun = session();
	const outcome = await sendWords(app, begun, 'Are you there?');
	expect(outcome).toMatchObject({ status: 'waiting', failure: { kind: 'offline' } });
	const place = { sessionId: begun.id, turnId: outcome.turnId ?? '' };
	await sendWhenOnline(app, place);
	app.model.next(say('Here I am'));
	app.models = { status: 'listed', models: [] };
	await trying(app, place);
	expect(await answers(place)).toBe(1);
});

it.each([
	{ kind: 'not-an-api', host: 'here.example' },
	{ kind: 'rejected', status: 404, detail: '' },
	{ kind: 'key-locked' }
] as const)('goes out where the endpoint lists no models, and answers: $kind', async (failure) => {
	const place = await waiting();
	app.models = { status: 'failed', failure };
	app.model.next(say('Here I am'));
	await trying(app, place);
	expect(await answers(place)).toBe(1);
});

it.each([{ kind: 'key-locked' }, { kind: 'no-key' }] as const)(
	'waits on where there is no network and nobody was asked: $kind',
	async (failure) => {
		const place = await waiting();
		app.isOnline = false;
		app.models = { status: 'failed', failure };
		const asked = vi.spyOn(app.telephone, 'models');
		const tried = trying(app, place);
		await eventually(() => expect(asked.mock.calls.length).toBeGreaterThan(2));
		expect(app.model.bodies).toHaveLength(1);
		app.isOnline = true;
		app.model.next(say('Here I am'));
		await tried;
		expect(await answers(place)).toBe(1);
	}
);

it('waits on where the endpoint was changed while it was asked: the new one has not answered', async () => {
	const place = await waiting();
	app.models = { status: 'failed', failure: { kind: 'changed-meanwhile', why: 'endpoint' } };
	const asked = vi.spyOn(app.telephone, 'models');
	const tried = trying(app, place);
	await eventually(() => expect(asked.mock.calls.length).toBeGreaterThan(2));
	expect(app.model.bodies).toHaveLength(1);
	app.models = { status: 'listed', models: [] };
	app.model.next(say('Here I am'));
	await tried;
	expect(await answers(place)).toBe(1);
});

it('waits on while something else is written in its session, in whatever tab', async () => {
	const place = await waiting();
	let end = unseen;
	const written = new Promise<void>((resolve) => (end = resolve));
	void app.locks.hold(sessionLock(place.sessionId), () => written);
	app.models = { status: 'listed', models: [] };
	const asked = vi.spyOn(app.telephone, 'models');
	void trying(app, place);
	await eventually(() => expect(asked.mock.calls.length).toBeGreaterThan(3));
	expect(app.model.bodies).toHaveLength(1);
	app.model.next(say('Here I am'));
	end();
	await eventually(async () => expect(await answers(place)).toBe(1));
});

it('is answered once where it stands in two tabs', async () => {
	const place = await waiting();
	app.models = { status: 'listed', models: [] };
	const tab = anotherTab(app);
	tab.models = app.models;
	app.model.next(say('Here I am'));
	await Promise.all([trying(app, place), trying(tab, place)]);
	expect(await answers(place)).toBe(1);
	expect(app.model.bodies).toHaveLength(2);
});

it('is left to the person where the endpoint answers and the message is not answered: it may have been paid for', async () => {
	const place = await waiting();
	app.models = { status: 'listed', models: [] };
	app.model.next(break_(away));
	await trying(app, place);
	expect(app.model.bodies).toHaveLength(2);
});

it('is not even asked about while nobody sees the page, and at once when somebody does', async () => {
	const place = await waiting();
	const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
	const asked = vi.spyOn(app.telephone, 'models');
	const listening = vi.spyOn(document, 'addEventListener');
	const tried = trying(app, place);
	await eventually(() => {
		expect(listening).toHaveBeenCalledWith('visibilitychange', expect.anything());
	});
	expect(asked).not.toHaveBeenCalled();
	app.models = { status: 'listed', models: [] };
	app.model.next(say('Here I am'));
	hidden.mockReturnValue(false);
	document.dispatchEvent(new Event('visibilitychange'));
	await tried;
	expect(await answers(place)).toBe(1);
});

it('is not sent where the wish is gone, and the trying ends with the screen', async () => {
	const place = await waiting();
	const asked = vi.spyOn(app.telephone, 'models');
	const tried = trying(app, place);
	await eventually(() => expect(asked).toHaveBeenCalled());
	await app.db.marks.clear();
	app.models = { status: 'listed', models: [] };
	await tried;
	expect(app.model.bodies).toHaveLength(1);
	app.models = { status: 'failed', failure: away };
	const again = trying(app, await waiting());
	stop.abort();
	await again;
	expect(app.model.bodies).toHaveLength(2);
});
