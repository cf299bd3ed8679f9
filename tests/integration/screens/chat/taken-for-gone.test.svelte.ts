import { flushSync } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import { partialOf } from '#db/scratch/unsent.ts';
import type { ModelEvent } from '#flows/ports/model.ts';
import { AppState } from '#state/app.svelte.ts';
import AnyRow from '#ui/chat/transcript/AnyRow.svelte';
import { anotherTab, locksInMemory, type TestApp } from '../../../support/apps/an-app.ts';
import { talkingIn } from '../../../support/apps/talking.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { eventually } from '../../../support/eventually.ts';
import { onScreen } from '../../../support/on-screen.svelte.ts';
import { say, sayAndWait } from '../../../support/scripted/scripted-model.ts';
import { clear, show } from '../../kit/kit-page.ts';

/** A tab follows a reply whose own tab was only taken for gone. */

let app: TestApp;
withApp((own) => (app = own));
const { begin, send } = talkingIn(() => app);

const leaves: (() => void)[] = [];
afterEach(async () => {
	for (const leave of leaves.splice(0)) leave();
	await clear();
});

it('and says no more that it broke off once it is whole', async () => {
	const session = begin();
	let goOn: (rest: readonly ModelEvent[]) => void = () => undefined;
	app.model.next(sayAndWait('Half', new Promise((resolve) => (goOn = resolve))));
	const sent = send('Hi', session);
	await eventually(async () => {
		expect((await partialOf(app.scratch, session.id))?.content).toHaveLength(1);
	});
	// Its lock was taken by force.
	const tab = anotherTab({ ...app, locks: locksInMemory() });
	const view = new AppState(tab).views.of(session.id);
	leaves.push((await onScreen(view)).leave);
	await view.elsewhere.follow();
	show(AnyRow, {
		get excerpt() {
			return view.excerpt;
		},
		get trouble() {
			return view.answering.trouble;
		},
		row: 0,
		summaries: [],
		inUse: null,
		marks: {},
		waitingLines: new Map(),
		reply: null,
		answering: false,
		askedTurn: null,
		actions: { isOpen: () => true, inVain: () => null, leftOut: () => [] },
		summaryActions: {},
		editing: null,
		onedit: () => undefined,
		goal: null,
		forks: new Set(),
		ondrawn: () => undefined
	} as never);
	const page = () => document.body.textContent;
	await eventually(() => {
		flushSync();
		expect(page()).toContain('Interrupted');
	});
	goOn(say('Half an answer, and the rest'));
	await sent;
	await eventually(() => {
		flushSync();
		expect(page()).toContain('and the rest');
	});
	expect(page()).not.toContain('broke');
	expect(document.querySelector('[role=alert]')).toBeNull();
});
