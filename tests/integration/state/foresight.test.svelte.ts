import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { policyFor } from '#core/presets/policy.ts';
import { cardOf, onDevice } from '#core/models/model-card.ts';
import { defaultSettings } from '#core/settings.ts';
import { Foresight } from '#state/summary/foresight.svelte.ts';
import PresetEffect from '#ui/presets/PresetEffect.svelte';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { all, clear, show } from '../kit/kit-page.ts';
import { eventually } from '../../support/eventually.ts';

/** What a preset would do, where it cannot be worked out: that is told, and another look is a press away. */

let app: TestApp;
withApp((own) => (app = own));
afterEach(async () => {
	await clear();
});

const session = aSession();
it('keeps why a look came to nothing, until the next one', async () => {
	const foresight = new Foresight(app);
	const failure = { kind: 'offline' } as const;
	app.jobs.foresee = () => Promise.resolve({ status: 'failed', failure });
	foresight.ask(session, null);
	await eventually(() => expect(foresight.stage).toEqual({ at: 'failed', failure }));
	const foreseen = { kind: 'oversize-user-message', tokens: 2, room: 1, turns: null } as const;
	app.jobs.foresee = () => Promise.resolve({ status: 'foreseen', foreseen });
	foresight.ask(session, null);
	await eventually(() => expect(foresight.stage).toEqual({ at: 'foreseen', foreseen }));
	const never = vi.fn(() => new Promise<never>(() => undefined));
	app.jobs.foresee = never;
	foresight.ask(session, null);
	await eventually(() => expect(never).toHaveBeenCalled());
	expect(foresight.stage).toEqual({ at: 'looking', last: foreseen });
	foresight.stop();
});

it('is not asked again by an effect that asks it, whatever the look comes to', async () => {
	const foresight = new Foresight(app);
	const foreseen = { kind: 'oversize-user-message', tokens: 2, room: 1, turns: null } as const;
	app.jobs.foresee = () => Promise.resolve({ status: 'foreseen', foreseen });
	let asked = 0;
	const end = $effect.root(() => {
		$effect(() => {
			asked++;
			foresight.ask(session, null);
		});
	});
	await eventually(() => expect(foresight.stage.at).toBe('foreseen'));
	flushSync();
	expect(asked).toBe(1);
	end();
	foresight.stop();
});

it('tells it, and looks again at a press', () => {
	const again = vi.fn();
	const card = cardOf(defaultSettings, onDevice);
	show(PresetEffect, {
		policy: policyFor(defaultSettings, null, card),
		card,
		sessions: [{ id: session.id, title: 'Trip' }],
		chosen: session.id,
		look: { at: 'failed', failure: { kind: 'offline' } } as const,
		onlookagain: again,
		onchoose: () => undefined
	});
	expect(document.querySelector('[role=alert]')?.textContent).not.toBe('');
	expect(document.body.textContent).not.toContain('Looking…');
	all('button')
		.find(({ textContent }) => textContent.trim() === 'Look again')
		?.click();
	expect(again).toHaveBeenCalledOnce();
});

it('what is still read for a look nobody waits for may find its database closed', async () => {
	const uncaught: unknown[] = [];
	const hear = (reason: unknown) => uncaught.push(reason);
	process.on('unhandledRejection', hear);
	const foresight = new Foresight(app);
	const closed = vi.spyOn(app.telephone, 'keyStatus').mockImplementation(() => {
		foresight.stop();
		app.db.close();
		return Promise.resolve(app.key);
	});
	foresight.ask(session, null);
	await eventually(() => expect(closed).toHaveBeenCalled());
	await new Promise((resolve) => setTimeout(resolve, 50));
	process.off('unhandledRejection', hear);
	expect(uncaught).toEqual([]);
});
