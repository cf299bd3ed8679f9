import { flushSync } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Foresight } from '#state/summary/foresight.svelte.ts';
import { AskToForget } from '#state/memory/forgetting.svelte.ts';
import { MemoryFolder } from '#state/memory/memory-folder.svelte.ts';
import { SavedSettings } from '#state/settings/saved-settings.svelte.ts';
import ForgetDialog from '#ui/forgetting/ForgetDialog.svelte';
import { aFolder } from '../../support/builders/a-folder.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { all, clear, click, show } from '../kit/kit-page.ts';
import { eventually } from '../../support/eventually.ts';

/** After a mistake of ours nothing on screen waits for ever, and the next thing can be done. */

let app: TestApp;
/** What went on to the edge. */
let uncaught: unknown[];
const bug = new Error('a bug');
const hear = (reason: unknown) => uncaught.push(reason);

withApp((own) => (app = own));
beforeEach(() => {
	uncaught = [];
	process.on('unhandledRejection', hear);
});
afterEach(async () => {
	vi.restoreAllMocks();
	process.off('unhandledRejection', hear);
	await clear();
});

it('settings are stored after one that was not, whose old value is back', async () => {
	const form = new SavedSettings(app);
	form.track(() => Promise.reject(bug));
	const next = vi.fn(() => Promise.resolve({ status: 'done' }));
	form.track(next);
	await eventually(() => expect(next).toHaveBeenCalledOnce());
	expect(form.stage).toEqual({ at: 'failed', failure: { kind: 'crashed', detail: '' } });
	await eventually(() => expect(uncaught).toEqual([bug]));
	form.track(next);
	await eventually(() => expect(form.stage).toEqual({ at: 'saved' }));

	vi.spyOn(app.db.settings, 'put').mockRejectedValueOnce(bug);
	form.set('reviewSummaries', 'auto');
	await eventually(() => expect(form.stage.at).toBe('failed'));
	form.set('reviewSummaries', 'notify');
	await eventually(() => expect(form.stage).toEqual({ at: 'saved' }));
	expect(uncaught).toEqual([bug, bug]);
});

it('what could not be forgotten can be tried again', async () => {
	const asking = new AskToForget(app);
	app.jobs['weigh-forgetting'] = () =>
		Promise.resolve({ status: 'failed', failure: { kind: 'offline' } });
	await asking.ask({ kind: 'session', sessionId: 's1' });
	vi.spyOn(app.db.tombstones, 'get').mockRejectedValue(bug);
	vi.spyOn(app.db.tombstones, 'put').mockRejectedValue(bug);
	vi.spyOn(app.db, 'transaction').mockRejectedValue(bug);
	await expect(asking.forget({ summaries: [], lines: [] } as never)).rejects.toThrow();
	expect(asking.isBusy).toBe(false);
	expect(asking.what).not.toBeNull();
});

it('a look for what was learnt that failed is told as that, never as nothing found, and can be done again', async () => {
	const asking = new AskToForget(app);
	const what = { kind: 'session', sessionId: 's1' } as const;
	const found = { summaries: [], lines: [], elsewhere: [], damaged: [], hosts: ['api.example'] };
	app.jobs['weigh-forgetting'] = vi
		.fn()
		.mockResolvedValueOnce({ status: 'failed', failure: { kind: 'storage-full' } })
		.mockRejectedValueOnce(bug)
		.mockResolvedValueOnce({ status: 'weighed', found });
	await asking.ask(what);
	expect(asking.look).toEqual({ at: 'failed', failure: { kind: 'storage-full' } });
	await expect(asking.ask(what)).rejects.toThrow();
	expect(asking.look).toMatchObject({ at: 'failed', failure: { kind: 'crashed' } });

	const onlookagain = vi.fn(asking.lookAgain);
	show(ForgetDialog, {
		kind: what.kind,
		get look() {
			return asking.look;
		},
		busy: false,
		onforget: () => undefined,
		onalso: asking.weighWith,
		onlookagain,
		onclose: () => undefined
	});
	expect(all('alert')[0]?.textContent).toContain('could not be looked for');
	click(all('button').find((one) => one.textContent.trim() === 'Look again'));
	await eventually(() => {
		flushSync();
		expect(document.body.textContent).toContain('sent to api.example');
	});
	expect(all('alert')).toEqual([]);
});

it('the memory folder can be written again', async () => {
	const value = aFolder().handle;
	app.scratch.views.get = (() => Promise.resolve({ key: '', value })) as never;
	const folder = new MemoryFolder(app);
	vi.spyOn(app.scratch.views, 'put').mockRejectedValue(bug);
	await expect(folder.write(null)).rejects.toThrow();
	expect(folder.isWorking).toBe(false);
});

it('a look ahead that broke is over, and says so', async () => {
	const foresight = new Foresight(app);
	app.jobs.foresee = () => Promise.reject(bug);
	foresight.ask(aSession(), null);
	await eventually(() => expect(foresight.stage.at).toBe('failed'));
	expect(foresight.stage).toMatchObject({ failure: { kind: 'crashed' } });
	await eventually(() => expect(uncaught).toEqual([bug]));
	foresight.stop();
});
