import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Failure } from '#core/failure.ts';
import { onDevice } from '#core/models/model-card.ts';
import { anthropicEndpoint } from '#core/settings.ts';
import { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { text } from '../../../support/builders/a-turn.ts';
import { eventually } from '../../../support/eventually.ts';
import { onScreen } from '../../../support/on-screen.svelte.ts';
import { say } from '../../../support/scripted/scripted-model.ts';

/** The telephone takes long at its start, or does not come: what the page says meanwhile, and what becomes of words. */

let app: TestApp;
let keepsake: AppState;
let leave: () => void = () => undefined;

beforeEach(async () => {
	app = await anApp({ endpoint: anthropicEndpoint });
	keepsake = new AppState(app);
});
afterEach(() => {
	leave();
	vi.useRealTimers();
});

async function shown(): Promise<SessionView> {
	const view = keepsake.views.of('s1');
	({ leave } = await onScreen(view));
	view.unsent.text = 'Precious words';
	return view;
}

const send = (view: SessionView) => view.send([text('Precious words')], view.take());

describe('a message', () => {
	it('waits for it without holding anything, says so after some seconds, and goes out when it has come', async () => {
		const view = await shown();
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		let come: (why: Failure | null) => void = () => undefined;
		app.telephone.open = () => new Promise((resolve) => (come = resolve));
		const hold = vi.spyOn(app.locks, 'hold');
		app.model.next(say('Hello'));
		const sent = send(view);
		await vi.advanceTimersByTimeAsync(3000);
		expect([view.answering.isRunning, view.answering.isLate]).toEqual([true, false]);
		await vi.advanceTimersByTimeAsync(2000);
		expect(view.answering.isLate).toBe(true);
		expect(hold).not.toHaveBeenCalled();
		vi.useRealTimers();
		come(null);
		expect(await sent).toMatchObject({ status: 'answered' });
		expect(view.answering.isLate).toBe(false);
		expect(view.unsent.text).toBe('');
	});

	it('comes back into the composer when it is stopped meanwhile, and is not stored afterwards', async () => {
		const view = await shown();
		let come: (why: Failure | null) => void = () => undefined;
		app.telephone.open = () => new Promise((resolve) => (come = resolve));
		const sent = send(view);
		view.answering.stop();
		expect(await sent).toEqual({ status: 'stopped', turnId: null });
		expect(view.unsent.text).toBe('Precious words');
		expect(view.answering.announcement).toBe('stopped');
		come(null);
		await vi.dynamicImportSettled();
		expect(await app.db.turns.count()).toBe(0);
	});

	it('comes back with the reason where it did not start, and can be sent again', async () => {
		const view = await shown();
		const failure = { kind: 'not-loaded' } as const;
		const open = vi.spyOn(app.telephone, 'open').mockResolvedValueOnce(failure);
		expect(await send(view)).toEqual({ status: 'failed', turnId: null, failure });
		expect(view.unsent.text).toBe('Precious words');
		app.model.next(say('Hello'));
		expect(await send(view)).toMatchObject({ status: 'answered' });
		expect(open).toHaveBeenCalledTimes(2);
		expect(await app.db.turns.count()).toBe(1);
	});
});

describe('who would answer', () => {
	const follow = async () => {
		const look = $effect.root(() => {
			$effect(() => void keepsake.settings.current);
		});
		const stop = keepsake.key.start();
		leave = () => {
			stop();
			look();
		};
		await eventually(() => {
			flushSync();
			expect(keepsake.settings.current).toBeDefined();
		});
	};
	const answerer = () => keepsake.answerer({ model: null });

	it('is not said to be this device before it is known whether there is a key', async () => {
		app.key = { state: 'none', keep: 'unprotected', fingerprint: null };
		let come: () => void = () => undefined;
		app.telephone.keyStatus = () => new Promise((resolve) => (come = () => resolve(app.key)));
		await follow();
		expect(answerer()).toBe('claude-test-5');
		come();
		await eventually(() => expect(answerer()).toBe(onDevice));
	});

	it('is asked again where the telephone did not start', async () => {
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const broken = new Error('The telephone failed: not-loaded');
		const told = vi.fn();
		process.on('unhandledRejection', told);
		const asked = vi.spyOn(app.telephone, 'keyStatus').mockRejectedValueOnce(broken);
		const stop = keepsake.key.start();
		leave = stop;
		await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
		expect(keepsake.key.status).toBeNull();
		await vi.advanceTimersByTimeAsync(10_000);
		expect(keepsake.key.status).toEqual(app.key);
		expect(asked).toHaveBeenCalledTimes(2);
		process.off('unhandledRejection', told);
	});
});
