import { expect, it, vi } from 'vitest';
import { AppState } from '#state/app.svelte.ts';
import { anApp } from '../../support/apps/an-app.ts';
import { text } from '../../support/builders/a-turn.ts';
import { onScreen } from '../../support/on-screen.svelte.ts';
import { say } from '../../support/scripted/scripted-model.ts';

/** A file of its own: what was fetched once is there for as long as the page is. */

it('words come back when what sends them cannot be fetched, and go out when it can', async () => {
	const app = await anApp();
	const view = new AppState(app).views.of('s1');
	const { leave } = await onScreen(view);
	vi.doMock('#flows/answer/send-message.ts', () => Promise.reject(new TypeError('no such chunk')));
	view.unsent.text = 'Precious words';
	const sent = await view.send([text('Precious words')], view.take());
	vi.doUnmock('#flows/answer/send-message.ts');
	expect(sent).toMatchObject({ turnId: null, failure: { kind: 'not-loaded' } });
	expect(view.unsent.text).toBe('Precious words');
	expect(view.answering.announcement).toBe('failed');
	app.model.next(say('Hello'));
	await view.send([text('Precious words')], view.take());
	expect(view.unsent.text).toBe('');
	expect(await app.db.turns.count()).toBe(1);
	leave();
});
