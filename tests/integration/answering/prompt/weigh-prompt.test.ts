import { afterEach, describe, expect, it } from 'vitest';
import type { Turn } from '#core/log/turn.ts';
import { IndexStore } from '#db/schema.ts';
import { readUnsent } from '#flows/prompt/preview-prompt.ts';
import { prepareToSend, sizeOf, weighPrompt } from '#flows/prompt/weigh-prompt.ts';
import { workshopJobs } from '#worker/workshop/jobs.ts';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';

let app: TestApp;

afterEach(() => app.close());

/** A session of so many turns, and how often the workshop is asked about it. */
async function aSessionOf(turns: number) {
	app = await anApp();
	// The workshop looks at the zone of the machine; the stamp of a message names it.
	app.clock.zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;
	const session = aSession();
	await storeSession(app.db, session, someExchanges(turns));
	const { db, scratch, clock, model } = app;
	const index = new IndexStore(`${db.name}-index`);
	const table = workshopJobs({ db, scratch, index, model, now: () => clock.now() });
	const asked = { times: 0 };
	app.jobs.weigh = (ask, signal) => {
		asked.times++;
		// A worker gets copies.
		return table.weigh(structuredClone(ask), { signal, tell: () => undefined });
	};
	const unsent = [{ type: 'text' as const, text: 'And the next one?' }];
	return { ask: { session, unsent }, asked };
}

describe('weighing a prompt', () => {
	it('is left to the workshop where the session is long, and comes to the same there', async () => {
		const { ask, asked } = await aSessionOf(80);
		expect(await weighPrompt(app, ask)).toEqual(sizeOf(await readUnsent(app, ask)));
		expect(asked.times).toBe(1);
	});

	it('starts no worker for a short session', async () => {
		const { ask, asked } = await aSessionOf(8);
		expect(await weighPrompt(app, ask)).toEqual(sizeOf(await readUnsent(app, ask)));
		expect(asked.times).toBe(0);
	});

	it('is done in the page when the workshop has crashed', async () => {
		const { ask } = await aSessionOf(80);
		app.jobs.weigh = () =>
			Promise.resolve({ status: 'failed', failure: { kind: 'crashed', detail: 'gone' } });
		expect(await weighPrompt(app, ask)).toEqual(sizeOf(await readUnsent(app, ask)));
	});

	it('of a long session has the page read it while somebody writes, so that sending reads only what is new', async () => {
		const { ask } = await aSessionOf(200);
		const size = sizeOf(await readUnsent(app, { session: aSession({ id: 's2' }), unsent: [] }));
		app.jobs.weigh = () => Promise.resolve({ status: 'weighed', size });
		let read = 0;
		app.db.turns.hook('reading', (row: Turn) => {
			read++;
			return row;
		});
		await weighPrompt(app, { ...ask, unsent: [] });
		expect(read, 'nobody writes').toBe(0);
		await prepareToSend(app, ask.session);
		expect(read).toBe(200);
		read = 0;
		const known = await readUnsent(app, ask);
		expect(read, 'the last turn, which may have got a step').toBe(1);
		expect(known.prompt.body.messages.length).toBeGreaterThan(200);
	});
});
