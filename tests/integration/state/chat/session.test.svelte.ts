import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unsentOf } from '#db/scratch/unsent.ts';
import { sendWhenOnline } from '#flows/answer/send-when-online.ts';
import type { SendOutcome } from '#flows/answer/reply/live-reply.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { AppState } from '#state/app.svelte.ts';
import { opinionsOf } from '#state/summary/opinions.svelte.ts';
import { awaitedIn } from '#state/chat/awaited.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { addFiles } from '#state/composer/add-files.ts';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { text } from '../../../support/builders/a-turn.ts';
import { break_, say, sayAndWait } from '../../../support/scripted/scripted-model.ts';
import { eventually } from '../../../support/eventually.ts';
import { onScreen } from '../../../support/on-screen.svelte.ts';

/** What a session on screen holds until it is stored, and what this tab knows while others write. */

let app: TestApp;
let keepsake: AppState;
let leave: () => void = () => undefined;

beforeEach(async () => {
	app = await anApp();
	keepsake = new AppState(app);
});
// The database stays open: what is still being read for a screen that was left may come to its end.
afterEach(() => {
	leave();
	leave = () => undefined;
});

async function shown(view: SessionView): Promise<SessionView> {
	({ leave } = await onScreen(view));
	return view;
}

/** Another tab writes to the session until the given end. */
const busyElsewhere = (id: string, end: Promise<void>) =>
	app.locks.hold(`session:${id}`, () => end);

describe('a chat that is not stored yet', () => {
	it('takes the model that is chosen for it, and is stored with it', async () => {
		const view = await shown(keepsake.views.of('new'));
		expect(await view.choices.setModel('claude-other')).toEqual({ status: 'done' });
		app.model.next(say('Hello'));
		await view.send([text('Hi')], view.take());
		expect((await app.db.sessions.get('new'))?.model).toBe('claude-other');
	});

	it('keeps what is chosen while its first message is being stored', async () => {
		const view = await shown(keepsake.views.of('new'));
		const choose = () => void view.choices.setModel('claude-other');
		app.db.sessions.hook('creating').subscribe(choose);
		app.model.next(say('Hello'));
		await view.send([text('Hi')], view.take());
		app.db.sessions.hook('creating').unsubscribe(choose);
		await eventually(async () =>
			expect((await app.db.sessions.get('new'))?.model).toBe('claude-other')
		);
	});

	it('keeps what is chosen once it is stored and before the screen has read it', async () => {
		const view = keepsake.views.of('new');
		app.model.next(say('Hello'));
		await view.send([text('Hi')], view.take());
		expect(view.excerpt.session).toBeUndefined();
		expect(await view.choices.setPolicy({ preset: 'gsv' })).toEqual({ status: 'done' });
		expect(await view.choices.setModel('claude-other')).toEqual({ status: 'done' });
		expect(await app.db.sessions.get('new')).toMatchObject({
			model: 'claude-other',
			policy: { preset: 'gsv' }
		});
	});

	it('is stored as what was chosen last, not as what an attempt before took along', async () => {
		const view = await shown(keepsake.views.of('new'));
		let end: () => void = () => undefined;
		const busy = busyElsewhere('new', new Promise((resolve) => (end = resolve)));
		await view.choices.setModel('claude-first');
		await view.send([text('Hi')], view.take());
		await view.choices.setModel('claude-last');
		end();
		await busy;
		app.model.next(say('Hello'));
		await view.send([text('Hi')], view.take());
		expect((await app.db.sessions.get('new'))?.model).toBe('claude-last');
	});
});

it('the weight of a session is not shown for another model than it was weighed for', async () => {
	const view = await shown(keepsake.views.of('new'));
	const asked = { session: view.session, unsent: [], switchedOff: [] };
	const { model, weight } = await view.weighing.now(asked);
	expect(view.weightFor(model)).toBe(weight);
	expect(view.weightFor('claude-other')).toBeNull();
});

