/** The most that may be spent on a day: what is above it is not sent, and nothing is lost. */
import { beforeEach, expect, test } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { dayMs } from '#core/time/day-ms.ts';
import { onDevice } from '#core/models/model-card.ts';
import { forgettingNow } from '#db/forgetting/tombstones.ts';
import { dropRequests } from '#db/forgetting/requests.ts';
import { keepCosts } from '#db/ledger/dropped-costs.ts';
import { clearTruth } from '#db/copies/dump.ts';
import { costsBetween, dropOldRequests, ledgerOf } from '#db/ledger/ledger.ts';
import { writeSetting } from '#db/settings.ts';
import { retryReply } from '#flows/answer/answer-turn.ts';
import type { CopyPorts } from '#flows/copies/copy-ports.ts';
import { keepSnapshot } from '#flows/copies/keep-snapshot.ts';
import { restoreSnapshot } from '#flows/copies/restore-snapshot.ts';
import { keepHouse } from '#flows/house/keep-house.ts';
import { makeCall, type FiledCall } from '#flows/prompt/filed-call.ts';
import { closeRequest, fileRequest } from '#flows/prompt/keep-ledger.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { pieceByPiece } from '#worker/workshop/packer.ts';
import { logOf, sendWords, type TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { unzipped, wholeBackup } from '../../support/apps/importing.ts';
import { gardenTurns, prepare } from '../../support/apps/compactable.ts';
import { kinds, withTurns } from '../../support/apps/garden-now.ts';
import { whileFull } from '../../support/breaking/while-full.ts';
import { aVault } from '../../support/builders/a-vault.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';
import { text } from '../../support/builders/a-turn.ts';
import { never, unseen } from '../../support/never.ts';
import { answer, say } from '../../support/scripted/scripted-model.ts';

/** A call of the scripted model reads 1000 tokens and writes 50: half a dollar. */
const card = aCard({ prices: { input: 450, output: 1000, cacheRead: 0, cacheWrite: 0 } });

let app: TestApp;
let session: Session;

withApp((own) => (app = own), { models: { [card.id]: card }, dayLimit: 1 });
beforeEach(() => {
	session = newSession(app, { kind: 'main', offRecord: false });
});

const send = (words: string) => sendWords(app, session, words);

/** Two calls that come to a dollar. */
async function spendAll(): Promise<void> {
	app.model.next(say('One'), say('Two'));
	for (const words of ['First', 'Second'])
		expect(await send(words)).toMatchObject({ status: 'answered' });
}

const reached = { kind: 'day-limit', spent: 1, limit: 1 };

test('a message that meets the limit is stored, says why, and sends nothing', async () => {
	await spendAll();
	expect(await send('Third')).toMatchObject({ status: 'failed', failure: reached });
	expect(app.model.bodies).toHaveLength(2);
	const filed = await ledgerOf(app.db, session.id);
	expect(filed.filter(({ kind }) => kind === 'chat')).toHaveLength(2);
	const [third] = (await logOf(app, session.id)).slice(-1);
	expect(third?.turn.asked).toContainEqual(text('Third'));
	expect(third?.steps).toMatchObject([{ state: 'failed', failure: reached, content: [] }]);
});

test('Retry goes through once the limit is raised or taken away', async () => {
	await spendAll();
	await send('Third');
	const turnId = (await logOf(app, session.id)).at(-1)?.turn.turnId ?? '';
	const retry = () => retryReply(app, { sessionId: session.id, turnId }, unseen, never);
	expect(await retry()).toMatchObject({ status: 'failed', failure: reached });
	app.model.next(say('Three'), say('Four'));
	await writeSetting(app.db, 'dayLimit', 1.5);
	expect(await retry()).toMatchObject({ status: 'answered' });
	expect(await send('Fourth')).toMatchObject({ status: 'failed', failure: { spent: 1.5 } });
	await writeSetting(app.db, 'dayLimit', null);
	expect(await send('Fifth')).toMatchObject({ status: 'answered' });
});

test('what was spent while the clock was far ahead holds up no day but its own', async () => {
	const right = app.clock.at;
	app.clock.at += 400 * dayMs;
	await spendAll();
	expect(await send('Third')).toMatchObject({ status: 'failed', failure: reached });
	await dropRequests(app.db, session.id, app.clock.now());
	expect(await send('Third')).toMatchObject({ status: 'failed', failure: reached });
	app.clock.at = right;
	await spendAll();
	expect(await send('Third')).toMatchObject({ status: 'failed', failure: reached });
});

test('the day ends at midnight where the user is', async () => {
	// Two calls before midnight in Berlin, 23:00 in UTC.
	app.clock.at = Date.UTC(2026, 10, 20, 22, 59);
	await spendAll();
	expect(await send('Third')).toMatchObject({ status: 'failed', failure: reached });
	app.clock.at = Date.UTC(2026, 10, 20, 23, 0);
	app.model.next(say('Good morning'));
	expect(await send('Fourth')).toMatchObject({ status: 'answered' });
});

test.each([
	['are not kept', () => keepHouse(app, never)],
	['went with their conversation', () => dropRequests(app.db, session.id, app.clock.now())]
])('what was spent counts until midnight also where the requests %s', async (_, drop) => {
	await spendAll();
	await writeSetting(app.db, 'ledgerDays', 0);
	await drop();
	expect(await ledgerOf(app.db, session.id)).toEqual([]);
	expect(await send('Third')).toMatchObject({ status: 'failed', failure: reached });
	// A second dropping keeps what the first has kept.
	await keepHouse(app, never);
	expect(await send('Fourth')).toMatchObject({ status: 'failed', failure: reached });
	app.clock.at = Date.UTC(2026, 10, 20, 23, 0);
	app.model.next(say('Good morning'));
	expect(await send('Fifth')).toMatchObject({ status: 'answered' });
});

test.each([
	['are not kept', () => dropOldRequests(app.db, app.clock.now() + 1, app.clock.now())],
	['go with their conversation', () => dropRequests(app.db, session.id, app.clock.now())]
])(
	'what was spent counts once where requests that %s cannot be taken off the file',
	async (_, drop) => {
		await spendAll();
		const costs = async () =>
			(await costsBetween(app.db, 0, Infinity)).filter((cost) => cost !== null);
		const before = await costs();
		await expect(whileFull(app.db.ledger.hook('deleting'), drop)).rejects.toThrow();
		expect(await costs()).toEqual(before);
		await drop();
		expect(await costs()).toEqual(before);
	}
);

test('what two tabs take off the file at once is counted for both', async () => {
	const at = app.clock.now();
	await Promise.all([1, 2].map((cost) => keepCosts(app.db, [{ at, cost }], at)));
	expect((await costsBetween(app.db, 0, Infinity)).toSorted()).toEqual([1, 2]);
});

/** Copies of the database, and how it is put back to the first of them. */
async function copied() {
	const ports: CopyPorts = { db: app.db, vault: aVault(), clock: app.clock, pieces: pieceByPiece };
	expect(await keepSnapshot(ports, { reason: 'regular' }, never)).toMatchObject({ status: 'kept' });
	return ports;
}

const goBack = async (ports: CopyPorts) =>
	expect(
		await restoreSnapshot(ports, { generation: 1, safety: true }, never, unseen)
	).toMatchObject({ status: 'restored' });

test.each([
	['are on file', () => Promise.resolve()],
	['are not kept', () => dropOldRequests(app.db, app.clock.now() + 1, app.clock.now())]
])('and where a copy from before the calls is restored whose requests %s', async (_, drop) => {
	await storeSession(app.db, aSession(), someExchanges(1));
	const copy = await copied();
	await spendAll();
	await drop();
	await goBack(copy);
	expect(await ledgerOf(app.db, session.id)).toEqual([]);
	expect(await send('Third')).toMatchObject({ status: 'failed', failure: reached });
});

test('a copy that has some of the calls on file, or what they have cost, counts none of them twice', async () => {
	app.model.next(say('One'));
	expect(await send('First')).toMatchObject({ status: 'answered' });
	await dropOldRequests(app.db, app.clock.now() + 1, app.clock.now());
	app.clock.at += 1000;
	await writeSetting(app.db, 'dayLimit', 2);
	app.model.next(say('Two'), say('Three'), say('Four'));
	expect(await send('Second')).toMatchObject({ status: 'answered' });
	const copy = await copied();
	app.clock.at += 1000;
	expect(await send('Third')).toMatchObject({ status: 'answered' });
	for (let times = 0; times < 2; times++) {
		await goBack(copy);
		const costs = (await costsBetween(app.db, 0, Infinity)).filter((cost) => cost !== null);
		expect(costs).toEqual([0.5, 0.5, 0.5]);
	}
	expect(await send('Fourth')).toMatchObject({ status: 'answered' });
	expect(await send('Fifth')).toMatchObject({ failure: { kind: 'day-limit', spent: 2 } });
});

test('what a copy knows to have been spent today counts where nothing is left but the copy', async () => {
	await spendAll();
	await dropRequests(app.db, session.id, app.clock.now());
	const copy = await copied();
	await clearTruth(app.db);
	await goBack(copy);
	expect(await send('Third')).toMatchObject({ status: 'failed', failure: reached });
});

test('so does a call whose request is taken off the file while it is under way', async () => {
	const filed = await fileRequest(app, {
		kind: 'chat',
		body: { model: card.id, messages: [] },
		sessionId: session.id,
		turnId: null,
		step: null,
		segments: [],
		endpoint: 'https://api.example',
		tokens: 10,
		forgotten: await forgettingNow(app.db)
	});
	if (filed.status === 'failed') throw new Error('It was not filed');
	await dropOldRequests(app.db, app.clock.now() + 1, app.clock.now());
	await closeRequest(app, filed.value.id, { outcome: 'answered', cost: 1 });
	expect(await send('First')).toMatchObject({ status: 'failed', failure: reached });
});

test('when a call was made and what it cost is in no backup, and goes once it counts no more', async () => {
	await spendAll();
	await dropRequests(app.db, session.id, app.clock.now());
	const kept = async () => JSON.stringify(await app.db.settings.toArray());
	expect(await kept()).toContain('"cost":0.5');
	const files = await unzipped((await wholeBackup(app.db)).file);
	const settings = JSON.parse(new TextDecoder().decode(files.get('settings.json'))) as object;
	expect(Object.keys(settings)).toContain('dayLimit');
	expect(JSON.stringify(settings)).not.toContain('"cost":0.5');
	await keepHouse(app, never);
	expect(await kept()).toContain('"cost":0.5');
	app.clock.at += 2 * dayMs;
	await keepHouse(app, never);
	expect(await kept()).not.toContain('"cost":0.5');
});

test('a call whose price is unknown is not counted', async () => {
	await writeSetting(app.db, 'models', { [card.id]: { ...card, prices: null } });
	app.model.next(say('One'), say('Two'), answer([text('Three')], { usage: null }));
	for (const words of ['First', 'Second', 'Third'])
		expect(await send(words)).toMatchObject({ status: 'answered' });
});

test('who answers on this device or in its network is never held', async () => {
	await spendAll();
	app.here.next(say('From here'));
	await writeSetting(app.db, 'model', onDevice);
	expect(await send('Third')).toMatchObject({ status: 'answered' });
	await writeSetting(app.db, 'model', card.id);
	await writeSetting(app.db, 'endpoint', 'http://localhost:11434');
	app.model.next(say('From next door'));
	expect(await send('Fourth')).toMatchObject({ status: 'answered' });
});

test('what goes out is held and filed by where it goes, whatever its model is called', async () => {
	await writeSetting(app.db, 'dayLimit', 0);
	const call: FiledCall = {
		kind: 'summary',
		body: { model: onDevice, max_tokens: 1, messages: [{ role: 'user', content: [text('Go.')] }] },
		sessionId: session.id,
		turnId: null,
		step: null,
		segments: [],
		endpoint: 'https://api.anthropic.com',
		tokens: 1,
		forgotten: 0,
		card
	};
	const asked = () => makeCall(app, call, { goesOn: () => true }, never);
	expect(await asked()).toMatchObject({ status: 'failed', failure: { kind: 'day-limit' } });
	await writeSetting(app.db, 'dayLimit', null);
	app.model.next(say('One'));
	await asked();
	const [entry] = await ledgerOf(app.db, session.id);
	expect(entry?.host).toBe('api.anthropic.com');
});

test('what is asked before a summary is not asked, and is no try that failed', async () => {
	await writeSetting(app.db, 'preset', 'spec-008');
	await writeSetting(app.db, 'models', { [card.id]: { ...card, window: 60_000, maxOutput: 1000 } });
	await writeSetting(app.db, 'dayLimit', 0);
	await storeSession(
		app.db,
		session,
		gardenTurns(10).map(({ turn, steps }) => ({
			turn: { ...turn, sessionId: session.id, asked: [text('the rain '.repeat(2220))] },
			steps: steps.map((step) => ({ ...step, sessionId: session.id }))
		}))
	);
	for (const words of ['One', 'Two', 'Three'])
		expect(await send(words)).toMatchObject({ status: 'failed', failure: { kind: 'day-limit' } });
	expect(app.model.bodies).toEqual([]);
	await writeSetting(app.db, 'dayLimit', null);
	app.model.next(say('SILENT'), say('Rain again.'));
	await send('Four');
	expect((await ledgerOf(app.db, session.id)).map(({ kind }) => kind)).toContain('flush');
});

test('a summary prepared in the background is refused once, says so, and is not tried again', async () => {
	const [garden, summariser] = await withTurns(app.db, 30);
	await writeSetting(app.db, 'backgroundDrafts', 'yes');
	await writeSetting(app.db, 'dayLimit', 0);
	const failure = { kind: 'day-limit', spent: 0, limit: 0 };
	expect(await prepare(garden, 'soft')).toEqual({ status: 'failed', failure });
	expect(await prepare(garden, 'soft')).toEqual({
		status: 'nothing-to-do',
		reason: 'decided-before'
	});
	expect(summariser.asked).toEqual([]);
	expect(await kinds(app)).toEqual(['failure']);
	expect(await app.db.activity.toArray()).toMatchObject([{ failure }]);
});

test('a summary that is asked for by hand is made by code, and says what kept the model from it', async () => {
	const [garden, summariser] = await withTurns(app.db, 30);
	await writeSetting(app.db, 'dayLimit', 0);
	expect(await prepare(garden, 'manual')).toMatchObject({
		status: 'drafted',
		summary: { model: onDevice, failure: { kind: 'day-limit' } }
	});
	expect(summariser.asked).toEqual([]);
});
