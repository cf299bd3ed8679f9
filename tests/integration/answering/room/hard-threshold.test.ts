/** What happens to a message at the hard threshold: it waits, goes out with a summary, or says what takes the room. */
import { describe, expect, it } from 'vitest';
import { builtInPresets, recommended } from '#core/presets/built-in.ts';
import { onDevice, type ModelCard } from '#core/models/model-card.ts';
import { changeSession, sessionOf } from '#db/log/sessions.ts';
import type { LiveReply } from '#flows/answer/reply/live-reply.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { answerTurn } from '#flows/answer/answer-turn.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { useSummary } from '#flows/compaction/use-summary.ts';
import { logOf, sendWords } from '../../../support/apps/an-app.ts';
import { aCompaction } from '../../../support/builders/a-compaction.ts';
import { call, text } from '../../../support/builders/a-turn.ts';
import { never, unseen } from '../../../support/never.ts';
import { answer, say } from '../../../support/scripted/scripted-model.ts';
import {
	app,
	card,
	sized,
	summarising,
	fullSession,
	long,
	withRoom
} from '../../../support/apps/room.ts';

withRoom();

const singleShot = builtInPresets.find(({ id }) => id === 'single-shot');
const nothing = { kind: 'absolute', tokens: 0 } as const;

describe('at the hard threshold', () => {
	it('under ask the message waits for the user, is stored, and no call is made', async () => {
		const session = await fullSession();
		summarising();
		const outcome = await sendWords(app, session, 'Fourth');
		expect(outcome).toMatchObject({ status: 'needs-review', summaryId: 'summary-1' });
		expect(app.model.bodies).toHaveLength(3);
		expect((await logOf(app, session.id)).at(-1)).toMatchObject({ turn: { seq: 3 }, steps: [] });
	});

	it('#80 the message goes out once the draft is used, with the summary in front and no covered turn', async () => {
		const session = await fullSession();
		summarising();
		const outcome = await sendWords(app, session, 'Fourth');
		expect((await useSummary(app, 'summary-1')).status).toBe('used');
		app.model.next(say('Four'));
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		expect((await answerTurn(app, place, unseen, never)).status).toBe('answered');
		const sent = JSON.stringify(app.model.bodies.at(-1)?.messages);
		expect(sent).toContain('They spoke about tea');
		expect(sent).not.toContain('"Second"');
		expect(sent).toContain('"Fourth"');
	});

	it('a draft that lacks what was brought back since is written anew: the one that waits could not be used', async () => {
		const session = await fullSession();
		summarising();
		const outcome = await sendWords(app, session, 'Fourth');
		const [first] = await logOf(app, session.id);
		const plan = { leftOut: [first?.turn.turnId ?? ''] };
		await app.db.compactions.put(aCompaction({ id: 'job', sessionId: session.id, plan }));
		await app.db.summaries.update('summary-1', { compactionId: 'job' });
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		expect(await answerTurn(app, place, unseen, never)).toMatchObject({
			status: 'needs-review',
			summaryId: 'summary-2'
		});
	});

	it('under auto the summary is used and the message goes out at once', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = await fullSession();
		summarising();
		app.model.next(say('Four'));
		expect((await sendWords(app, session, 'Fourth')).status).toBe('answered');
		expect(JSON.stringify(app.model.bodies.at(-1))).toContain('They spoke about tea');
	});

	it('a message goes out where another hand has put a summary to use while it waited to make one', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = await fullSession();
		summarising();
		const { compact } = app.jobs;
		// The one that a closed tab had begun is finished meanwhile, and nothing is left to summarise.
		app.jobs.compact = async (...ask) => {
			const left = await compact!(...ask);
			if (left.status === 'drafted') await useSummary(app, left.summary.id);
			return { status: 'nothing-to-do', reason: 'nothing-new' };
		};
		app.model.next(say('Four'));
		expect((await sendWords(app, session, long.slice(0, 1900))).status).toBe('answered');
		expect(JSON.stringify(app.model.bodies.at(-1))).toContain('They spoke about tea');
	});

	it('a message that the limit of the day holds back is no reason for a summary', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = await fullSession();
		summarising();
		await app.db.settings.put({ key: 'dayLimit', value: 0 });
		expect(await sendWords(app, session, 'Fourth')).toMatchObject({
			status: 'failed',
			failure: { kind: 'day-limit' }
		});
		expect(await app.db.summaries.toArray()).toEqual([]);
		expect(app.model.bodies).toHaveLength(3);
	});

	it.each([
		['nothing', 'inside', []],
		['a file', 'apart from', ['MEMORY.md']]
	])(
		'a message that leaves out %s has its summary written %s the conversation, which holds all of it',
		async (_, place, switchedOff) => {
			const mine = { ...recommended, id: 'mine', reading: 'inside' };
			for (const [key, value] of Object.entries({ customPresets: { mine }, preset: 'mine' }))
				await app.db.settings.put({ key, value });
			const session = await fullSession();
			summarising();
			const { compact } = app.jobs;
			const places: string[] = [];
			app.jobs.compact = (ask, ...rest) => {
				places.push(ask.inside ? 'inside' : 'apart from');
				return compact!(ask, ...rest);
			};
			const blocks = [text('Fourth')];
			const outcome = await sendMessage(app, { session, blocks, switchedOff }, unseen, never);
			expect(outcome.status).toBe('needs-review');
			expect(places).toEqual([place]);
		}
	);

	it('a message tells of the call for its summary that waits to be made again', async () => {
		const session = await fullSession();
		summarising();
		const { compact } = app.jobs;
		const retry = { failure: { kind: 'overloaded' }, until: 5, pause: 3 } as const;
		app.jobs.compact = async (ask, signal, tell = unseen) => {
			tell({ done: 0, of: 1, retry });
			tell({ done: 0, of: 1 });
			return compact!(ask, signal, tell);
		};
		const shown: (LiveReply | null)[] = [];
		const message = { session, blocks: [text('Fourth')] };
		await sendMessage(app, message, (reply) => shown.push(reply), never);
		expect(shown.map((reply) => reply && [reply.state, reply.retry])).toEqual([
			['compacting', null],
			['compacting', retry],
			['compacting', null],
			null
		]);
	});

	it('under notify a draft is used when the limit demands it', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'notify' });
		const session = await fullSession();
		summarising();
		app.model.next(say('Four'));
		expect((await sendWords(app, session, 'Fourth')).status).toBe('answered');
		expect((await sessionOf(app.db, session.id))?.counters.compactions).toBe(1);
	});

	it.each(['auto', 'notify', 'ask'] as const)(
		'while there is no key for the model that was chosen nothing is made small enough for this device (%s)',
		async (review) => {
			for (const [key, value] of Object.entries({
				reviewSummaries: review,
				models: { [card.id]: { ...card, window: 200_000 } }
			}))
				await app.db.settings.put({ key, value });
			summarising();
			const session = newSession(app, { kind: 'main', offRecord: false });
			const { key } = app;
			for (let turn = 0; turn < 12; turn++) {
				app.model.next(sized(`Said ${String(turn)}`, 3000 + turn));
				await sendWords(app, session, `${String(turn)} ${long.slice(0, 2700)}`);
			}
			app.key = { ...key, state: 'none' };
			app.here.next(say('Found.'));
			expect((await sendWords(app, session, 'Where did we walk?')).status).toBe('answered');
			expect(JSON.stringify(app.here.bodies.at(-1))).not.toContain('"0 A long story');
			expect(await app.db.summaries.toArray()).toEqual([]);

			app.key = key;
			app.model.next(say('In Rome.'));
			expect((await sendWords(app, session, 'And then?')).status).toBe('answered');
			expect(JSON.stringify(app.model.bodies.at(-1))).toContain('"0 A long story');
		}
	);

	it('on this device no message waits: it is answered without the oldest turns, and the draft is there', async () => {
		await app.db.settings.put({ key: 'model', value: onDevice });
		const session = newSession(app, { kind: 'main', offRecord: false });
		summarising();
		for (let turn = 0; turn < 12; turn++) {
			app.here.next(
				answer([call(`c${String(turn)}`, 'recall', { query: 'Rome' })], { usage: null }),
				answer([text(`Found in ${long.slice(0, 900)}`)], { usage: null })
			);
			expect(await sendWords(app, session, `${String(turn)} ${long.slice(0, 900)}`)).toMatchObject({
				status: 'answered'
			});
		}
		expect(await app.db.summaries.toArray()).toMatchObject([{ status: 'draft' }]);
		expect(JSON.stringify(app.here.bodies.at(-1))).not.toContain('"0 A long story');
	});

	it('the user may send without the oldest turns, as many as were named', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(sized('One', 2000), sized('Two', 3600), sized('Three', 5400));
		for (const words of ['First', 'Second', 'Third'])
			await sendWords(app, session, `${words}. ${long}`);
		await app.db.settings.put({
			key: 'models',
			value: { [card.id]: { ...card, window: 6300 } }
		});
		const outcome = await sendWords(app, session, 'Fourth');
		expect(outcome.status).toBe('needs-review');
		if (outcome.status !== 'needs-review') return;
		expect(outcome.oldest).toBeGreaterThan(0);
		expect(outcome.oldest).toBeLessThan(4);
		app.model.next(say('Four'));
		const place = { sessionId: session.id, turnId: outcome.turnId, dropOldest: outcome.oldest };
		expect((await answerTurn(app, place, unseen, never)).status).toBe('answered');
		const sent = JSON.stringify(app.model.bodies.at(-1));
		expect(sent).not.toContain('First.');
		expect(sent).toContain('Fourth');
	});

	it('the message goes out as it is when nothing can be summarised and the window has room', async () => {
		const session = await fullSession();
		app.model.next(say('Four'));
		expect((await sendWords(app, session, 'Fourth')).status).toBe('answered');
	});

	it.each([
		['with automatic compaction off', { automaticCompaction: false }],
		[
			'#58 with a threshold of 0',
			{
				preset: 'never',
				customPresets: { never: { ...singleShot, id: 'never', threshold: nothing } }
			}
		]
	] as const)('#58 %s nothing happens below what is usable', async (_, settings) => {
		for (const [key, value] of Object.entries(settings)) await app.db.settings.put({ key, value });
		const session = await fullSession();
		let asked = 0;
		app.jobs.compact = () => {
			asked++;
			return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		};
		app.model.next(sized('Four', 10_990));
		expect((await sendWords(app, session, 'Fourth')).status).toBe('answered');
		expect(await sendWords(app, session, 'Fifth')).toMatchObject({
			status: 'needs-review',
			summaryId: null
		});
		expect(asked).toBe(0);
	});

	it('says what takes the room when the fixed parts alone do not fit, and calls nobody (INV-1)', async () => {
		await app.db.settings.put({
			key: 'models',
			value: { [card.id]: { ...card, window: 2000 } }
		});
		let compactions = 0;
		app.jobs.compact = () => {
			compactions++;
			return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		};
		const session = newSession(app, { kind: 'main', offRecord: false });
		const outcome = await sendWords(app, session, 'Hi');
		expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'does-not-fit' } });
		expect(app.model.bodies).toHaveLength(0);
		expect(compactions).toBe(0);
		expect(await logOf(app, session.id)).toHaveLength(1);
	});
});