describe('words that could not be stored', () => {
	it('come back before what was written meanwhile', async () => {
		const view = await shown(keepsake.views.of('s1'));
		let end: () => void = () => undefined;
		const busy = busyElsewhere('s1', new Promise((resolve) => (end = resolve)));
		view.unsent.text = 'The first words';
		const sending = view.send([text('The first words')], view.take());
		view.unsent.text = 'and these';
		expect(await sending).toMatchObject({ failure: { kind: 'busy-elsewhere' } });
		expect(view.unsent.text).toBe('The first words\n\nand these');
		end();
		await busy;
	});

	it('come back, and stay there, when something else takes the place of everything while they are answered', async () => {
		const view = await shown(keepsake.views.of('s1'));
		app.model.next(sayAndWait('Two'));
		view.unsent.text = 'Precious words';
		const sending = view.send([text('Precious words')], view.take());
		await eventually(async () => expect(await app.scratch.partials.count()).toBe(1));
		// As a restored copy of before this conversation does.
		await Promise.all(app.db.tables.map((table) => table.clear()));
		expect(await sending).toMatchObject({ turnId: null, failure: { why: 'replaced' } });
		expect(view.unsent.text).toBe('Precious words');
		await view.unsent.kept();
		expect(await unsentOf(app.scratch, 's1')).toMatchObject({ text: 'Precious words' });
	});

	it('come back where something breaks that nobody expected, and do not once they are stored', async () => {
		const view = await shown(keepsake.views.of('s1'));
		const broken = () => Promise.reject(new Error('The telephone failed: crashed'));
		const asked = vi.spyOn(app.telephone, 'keyStatus').mockImplementation(broken);
		view.unsent.text = 'Precious words';
		await expect(view.send([text('Precious words')], view.take())).rejects.toThrow('crashed');
		expect(view.unsent.text).toBe('Precious words');
		expect(await app.db.turns.count()).toBe(0);
		asked.mockRestore();
		const called = vi.spyOn(app.telephone, 'stream').mockImplementation(() => {
			throw new Error('The telephone failed: crashed');
		});
		await view.send([text('Precious words')], view.take()).catch(() => null);
		expect(called).toHaveBeenCalledOnce();
		called.mockRestore();
		expect(await app.db.turns.count()).toBe(1);
		expect(view.unsent.text).toBe('');
	});

	it('come back with their files when the tab goes before they are stored, and not after that', async () => {
		const view = await shown(keepsake.views.of('s1'));
		const afterReload = async (words: string, files: readonly string[]) => {
			await vi.dynamicImportSettled();
			const next = new AppState(app).views.of('s1');
			await eventually(() => {
				expect(next.unsent.text).toBe(words);
				expect(next.attachments.items.map(({ name }) => name)).toEqual(files);
			});
		};
		view.unsent.text = 'Precious words';
		await addFiles(view.attachments, [new File(['a,b'], 'table.csv', { type: 'text/csv' })], 100);
		let read: () => void = () => undefined;
		const held = new Promise<void>((resolve) => (read = resolve));
		app.telephone.keyStatus = () => held.then(() => app.key);
		app.model.next(sayAndWait('Hello'));
		const sending = view.send([text('Precious words')], view.take());
		expect(view.unsent.text).toBe('');
		expect(view.attachments.items).toEqual([]);
		view.unsent.text = 'and these';
		view.unsent.store();
		await afterReload('Precious words\n\nand these', ['table.csv']);
		view.unsent.leave();
		await afterReload('Precious words\n\nand these', ['table.csv']);

		read();
		await eventually(() => expect(view.answering.reply).not.toBeNull());
		expect(await app.db.turns.count()).toBe(1);
		await afterReload('and these', []);
		view.answering.stop();
		await sending;
		await afterReload('and these', []);
		expect(view.unsent.text).toBe('and these');
	});

	it('come into the composer where they were another wording of a message', async () => {
		const view = await shown(keepsake.views.of('s1'));
		app.model.next(say('Hello'));
		const sent = await view.send([text('Hi')], view.take());
		let end: () => void = () => undefined;
		const busy = busyElsewhere('s1', new Promise((resolve) => (end = resolve)));
		await view.edit(sent?.status === 'answered' ? sent.turnId : '', [text('Hi there')], {
			pasted: [],
			letGo: () => undefined
		});
		expect(view.unsent.text).toBe('Hi there');
		end();
		await busy;
	});
});

it('a message that waits for a draft is kept while other sessions are looked at', async () => {
	const view = await shown(keepsake.views.of('s1'));
	await view.answering.run(() =>
		Promise.resolve({
			status: 'needs-review',
			turnId: 't1',
			summaryId: 'd1',
			oldest: 0,
			fits: false
		})
	);
	keepsake.views.of('s2');
	keepsake.views.of('s3');
	expect(keepsake.views.of('s1')).toBe(view);
	view.answering.forgetReview();
	keepsake.views.of('s2');
	expect(keepsake.views.of('s1')).not.toBe(view);
});

it('a message that waits for a draft waits no more while it is deleted', async () => {
	const view = await shown(keepsake.views.of('s1'));
	app.model.next(say('Hello'));
	const sent = await view.send([text('Hi')], view.take());
	if (sent?.status !== 'answered') throw new Error('It is answered');
	const { turnId } = sent;
	await view.answering.run(() =>
		Promise.resolve({ status: 'needs-review', turnId, summaryId: 'd1', oldest: 0, fits: false })
	);
	expect(awaitedIn(view)?.turnId).toBe(turnId);
	await deleteTurn(app, { sessionId: 's1', turnId });
	await eventually(() => expect(awaitedIn(view)).toBeNull());
	await restoreTurn(app, { sessionId: 's1', turnId });
	await eventually(() => expect(awaitedIn(view)?.turnId).toBe(turnId));
});

