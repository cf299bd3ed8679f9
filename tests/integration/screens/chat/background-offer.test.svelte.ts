import { afterEach, expect, it, vi } from 'vitest';
import { drafting } from '#state/chat/late-flows.ts';
import { AppState } from '#state/app.svelte.ts';
import { readSettings, writeSetting } from '#db/settings.ts';
import BackgroundOffer from '#ui/chat/summary/BackgroundOffer.svelte';
import { decideBackground } from '../../../../src/routes/chat/acts/decide-background.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { gardenTurns } from '../../../support/apps/compactable.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';
import { all, clear, show } from '../../kit/kit-page.ts';

/** The question whether summaries may be prepared before the limit asks for one. */

let app: TestApp;
withApp((own) => (app = own));
afterEach(async () => {
	await clear();
});

const decided = async () => (await readSettings(app.db)).backgroundDrafts;

it('promises no question at the limit, where a summary is made unasked', () => {
	show(BackgroundOffer, { model: 'claude-sonnet-5-5', dollars: null, onanswer: vi.fn() });
	expect(all('button').map((one) => one.textContent.trim())).toEqual([
		'Prepare them',
		'Only when one is needed'
	]);
});

it.each([
	[false, 'no', 'No summaries before the limit.'],
	[true, 'yes', 'Summaries are prepared before the limit.']
] as const)('says what was set and where it can be changed, with a way back: %s', async (...of) => {
	const [allowed, value, says] = of;
	const { notices } = await answered(allowed);
	expect(await decided()).toBe(value);
	expect(notices.current?.text).toBe(`${says} Change it under Settings, Policy.`);
	expect(notices.current?.action?.label).toBe('Undo');
	notices.current?.action?.onpress();
	await eventually(async () => {
		expect(await decided()).toBe('not-asked');
		expect(notices.current?.text).toMatch(/^Undone: you will be asked again/);
	});
});

it('takes back its own answer and none that was given later under Settings', async () => {
	const { notices } = await answered(false);
	await writeSetting(app.db, 'backgroundDrafts', 'yes');
	notices.current?.action?.onpress();
	await eventually(() => expect(notices.current?.isFailure).toBe(true));
	expect(notices.current?.action).toBeUndefined();
	expect(await decided()).toBe('yes');
});

/** A session that has grown long, and that the workshop was asked to summarise. */
async function grown() {
	const session = aSession();
	await storeSession(app.db, session, gardenTurns(3));
	const compact = vi.fn<NonNullable<TestApp['jobs']['compact']>>();
	compact.mockResolvedValue({ status: 'nothing-to-do', reason: 'all-recent' });
	app.jobs.compact = compact;
	return { session, compact };
}

it('with a yes the summary of the session on screen is begun at once, before the next message needs it', async () => {
	const { session, compact } = await grown();
	await answered(true, session);
	await eventually(() => expect(compact).toHaveBeenCalledOnce());
	const { sessionId, branch, trigger } = compact.mock.calls[0]![0];
	expect({ sessionId, branch, trigger }).toEqual({
		sessionId: session.id,
		branch: session.branch,
		trigger: 'soft'
	});
});

it('Undo calls it off', async () => {
	const { session, compact } = await grown();
	const stopped = new Promise<void>((resolve) => {
		compact.mockImplementation(async (_, signal) => {
			await new Promise((over) => signal.addEventListener('abort', over));
			resolve();
			return { status: 'stopped' };
		});
	});
	const { notices } = await answered(true, session);
	await eventually(() => expect(compact).toHaveBeenCalledOnce());
	notices.current?.action?.onpress();
	await stopped;
	expect(await decided()).toBe('not-asked');
});

it('nothing is begun with a no, nor where the preset leaves it to a quiet hour', async () => {
	const { session, compact } = await grown();
	await answered(false, session);
	await writeSetting(app.db, 'preset', 'two-phase');
	await answered(true, session);
	await drafting();
	expect(compact).not.toHaveBeenCalled();
});

async function answered(allowed: boolean, session = aSession()): Promise<AppState> {
	const keepsake = new AppState(app);
	const settings = await readSettings(app.db);
	const looked = { settings, session, answerer: settings.model ?? '', weight: null };
	await decideBackground(keepsake, allowed, looked);
	return keepsake;
}
