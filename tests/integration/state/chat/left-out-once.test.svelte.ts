import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keptValue } from '#db/scratch/kept-values.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { text } from '../../../support/builders/a-turn.ts';
import { break_, say } from '../../../support/scripted/scripted-model.ts';
import { eventually } from '../../../support/eventually.ts';
import { onScreen } from '../../../support/on-screen.svelte.ts';

/** A part that stays out of the next message stays out until that message is answered, whichever way it goes out. */

let app: TestApp;
let leave: () => void = () => undefined;

beforeEach(async () => {
	app = await anApp();
	await saveMemoryFile(app, {
		path: 'MEMORY.md',
		text: '- Is afraid of geese\n',
		expectedRev: null
	});
});
afterEach(() => {
	leave();
	leave = () => undefined;
});

/** A session on screen, as after a reload. */
async function shown(id = 's1'): Promise<SessionView> {
	const view = new AppState(app).views.of(id);
	({ leave } = await onScreen(view));
	return view;
}

const sent = () => app.model.bodies.map((body) => JSON.stringify(body).includes('geese'));

/** A message that a part stays out of, and that came to nothing. */
async function failing(): Promise<{ readonly view: SessionView; readonly turnId: string }> {
	const view = await shown();
	view.choices.leaveOutOnce('MEMORY.md', true);
	app.model.next(break_({ kind: 'overloaded' }));
	const outcome = await view.send([text('Hi')], view.take());
	expect(outcome?.status).toBe('failed');
	return { view, turnId: outcome?.turnId ?? '' };
}

describe('what stays out of the next message', () => {
	it.each(['retry', 'continue', 'answer', 'regenerate'] as const)(
		'stays out of it with %s too, and of no later one',
		async (way) => {
			const { view, turnId } = await failing();
			expect(view.choices.offOnce).toEqual(['MEMORY.md']);
			app.model.next(say('Hello'), say('Fine'));
			expect((await view[way](turnId))?.status).toBe('answered');
			expect(view.choices.offOnce).toEqual([]);
			await view.send([text('And now?')], view.take());
			expect(sent()).toEqual([false, false, true]);
		}
	);

	it('stays out of it in other words', async () => {
		const { view, turnId } = await failing();
		app.model.next(say('Hello'));
		await view.edit(turnId, [text('Hello')], { pasted: [], letGo: () => undefined });
		expect(sent()).toEqual([false, false]);
		expect(view.choices.offOnce).toEqual([]);
	});

	it('stays out of a message that waits for the network, also after a reload', async () => {
		const view = await shown();
		view.choices.leaveOutOnce('MEMORY.md', true);
		app.isOnline = false;
		expect(await view.send([text('Hi')], view.take())).toMatchObject({ status: 'waiting' });
		leave();
		app.isOnline = true;
		const next = await shown();
		const { turnId } = next.excerpt.exchange(0)?.turn ?? { turnId: '' };
		app.model.next(say('Hello'));
		expect((await next.answer(turnId))?.status).toBe('answered');
		expect(sent()).toEqual([false]);
		await eventually(async () => {
			expect(await keptValue(app.scratch, 'off once s1')).toBeNull();
		});
	});

	it('is what was chosen last, also before what was kept is read', async () => {
		const view = await shown();
		view.choices.leaveOutOnce('MEMORY.md', true);
		await eventually(async () => {
			expect(await keptValue(app.scratch, 'off once s1')).toEqual(['MEMORY.md']);
		});
		leave();
		const next = new AppState(app).views.of('s1');
		next.choices.leaveOutOnce('MEMORY.md', false);
		await next.choices.forNext();
		expect(next.choices.offOnce).toEqual([]);
	});
});

describe('a part that is switched off for the session', () => {
	it('stays off when another is switched before the first is stored, and each comes back by itself', async () => {
		const view = await shown();
		app.model.next(say('Hello'));
		await view.send([text('Hi')], view.take());
		await eventually(() => expect(view.excerpt.session).toBeDefined());
		const switched = (on: boolean) =>
			Promise.all(['MEMORY.md', 'Tools'].map((source) => view.choices.switchPart(source, on)));
		const stored = async () => (await app.db.sessions.get('s1'))?.switchedOff;
		await switched(false);
		expect(await stored()).toEqual(['MEMORY.md', 'Tools']);
		await eventually(() => expect(view.session.switchedOff).toHaveLength(2));
		await switched(true);
		expect(await stored()).toEqual([]);
	});
});
