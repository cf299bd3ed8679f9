import { afterEach, expect, it, vi } from 'vitest';
import { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { KeptEdits } from '#state/composer/kept-edits.ts';
import { summariesUnderPen } from '#state/tab/under-pen.ts';
import { cancelCompaction, compactNow } from '../../../../src/routes/chat/acts/compact-now.ts';
import { answerActions } from '../../../../src/routes/chat/acts/turn/answer-actions.ts';
import { eventually } from '../../../support/eventually.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';

/** A compaction by hand while the draft of another stands there. */

let app: TestApp;
withApp((own) => (app = own));
afterEach(() => {
	summariesUnderPen.clear();
});

it('is not begun while words written into the draft are not saved, for it would take their place', async () => {
	const keepsake = new AppState(app);
	const draft = aSummary(3, { status: 'draft' });
	const run = vi.fn(() => Promise.resolve({ status: 'stopped' }));
	const putBefore = vi.fn();
	const view = { draft, compacting: { run }, unsent: { putBefore } } as unknown as SessionView;
	const now = () => compactNow(keepsake, view, { focus: 'the names' });

	const { text, anchors } = draft;
	summariesUnderPen.set(draft.id, { text: 'Precious words', anchors, before: { text, anchors } });
	await now();
	expect(run).not.toHaveBeenCalled();
	expect(keepsake.notices.current?.text).toContain('words you have not saved');
	expect(summariesUnderPen.get(draft.id)?.text).toBe('Precious words');
	expect(putBefore).toHaveBeenCalledWith({ text: '/compact the names', pasted: [] });

	summariesUnderPen.clear();
	await now();
	expect(run).toHaveBeenCalledOnce();
});

it('says in words why no summary came of it, and what to do', async () => {
	const keepsake = new AppState(app);
	const failure = { kind: 'summary-rejected', reason: 'section-missing' };
	const run = () => Promise.resolve({ status: 'failed', failure });
	const view = { draft: null, compacting: { run } } as unknown as SessionView;
	await compactNow(keepsake, view, { focus: null });
	expect(keepsake.notices.current?.text).toBe(
		'No summary was made: the answer of the model left out a part that was asked for. Nothing was changed; try again, or choose another model or preset.'
	);
});

it('is heard when its draft has come, or when its summary is in use at once', async () => {
	const keepsake = new AppState(app);
	for (const [status, told] of [
		['draft', 'Draft summary of earlier messages. None of it is sent before you use it.'],
		['active', 'The summary is in use.']
	] as const) {
		const outcome = { status: 'done', summary: aSummary(3, { status }), replaced: null };
		const run = () => Promise.resolve(outcome);
		const view = { draft: null, compacting: { run } } as unknown as SessionView;
		await compactNow(keepsake, view, { focus: null });
		await eventually(() => {
			expect(document.querySelector('body > [aria-live]')?.textContent).toBe(told);
		});
		// What is on screen says the rest.
		expect(keepsake.notices.current).toBeUndefined();
	}
});

it('is not begun while another is at work: that is said, and what was to be attended to stands in the composer again', async () => {
	const keepsake = new AppState(app);
	const putBefore = vi.fn();
	const compacting = { run: () => Promise.resolve(null) };
	const view = { draft: null, compacting, unsent: { putBefore } } as unknown as SessionView;
	for (const wanted of [{ focus: null }, 'again', { focus: 'the names' }] as const) {
		expect(putBefore).not.toHaveBeenCalled();
		keepsake.notices.dismiss();
		await compactNow(keepsake, view, wanted);
		expect(keepsake.notices.current?.text).toBe(
			'A summary is already being made. Cancel it first to ask for another.'
		);
	}
	expect(putBefore).toHaveBeenCalledWith({ text: '/compact the names', pasted: [] });
});

it('says no more why the try before it came to nothing once it is begun, and lets stand what else was said', async () => {
	const keepsake = new AppState(app);
	const failure = { kind: 'refused', category: null };
	const run = vi.fn(() => Promise.resolve<unknown>({ status: 'failed', failure }));
	const view = { id: 'here', draft: null, compacting: { run } } as unknown as SessionView;
	await compactNow(keepsake, view, { focus: null });
	expect(keepsake.notices.current?.text).toContain('No summary was made');
	run.mockImplementation(() => {
		expect(keepsake.notices.current).toBeUndefined();
		return Promise.resolve({ status: 'done', summary: aSummary(3, { status: 'draft' }) });
	});
	await compactNow(keepsake, view, { focus: null });
	expect(run).toHaveBeenCalledTimes(2);

	run.mockResolvedValue({ status: 'done', summary: aSummary(3, { status: 'draft' }) });
	keepsake.notices.warn('The file could not be written.');
	await compactNow(keepsake, view, { focus: null });
	keepsake.notices.of('here').say('Message deleted.');
	expect(keepsake.notices.current?.text).toBe('Message deleted.');
	await compactNow(keepsake, view, { focus: null });
	expect(keepsake.notices.current?.text).toBe('Message deleted.');
	// It says of something else that it did not work.
	keepsake.notices.of('here').warn('The pin could not be stored.');
	await compactNow(keepsake, view, { focus: null });
	expect(keepsake.notices.current?.text).toBe('The pin could not be stored.');
});

it('called off while a message waits for it stops that too, and says that nothing was changed or sent until it is tried again', async () => {
	const keepsake = new AppState(app);
	const stop = vi.fn();
	const compacting = { cancel: () => Promise.resolve(null) };
	const over = Promise.resolve({ status: 'stopped', turnId: 't1' });
	const answering = { reply: { state: 'compacting' }, isRunning: false, stop, over };
	const retry = () => Promise.resolve(null);
	const screen = { id: 's1', session: aSession(), compacting, answering, retry };
	const view = screen as unknown as SessionView;
	await cancelCompaction(keepsake, view);
	expect(stop).toHaveBeenCalledOnce();
	expect(keepsake.notices.current?.text).toBe(
		'Compaction cancelled. Nothing was changed, and nothing more will be sent.'
	);
	expect(keepsake.notices.current?.of).toBe('s1');
	// The message goes out after all.
	const begins = { answering: () => Promise.resolve(), composer: () => undefined };
	const edits = new KeptEdits(app.scratch, 's1', () => app.clock.now());
	answerActions(keepsake, view, begins, edits).retry('t1');
	expect(keepsake.notices.current).toBeUndefined();
});