it('who comes back to a tab learns what another has done with the key', async () => {
	app.key = { state: 'none', keep: 'unprotected', fingerprint: null };
	const stop = keepsake.start({ remind: () => undefined, tell: () => undefined });
	await eventually(() => expect(keepsake.key.status?.state).toBe('none'));
	app.key = { state: 'set', keep: 'unprotected', fingerprint: 'f' };
	window.dispatchEvent(new Event('focus'));
	await eventually(() => expect(keepsake.key.status?.state).toBe('set'));
	stop();
});

it('a new version waits for the message that goes out after the answer, and for its answer', async () => {
	const view = await shown(keepsake.views.of('s1'));
	const taken = vi.fn();
	keepsake.newVersion.offer(taken);
	const ends: (() => void)[] = [];
	const answer = () =>
		view.answering.run(async (): Promise<SendOutcome> => {
			await new Promise<void>((resolve) => ends.push(resolve));
			return { status: 'answered', turnId: 't1' };
		});
	const end = () => ends.shift()?.();
	const first = answer();
	view.unsent.text = 'And then?';
	view.queued.begin();
	keepsake.newVersion.take();
	const after = view.answering.over.then(async () => {
		flushSync();
		expect(taken).not.toHaveBeenCalled();
		expect(view.queued.end()).toBe(true);
		view.unsent.take();
		await answer();
	});
	end();
	await first;
	await eventually(() => expect(ends).toHaveLength(1));
	flushSync();
	expect(taken).not.toHaveBeenCalled();
	end();
	await after;
	flushSync();
	expect(taken).toHaveBeenCalledOnce();
});

it('a new version waits for a second opinion that is being written, as for an answer', async () => {
	let come: () => void = () => undefined;
	app.jobs.opinion = () =>
		new Promise((resolve) => {
			come = () => resolve({ status: 'nothing', why: 'nothing-to-read' });
		});
	const taken = vi.fn();
	keepsake.newVersion.offer(taken);
	const asking = opinionsOf(keepsake).ask('m1', 'claude-test-5');
	expect(keepsake.isBusy).toBe(true);
	keepsake.newVersion.take();
	flushSync();
	expect(taken).not.toHaveBeenCalled();
	await eventually(() => {
		come();
		expect(keepsake.isBusy).toBe(false);
	});
	await asking;
	flushSync();
	expect(taken).toHaveBeenCalledOnce();
	keepsake.newVersion.stop();
});

it('the newest message that can be changed is the newest that was not deleted', async () => {
	const view = await shown(keepsake.views.of('s1'));
	expect(view.newestKept).toBe(-1);
	for (const words of ['One', 'Two']) {
		app.model.next(say('Yes'));
		await view.send([text(words)], view.take());
	}
	await eventually(() => expect(view.newestKept).toBe(1));
	const { turnId } = view.excerpt.exchange(1)?.turn ?? { turnId: '' };
	await deleteTurn(app, { sessionId: 's1', turnId });
	await eventually(() => expect(view.newestKept).toBe(0));
});

it('a message that waits goes out by itself only while it and its session stand', async () => {
	const view = await shown(keepsake.views.of('s1'));
	app.isOnline = false;
	const sent = await view.send([text('Hi')], view.take());
	const turnId = sent?.status === 'waiting' ? sent.turnId : '';
	const place = { sessionId: 's1', turnId };
	await sendWhenOnline(app, place);
	await eventually(() => expect(view.goesByItself).toBe(turnId));
	await deleteTurn(app, place);
	await eventually(() => expect(view.goesByItself).toBeNull());
	await restoreTurn(app, place);
	await eventually(() => expect(view.goesByItself).toBe(turnId));
	for (const field of ['deletedAt', 'endedAt'] as const) {
		await app.db.sessions.update('s1', { [field]: app.clock.now() });
		await eventually(() => expect(view.goesByItself).toBeNull());
		await app.db.sessions.update('s1', { [field]: null });
		await eventually(() => expect(view.goesByItself).toBe(turnId));
	}
});

it('a reply that broke is asked anew by itself where that was wished after it broke, and not once more', async () => {
	const view = await shown(keepsake.views.of('s1'));
	app.model.next(break_({ kind: 'interrupted' }, [text('Half')]));
	const sent = await view.send([text('Hi')], view.take());
	const turnId = sent?.status === 'failed' ? (sent.turnId ?? '') : '';
	const place = { sessionId: 's1', turnId };
	app.clock.at += 1000;
	await sendWhenOnline(app, place);
	await eventually(() => expect(view.goesByItself).toBe(turnId));
	// The tab dies while it is answered: the mark is still there, and so is what came.
	const step = await app.db.steps.toCollection().first();
	await app.db.steps.add({ ...step!, index: 1, hash: 'h', endedAt: app.clock.now() + 1 });
	await eventually(() => expect(view.excerpt.exchange(0)?.steps).toHaveLength(2));
	expect(view.goesByItself).toBeNull();
});
