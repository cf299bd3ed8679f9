/** The endpoint says that a prompt was too long. */
import { describe, expect, it } from 'vitest';
import { sessionOf } from '#db/log/sessions.ts';
import { readSettings } from '#db/settings.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { logOf, sendWords } from '../../../support/apps/an-app.ts';
import { call, text, thought } from '../../../support/builders/a-turn.ts';
import { answer, break_, say, someUsage } from '../../../support/scripted/scripted-model.ts';
import { app, card, sized, summarising, long, withRoom } from '../../../support/apps/room.ts';

withRoom();

describe('an overflow answer', () => {
	const overflow = { kind: 'overflow', tokens: 13_000, window: 12_000 } as const;

	it('leads to one forced compaction and the message goes out again', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), break_(overflow), say('Two'));
		summarising();
		await sendWords(app, session, 'First');
		expect((await sendWords(app, session, 'Second')).status).toBe('answered');
		expect(JSON.stringify(app.model.bodies[2])).toContain('They spoke about tea');
		expect((await logOf(app, session.id))[1]?.steps).toHaveLength(1);
	});

	it('INV-19 is compacted although our own weight finds room: the decision travels as data', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), break_(overflow), say('Two'));
		summarising();
		const compact = app.jobs.compact;
		const asked: string[] = [];
		app.jobs.compact = (ask, ...rest) => {
			asked.push(`${ask.trigger} ${String((ask.facts?.floor ?? 0) > 0)}`);
			if (!compact) throw new Error('nobody summarises');
			return compact(ask, ...rest);
		};
		await sendWords(app, session, 'First');
		expect((await sendWords(app, session, 'Second')).status).toBe('answered');
		expect(asked).toEqual(['overflow true']);
	});

	it('INV-19 is not summarised inside the conversation: what was too long is not sent once more, longer', async () => {
		await app.db.settings.put({ key: 'preset', value: 'single-shot' });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), break_(overflow));
		const asked: unknown[] = [];
		app.jobs.compact = ({ trigger, inside }) => {
			asked.push([trigger, inside]);
			return Promise.resolve({ status: 'failed', failure: { kind: 'offline' } });
		};
		await sendWords(app, session, 'First');
		await sendWords(app, session, 'Second');
		expect(asked).toEqual([['overflow', undefined]]);
	});

	it('INV-11 teaches how much the model takes: the next prompt is measured against it, and not refused again', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		await app.db.settings.put({ key: 'models', value: { [card.id]: { ...card, window: 90_000 } } });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), break_(overflow), say('Two'));
		summarising();
		await sendWords(app, session, 'First');
		await sendWords(app, session, 'Second');
		const learnt = (await readSettings(app.db)).models[card.id];
		expect(learnt).toEqual({ ...card, window: 12_000 });
		const next = newSession(app, { kind: 'main', offRecord: false });
		const { weight } = await previewPrompt(app, { session: next, unsent: [text('Third')] });
		expect(weight).toMatchObject({ window: 12_000, usable: 11_000 });
	});

	it('changes no window that the user wrote, and none where it says more than was thought', async () => {
		const wrote = { ...card, window: 90_000, windowBy: 'user' } as const;
		for (const known of [wrote, { ...card, window: 8000 }]) {
			await app.db.settings.put({ key: 'models', value: { [card.id]: known } });
			const session = newSession(app, { kind: 'main', offRecord: false });
			app.model.next(break_(overflow));
			await sendWords(app, session, 'First');
			expect((await readSettings(app.db)).models[card.id]).toEqual(known);
		}
	});

	it('INV-9 a body that is too large is met the same way', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), break_({ kind: 'too-large' }), say('Two'));
		summarising();
		await sendWords(app, session, 'First');
		expect((await sendWords(app, session, 'Second')).status).toBe('answered');
		expect(JSON.stringify(app.model.bodies[2])).toContain('They spoke about tea');
	});

	it('with nothing to summarise is told in the endpoint’s own numbers', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(break_(overflow));
		summarising();
		expect(await sendWords(app, session, 'First')).toMatchObject({
			status: 'failed',
			failure: { kind: 'does-not-fit', tokens: 13_000, usable: 12_000 }
		});
	});

	it('in a short session is told as it is: by what is known here there is room; what it read was paid for', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(answer([], { stopReason: 'model_context_window_exceeded' }));
		summarising();
		const outcome = await sendWords(app, session, 'First');
		if (outcome.status !== 'failed') throw new Error('It does not fit');
		expect(outcome.failure).toMatchObject({ kind: 'overflow', window: card.window });
		const { input, output } = someUsage;
		const { counters } = (await sessionOf(app.db, session.id)) ?? {};
		expect(counters).toMatchObject({ input, output });
		expect(failureText(outcome.failure)).toMatch(
			/the window of the model is full, though this takes about [\d,]+ of the [\d,]+ tokens that are known here/
		);
	});

	it('#15 with automatic compaction off waits for the user: nothing is summarised, and turns may be left out', async () => {
		await app.db.settings.put({ key: 'automaticCompaction', value: false });
		const session = newSession(app, { kind: 'main', offRecord: false });
		const tight = { kind: 'overflow', tokens: 13_000, window: 6000 } as const;
		app.model.next(sized('One', 5000), sized('Two', 5100), break_(tight));
		let tried = 0;
		app.jobs.compact = () => {
			tried++;
			return Promise.resolve({ status: 'nothing-to-do', reason: 'all-recent' });
		};
		for (const words of [long.repeat(5), 'Second']) await sendWords(app, session, words);
		expect(await sendWords(app, session, 'Third')).toMatchObject({
			status: 'needs-review',
			summaryId: null,
			oldest: 1
		});
		expect(tried).toBe(0);
	});

	it('that comes again is the end of it', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), break_(overflow), break_(overflow));
		summarising();
		await sendWords(app, session, 'First');
		expect(await sendWords(app, session, 'Second')).toMatchObject({
			status: 'failed',
			failure: overflow
		});
		expect(app.model.bodies).toHaveLength(3);
	});

	it('in the middle of a tool loop keeps the steps that are there', async () => {
		await app.db.settings.put({ key: 'reviewSummaries', value: 'auto' });
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(
			say('One'),
			answer([thought('sig-1'), call('a', 'recall', { query: 'x' })]),
			break_(overflow),
			say('Two')
		);
		summarising();
		await sendWords(app, session, 'First');
		expect((await sendWords(app, session, 'Second')).status).toBe('answered');
		expect((await logOf(app, session.id))[1]?.steps.map(({ index }) => index)).toEqual([0, 1]);
		const last = JSON.stringify(app.model.bodies[3]?.messages);
		expect(last).toContain('tool_result');
		expect(last).not.toContain('sig-1');
	});

	it('is stopped while room is made like any other reply', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		const stop = new AbortController();
		app.model.next(say('One'), break_(overflow));
		await sendWords(app, session, 'First');
		app.jobs.compact = () => {
			stop.abort();
			return Promise.resolve({ status: 'stopped' });
		};
		await sendWords(app, session, 'Second', stop.signal);
		expect((await logOf(app, session.id))[1]?.steps).toMatchObject([
			{ state: 'stopped', content: [] }
		]);
	});

	it('under ask waits for the user with the draft', async () => {
		const session = newSession(app, { kind: 'main', offRecord: false });
		app.model.next(say('One'), break_(overflow));
		summarising();
		await sendWords(app, session, 'First');
		expect(await sendWords(app, session, 'Second')).toMatchObject({
			status: 'needs-review',
			summaryId: 'summary-1'
		});
	});
});
