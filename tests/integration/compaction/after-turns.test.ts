import { beforeEach, expect, it } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { builtInPresets } from '#core/presets/built-in.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { answerTurn } from '#flows/answer/answer-turn.ts';
import { discardSummary } from '#flows/compaction/discard-draft.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { sendWords, type TestApp, requestKinds } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { compacting } from '../../support/apps/compacting.ts';
import { aCard } from '../../support/builders/a-prompt.ts';
import { drafted, gardenTurns, prepare } from '../../support/apps/compactable.ts';
import { never, unseen } from '../../support/never.ts';
import { say } from '../../support/scripted/scripted-model.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { storeSession } from '../../support/builders/stored-session.ts';

/** A preset of one's own that counts turns: the whole way, in a window that is far from full. */

const card = aCard({ window: 200_000, maxOutput: 8000 });
const narrative = builtInPresets.find(({ id }) => id === 'two-phase');
const own = {
	...narrative,
	id: 'own-turns',
	name: 'Every six turns',
	threshold: { kind: 'window-minus', reserve: 20_000 },
	keep: { kind: 'messages', messages: 4 },
	memory: 'none',
	afterTurns: 6
};

let app: TestApp;
let session: Session;

withApp((one) => (app = compacting(one)), {
	models: { [card.id]: card },
	preset: own.id,
	customPresets: { [own.id]: own },
	reviewSummaries: 'auto'
});
beforeEach(async () => {
	session = aSession();
	await storeSession(app.db, session, gardenTurns(5));
});

const send = (words: string) => sendWords(app, session, words);
const kinds = () => requestKinds(app, session);
const turns = async () => (await previewPrompt(app, { session, unsent: [] })).weight.turns;
const summary = say('They planned beds, and the soil is wet.');

it('summarises before the turn after the last allowed one, and counts anew from there', async () => {
	expect(await turns()).toEqual({ said: 5, limit: 6 });
	app.model.next(say('Six.'));
	await send('The sixth.');
	expect(await kinds()).toEqual(['chat']);
	expect(await turns()).toEqual({ said: 6, limit: 6 });

	app.model.next(summary, say('Seven.'));
	expect((await send('The seventh.')).status).toBe('answered');
	expect(await kinds()).toEqual(['chat', 'summary', 'chat']);
	const [made] = await summariesOf(app.db, session.id);
	// Four messages stay, whole turns of them: two that were answered, and the question.
	expect(made).toMatchObject({ status: 'active', through: { seq: 3 } });
	expect(await turns()).toEqual({ said: 0, limit: 6 });

	for (let at = 0; at < 6; at++) {
		app.model.next(say(`Again ${String(at)}.`));
		await send(`More ${String(at)}.`);
	}
	expect((await summariesOf(app.db, session.id)).length).toBe(1);
	expect(await turns()).toEqual({ said: 6, limit: 6 });
});

it('with automatic compaction off turns are shown and call for nothing', async () => {
	await app.db.settings.put({ key: 'automaticCompaction', value: false });
	for (let at = 0; at < 3; at++) {
		app.model.next(say('Yes.'));
		await send(`More ${String(at)}.`);
	}
	expect(await kinds()).toEqual(['chat', 'chat', 'chat']);
	expect(await turns()).toEqual({ said: 8, limit: 6 });
});

/** Count turns with another preset than the one above. */
const having = (over: Record<string, unknown>) =>
	app.db.settings.put({ key: 'customPresets', value: { [own.id]: { ...own, ...over } } });
const builtIn = (name: string) => builtInPresets.find(({ id }) => id === name);
const happened = async () => (await app.db.activity.toArray()).map(({ kind }) => kind);

it('asks what to keep before the summary, where the preset has such a turn, however small the prompt', async () => {
	const { id, name, keep } = own;
	await having({ ...builtIn('spec-008'), id, name, keep, guard: { kind: 'gain' }, afterTurns: 4 });
	app.model.next(say('[SILENT]'), summary, say('Six.'));
	expect((await send('The sixth.')).status).toBe('answered');
	expect((await kinds())[0]).toBe('flush');
});

it('lets a message go as it is where the user wants no summary, and counts anew from the one thrown away', async () => {
	await app.db.settings.put({ key: 'reviewSummaries', value: 'ask' });
	await having({ afterTurns: 4 });
	app.model.next(summary);
	const waits = await send('The sixth.');
	expect(waits).toMatchObject({ status: 'needs-review', oldest: 0, fits: true });
	if (waits.status !== 'needs-review') return;
	app.model.next(say('Six.'));
	const place = { sessionId: session.id, turnId: waits.turnId };
	const sent = await answerTurn(app, { ...place, dropOldest: 0 }, unseen, never);
	expect(sent.status).toBe('answered');
	await discardSummary(app, waits.summaryId ?? '');
	expect(await turns()).toEqual({ said: 0, limit: 4 });
	app.model.next(say('Seven.'));
	expect((await send('The seventh.')).status).toBe('answered');
	expect(await kinds()).toEqual(['summary', 'chat', 'chat']);
});

it('is tried once in as many turns where nothing can be summarised, not before each message', async () => {
	await having({ keep: { kind: 'messages', messages: 400 }, afterTurns: 4 });
	for (let at = 0; at < 4; at++) {
		app.model.next(say('Yes.'));
		expect((await send(`More ${String(at)}.`)).status).toBe('answered');
	}
	expect(await kinds()).toEqual(['chat', 'chat', 'chat', 'chat']);
	expect(await happened()).toEqual(['no-op']);
});

it('is paid for once in as many turns where the summary fails', async () => {
	const { id, name, keep } = own;
	await having({ ...builtIn('rounds'), id, name, keep, guard: { kind: 'gain' }, afterTurns: 4 });
	const failed = say('No.');
	const asked = async (words: string) => {
		const before = app.model.bodies.length;
		app.model.next(...Array.from({ length: 4 }, () => failed));
		expect((await send(words)).status).toBe('answered');
		return app.model.bodies.length - before;
	};
	expect(await asked('The sixth.')).toBeGreaterThan(1);
	expect(await happened()).toEqual(['failure']);
	for (const words of ['Seven.', 'Eight.', 'Nine.']) expect(await asked(words)).toBe(1);
});

it('counts on where the clock ran ahead when a summary was made, came to nothing or was thrown away', async () => {
	const ahead = 3 * 86_400_000;
	const sayTwice = async () => {
		for (const words of ['Once.', 'Twice.']) {
			app.model.next(say('Yes.'));
			await send(words);
		}
		return turns();
	};
	app.clock.at += ahead;
	await having({ afterTurns: 4 });
	app.model.next(summary, say('Six.'));
	await send('The sixth.');
	app.clock.at -= ahead;
	expect((await summariesOf(app.db, session.id)).length).toBe(1);
	expect(await sayTwice()).toEqual({ said: 2, limit: 4 });

	app.clock.at += ahead;
	await having({ keep: { kind: 'messages', messages: 400 }, afterTurns: 2 });
	app.model.next(say('Nine.'));
	await send('The ninth.');
	expect(await happened()).toContain('no-op');
	app.clock.at -= ahead;
	await having({ afterTurns: 4 });
	expect(await sayTwice()).toEqual({ said: 2, limit: 4 });

	app.clock.at += ahead;
	app.model.next(summary);
	await having({ keep: { kind: 'messages', messages: 4 } });
	await discardSummary(app, drafted(await prepare(app)).id);
	await having({ afterTurns: 4 });
	app.clock.at -= ahead;
	expect(await sayTwice()).toEqual({ said: 2, limit: 4 });
});
