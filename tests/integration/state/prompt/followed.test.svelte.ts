import { flushSync } from 'svelte';
import { expect, test } from 'vitest';
import { forget } from '#flows/forgetting/forget.ts';
import type { Forgetting } from '#core/forgetting/what.ts';
import { saveMemoryFile } from '#flows/memory/memory-files.ts';
import { storyOf } from '#state/memory/line-stories.ts';
import { Seen } from '#state/prompt/seen.ts';
import { withAppAndWorkshop } from '../../../support/apps/with-workshop.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { talkingIn } from '../../../support/apps/talking.ts';
import { eventually } from '../../../support/eventually.ts';
import { say } from '../../../support/scripted/scripted-model.ts';

/** What lies open in one tab while something is forgotten in another. */

let app: TestApp;
withAppAndWorkshop((own) => (app = own));
const { begin, send, log } = talkingIn(() => app);

const gone = async (what: Forgetting['what'], lines: readonly string[] = []) =>
	expect(await forget(app, { what, lines, summaries: {} })).toMatchObject({ status: 'forgotten' });

/** Kept on screen: what `read` gives, as it is now. */
function shown<T>(read: () => T): { readonly now: () => T; readonly leave: () => void } {
	let last: T;
	const leave = $effect.root(() => {
		$effect(() => {
			last = read();
		});
	});
	return {
		now: () => {
			flushSync();
			return last;
		},
		leave
	};
}

test('a request that holds what was forgotten is shown no longer, nor compared with another', async () => {
	app.model.next(say('One'), say('Two'), say('Three'));
	const { session } = await send('The first words', begin());
	await send('The second words', session);
	await send('The secret words', session);
	const turns = (await log(session.id)).map(({ turn }) => turn.turnId);
	const { id: sessionId } = session;
	const seen = new Seen(app, { sessionId, turnId: turns[1]! });
	const screen = shown(() => ({ requests: seen.requests, others: seen.others }));
	await eventually(() => expect(screen.now().requests?.[0]?.body).toBeTruthy());
	const before = screen.now();
	// It stands in one that this one may be compared with, and not in this one.
	await gone({ kind: 'turn', sessionId, turnId: turns[2]! });
	await eventually(() => expect(screen.now().others).not.toBe(before.others));
	await gone({ kind: 'turn', sessionId, turnId: turns[0]! });
	await eventually(() => expect(screen.now().requests?.[0]?.body).toBeNull());
	screen.leave();
});

test('why a line is known is told no longer where the line was forgotten', async () => {
	const path = 'memory/2026-11-18.md';
	await saveMemoryFile(app, { path, text: '- Lives in Porto\n- Likes tea\n', expectedRev: null });
	const story = storyOf(app, { path, text: 'Lives in Porto' });
	const screen = shown(() => story.current);
	await eventually(() => expect(screen.now()?.line).toBe('Lives in Porto'));
	await gone({ kind: 'line', line: 'Lives in Porto' }, ['Lives in Porto']);
	await eventually(() => expect(screen.now()).toBeNull());
	screen.leave();
	// One that is only being written was never there.
	const unsaved = storyOf(app, { path, text: 'Plays chess' });
	const other = shown(() => unsaved.current);
	await eventually(() => expect(other.now()?.line).toBe('Plays chess'));
	other.leave();
});