describe('where nothing makes room', () => {
	const tight: ModelCard = { ...card, window: 5000 };

	it('each part that is named can be left out, and the message goes out (INV-1)', async () => {
		await app.db.settings.put({ key: 'models', value: { [card.id]: tight } });
		await saveMemoryFile(app, {
			path: 'MEMORY.md',
			text: `- ${long.repeat(3)}\n`,
			expectedRev: null
		});
		const session = newSession(app, { kind: 'main', offRecord: false });
		const outcome = await sendWords(app, session, 'Hi');
		expect(outcome).toMatchObject({ status: 'failed', failure: { kind: 'does-not-fit' } });
		if (outcome.status !== 'failed' || outcome.failure.kind !== 'does-not-fit') return;
		const { tokens, usable, largest } = outcome.failure;
		expect(tokens).toBeGreaterThanOrEqual(usable);
		const off: string[] = [];
		let left = tokens;
		for (const { source, tokens: size } of largest) {
			if (left < usable || source === 'New message') continue;
			off.push(source);
			left -= size;
		}
		expect(off.length).toBeGreaterThan(0);
		await changeSession(app.db, session.id, () => ({ switchedOff: off }));
		app.model.next(say('Now'));
		const place = { sessionId: session.id, turnId: outcome.turnId ?? '' };
		expect((await answerTurn(app, place, unseen, never)).status).toBe('answered');
	});

	it('after a summary was tried in vain the parts are named, instead of the same offer again', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = await fullSession();
		let tried = 0;
		app.jobs.compact = () => {
			tried++;
			return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		};
		app.model.next(sized('Four', 10_990));
		expect((await sendWords(app, session, 'Fourth')).status).toBe('answered');
		const outcome = await sendWords(app, session, 'Fifth');
		expect(tried).toBe(2);
		expect(outcome).toMatchObject({
			status: 'failed',
			failure: { kind: 'does-not-fit', usable: 11_000 }
		});
		expect(app.model.bodies).toHaveLength(4);
	});
});
