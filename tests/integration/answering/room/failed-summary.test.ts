/** A message that waits behind summaries that come to nothing: paid for once, told why, and tried again by hand alone. */
import { beforeEach, describe, expect, it } from 'vitest';
import { compactSession } from '#flows/compaction/compact-session.ts';
import { prepareDraft } from '#flows/compaction/prepare-draft.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { sendWords } from '../../../support/apps/an-app.ts';
import { never, unseen } from '../../../support/never.ts';
import {
	scriptedSummariser,
	type Scripted
} from '../../../support/scripted/scripted-summariser.ts';
import { app, card, long, sized, withRoom } from '../../../support/apps/room.ts';

withRoom();

/** A full session of single-shot, whose summaries are written by this script. */
async function fullOf(script: () => Scripted) {
	await app.db.settings.put({ key: 'preset', value: 'single-shot' });
	const summariser = scriptedSummariser(script);
	app.jobs.compact = (ask, signal, tell = unseen) =>
		compactSession({ db: app.db, model: summariser, clock: app.clock }, ask, signal, tell);
	const session = newSession(app, { kind: 'main', offRecord: false });
	for (let turn = 1; turn <= 5; turn++) {
		app.model.next(sized('Yes.', turn * 2160));
		await sendWords(app, session, `${String(turn)} ${long}${long}`);
	}
	return { session, asked: summariser.asked };
}

const rejected = { kind: 'summary-rejected', reason: 'section-missing' };

describe('where no summary of the model is taken', () => {
	let count = 0;
	beforeEach(() => (count = 0));

	it('INV-5 each further message goes straight to the offer, which says why, and pays for no other try', async () => {
		const { session, asked } = await fullOf(() => `No sections, try ${String(++count)}.`);
		expect(await sendWords(app, session, long)).toMatchObject({
			status: 'needs-review',
			failure: rejected
		});
		const paid = asked.length;
		expect(paid).toBeGreaterThan(0);
		expect(paid).toBeLessThanOrEqual(3);
		for (const words of ['Second.', 'Third.'])
			expect(await sendWords(app, session, words)).toMatchObject({
				status: 'needs-review',
				failure: rejected
			});
		expect(asked).toHaveLength(paid);
		// Another model is another plan; back with this one nothing is new.
		const other = { ...card, id: 'claude-other', window: 11_500 };
		await app.db.settings.put({ key: 'models', value: { [card.id]: card, [other.id]: other } });
		await app.db.settings.put({ key: 'model', value: other.id });
		await sendWords(app, session, 'Fourth.');
		const withOther = asked.length;
		expect(withOther).toBeGreaterThan(paid);
		await app.db.settings.put({ key: 'model', value: card.id });
		await sendWords(app, session, 'Fifth.');
		expect(asked).toHaveLength(withOther);
		// By hand it is tried.
		await prepareDraft(app, { sessionId: session.id, trigger: 'manual' }, never);
		expect(asked.length).toBeGreaterThan(withOther);
	});

	it('the next message tries where nobody was asked', async () => {
		const { session, asked } = await fullOf(() => ({ failure: { kind: 'offline' } }));
		await sendWords(app, session, long);
		const tried = asked.length;
		await sendWords(app, session, 'Second.');
		expect(asked.length).toBeGreaterThan(tried);
	});
});
