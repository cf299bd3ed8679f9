import { flushSync } from 'svelte';
import { afterEach, expect, it } from 'vitest';
import type { Failure } from '#core/failure.ts';
import { pathOf } from '#core/log/path.ts';
import { trunk } from '#core/session/session.ts';
import { draftOf, type Summary } from '#core/summary/summary.ts';
import { AppState } from '#state/app.svelte.ts';
import type { SessionView } from '#state/chat/session-view.svelte.ts';
import { layAside, summariesUnderPen } from '#state/tab/under-pen.ts';
import { triedText } from '#ui/words/fallback-text.ts';
import ChatEnd from '../../../../src/routes/chat/ChatEnd.svelte';
import type { Looked } from '#core/offers/first-call.ts';
import { summaryActions } from '../../../../src/routes/chat/acts/summary/summary-actions.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { aBranch } from '../../../support/builders/stored-session.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { all, button, clear, click, show } from '../../kit/kit-page.ts';
import { eventually } from '../../../support/eventually.ts';

/** The draft of a session on screen, with words under the pen, while another tab makes a summary too. */

let app: TestApp;
withApp((own) => (app = own));
afterEach(async () => {
	await clear();
	summariesUnderPen.clear();
});

const path = pathOf([aBranch({ headSeq: 9 })], trunk);
const mine = aSummary(5, { id: 'mine', status: 'draft', text: 'They spoke about tea.' });
const theirs = aSummary(7, { id: 'theirs', round: 2, status: 'draft', text: 'They spoke of jam.' });

const written = () => [...document.querySelectorAll('textarea')].map(({ value }) => value);
const cards = () => document.querySelectorAll('article').length;
const alert = () => document.querySelector('[role=alert]')?.textContent ?? '';

function write(text: string) {
	const area = document.querySelector('textarea');
	if (area) area.value = text;
	area?.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
}

/** What the screen is told; `stored` puts other rows in place, as a live query would. */
function open(
	rows: readonly Summary[] = [mine],
	{
		waits = false,
		asked = true,
		failure = null
	}: { readonly waits?: boolean; readonly asked?: boolean; readonly failure?: Failure | null } = {}
) {
	let summaries = $state.raw(rows);
	let isRunning = $state(false);
	const view = {
		answering: { review: waits ? { turnId: 't', oldest: 0, fits: false } : null, reply: null },
		marks: {},
		compacting: {
			get isRunning() {
				return isRunning;
			},
			progress: null,
			wasAskedFor: () => asked,
			get isWaitedFor() {
				return waits && isRunning;
			},
			inVainSince: () => failure
		},
		get isCompacting() {
			return isRunning;
		},
		get draft() {
			return draftOf(summaries, path);
		},
		get summaries() {
			return summaries;
		},
		excerpt: {
			path,
			head: 9,
			exchange: () => (waits ? { turn: { turnId: 't' }, steps: [] } : undefined)
		},
		wear: null,
		session: aSession()
	} as unknown as SessionView;
	const keepsake = new AppState(app);
	const looked = { settings: undefined } as unknown as Looked;
	show(ChatEnd, {
		view,
		actions: summaryActions(keepsake, view, { decided: () => undefined, again: () => undefined }),
		looked,
		background: { model: 'claude-haiku-5-5', dollars: null },
		reminder: null,
		onreminded: () => undefined,
		onbackground: () => undefined,
		onleave: () => undefined,
		onsend: () => undefined,
		onprepare: () => undefined,
		ontry: () => undefined,
		oncancel: () => undefined
	});
	return {
		notices: keepsake.notices,
		stored: (...next: readonly Summary[]) => {
			summaries = next;
			flushSync();
		},
		working: (is: boolean) => {
			isRunning = is;
			flushSync();
		}
	};
}

const isPrimary = (name: string) => button(name)?.classList.contains('primary');

it('asks nothing else while a summary is made, or a message waits for one', () => {
	const { working } = open([]);
	expect(button('Prepare them')).toBeDefined();
	working(true);
	expect(button('Prepare them')).toBeUndefined();
	working(false);
	expect(button('Prepare them')).toBeDefined();
	open([], { waits: true });
	expect(all('button').filter((one) => one.textContent.trim() === 'Prepare them')).toHaveLength(1);
});

it('asks about a message once the summary that it waits for is over, and says why none came', () => {
	const { working } = open([], { waits: true, failure: { kind: 'offline' } });
	working(true);
	expect(button('Do not send it now')).toBeUndefined();
	working(false);
	expect(button('Do not send it now')).toBeDefined();
	expect(document.body.textContent).toContain(triedText({ kind: 'offline' }));
});

it('leaves the loud button to the message that waits for it', async () => {
	open();
	expect(isPrimary('Use summary')).toBe(true);
	await clear();
	open([mine], { waits: true });
	expect(isPrimary('Use summary')).toBe(false);
	expect(isPrimary('Use it and send')).toBe(true);
});

it('shows its text at once where somebody waits for it; one that came by itself pushes no answer out of sight', async () => {
	const isOpen = () => document.querySelector('details')?.open;
	open();
	expect(isOpen()).toBe(true);
	await clear();
	open([mine], { asked: false, waits: true });
	expect(isOpen()).toBe(true);
	await clear();
	// What was just written in it would be gone from sight as it is saved.
	open([{ ...mine, editedAt: 1 }], { asked: false });
	expect(isOpen()).toBe(true);
	await clear();
	open([mine], { asked: false });
	expect(isOpen()).toBe(false);
	expect(document.querySelector('details')?.textContent).toContain('They spoke about tea.');
});

const gone = { ...mine, status: 'discarded' as const };

it('stays and can be decided about while another is being made', () => {
	const { working } = open();
	working(true);
	expect(cards()).toBe(1);
	expect(button('Use summary')).toBeDefined();
	click(button('Edit summary'));
	write('They spoke about green tea.');
	expect(written()).toEqual(['They spoke about green tea.']);
	working(false);
	expect(button('Use summary')).toBeDefined();
	expect(written()).toEqual(['They spoke about green tea.']);
});

it('says that another one was made, shows it when asked, and gives way when its words are given up', () => {
	const { working, stored } = open();
	click(button('Edit summary'));
	write('They spoke about green tea.');
	working(true);
	stored(gone, theirs);
	working(false);
	expect(written()).toEqual(['They spoke about green tea.']);
	expect(alert()).toContain('Another draft was made elsewhere');
	expect(cards()).toBe(1);
	click(button('Show it'));
	expect(cards()).toBe(2);
	expect(document.body.textContent).toContain('They spoke of jam.');
	expect(all('button').filter((one) => one.textContent.trim() === 'Use summary')).toHaveLength(1);
	click(button('Cancel'));
	expect(cards()).toBe(1);
	expect(alert()).toBe('');
	expect(document.body.textContent).toContain('They spoke of jam.');
});

it('is there again, with its words, in the place of the one that was made elsewhere', async () => {
	await app.db.sessions.put(aSession({ id: 's1' }));
	await app.db.summaries.bulkPut([gone, theirs]);
	const { stored, notices } = open();
	click(button('Edit summary'));
	write('They spoke about green tea.');
	stored(gone, theirs);
	click(button('Keep mine'));
	await eventually(async () => {
		const rows = await app.db.summaries.toArray();
		expect(rows.map(({ id, status }) => [id, status])).toEqual([
			['mine', 'draft'],
			['theirs', 'discarded']
		]);
	});
	await eventually(() => {
		expect(notices.current?.text).toBe('The draft waits again.');
	});
	stored(mine, { ...theirs, status: 'discarded' });
	expect(alert()).toBe('');
	expect(written()).toEqual(['They spoke about green tea.']);
	expect(button('Use summary')).toBeDefined();
});

it('takes its place again before its words are saved', async () => {
	await app.db.sessions.put(aSession({ id: 's1' }));
	await app.db.summaries.bulkPut([gone, theirs]);
	const { stored } = open();
	click(button('Edit summary'));
	write('They spoke about green tea.');
	stored(gone, theirs);
	click(button('Save'));
	await eventually(async () => {
		expect(await app.db.summaries.get('mine')).toMatchObject({
			status: 'draft',
			text: 'They spoke about green tea.'
		});
	});
	expect((await app.db.summaries.get('theirs'))?.status).toBe('discarded');
});

it('is opened with its words where somebody comes back to a session in which it was replaced meanwhile', () => {
	const words = { text: 'They spoke about green tea.', anchors: '' };
	summariesUnderPen.set('mine', { ...words, before: mine });
	open([gone, theirs]);
	expect(written()).toEqual(['They spoke about green tea.']);
	expect(alert()).toContain('Another draft was made elsewhere');
});

it('stores nothing where it can wait no more, and says that its words are to be copied', async () => {
	const { stored, notices } = open();
	click(button('Edit summary'));
	write('They spoke about green tea.');
	stored(gone, { ...theirs, status: 'active' });
	expect(alert()).toContain('can no longer be used');
	expect(button('Keep mine')).toBeUndefined();
	click(button('Save'));
	await eventually(() => {
		expect(notices.current?.text).toContain('can no longer be used');
	});
	expect(written()).toEqual(['They spoke about green tea.']);
});

it('stays as long as somebody writes in it where a restored copy does not know it, and says that its words are to be copied', async () => {
	await app.db.sessions.put(aSession({ id: 's1' }));
	await app.db.summaries.put({ ...mine, status: 'active' });
	const view = new AppState(app).views.of('s1');
	const leave = $effect.root(() => {
		$effect(() => void view.summaries);
	});
	await eventually(() => {
		expect(view.summaries).toHaveLength(1);
	});
	const { stored, notices } = open(view.summaries);
	const { text, anchors } = mine;
	summariesUnderPen.set('mine', {
		text: 'They spoke about green tea.',
		anchors,
		before: { text, anchors }
	});
	await app.db.summaries.clear();
	await app.db.sessions.clear();
	await eventually(() => {
		expect(view.summaries).toMatchObject([{ status: 'discarded' }]);
	});
	stored(...view.summaries);
	expect(alert()).toContain('A copy without this summary was restored');
	expect(button('Keep mine')).toBeUndefined();
	click(button('Save'));
	await eventually(() => {
		expect(notices.current?.text).toContain('A copy without this summary');
	});
	expect(written()).toEqual(['They spoke about green tea.']);
	// The copy had not put it back yet.
	await app.db.summaries.put(mine);
	await eventually(() => {
		expect(view.summaries).toEqual([mine]);
	});
	await app.db.summaries.clear();
	await eventually(() => {
		expect(view.summaries).toMatchObject([{ status: 'discarded' }]);
	});
	stored(...view.summaries);
	click(button('Cancel'));
	expect(cards()).toBe(0);
	leave();
});

it('is gone at once where its session is being forgotten, and no copy is blamed for it', async () => {
	await app.db.sessions.put(aSession({ id: 's1' }));
	await app.db.summaries.put(mine);
	const view = new AppState(app).views.of('s1');
	const leave = $effect.root(() => {
		$effect(() => void view.summaries);
	});
	await eventually(() => {
		expect(view.summaries).toHaveLength(1);
	});
	const { text, anchors } = mine;
	summariesUnderPen.set('mine', { text: 'Green tea', anchors, before: { text, anchors } });
	const seen: (readonly Summary[])[] = [];
	const watch = $effect.root(() => {
		$effect(() => void seen.push(view.summaries));
	});
	const what = { kind: 'session', sessionId: 's1' } as const;
	const pending = { what, lines: [], summaries: {} };
	await app.db.tombstones.put({ id: 's1', kind: 'session', at: 1, pending });
	await app.db.summaries.clear();
	await eventually(() => {
		expect(view.summaries).toEqual([]);
	});
	expect(seen.flat().map(({ status }) => status)).not.toContain('discarded');
	watch();
	leave();
});

it('is gone when it was discarded here, and has its words again when that is undone', () => {
	const { stored } = open();
	click(button('Edit summary'));
	write('They spoke about green tea.');
	layAside('mine');
	stored(gone);
	expect(cards()).toBe(0);
	stored(mine);
	click(button('Edit summary'));
	expect(written()).toEqual(['They spoke about green tea.']);
});

it('says of a summary that is undone while words are written in it that they are kept, with the way back', () => {
	const used = aSummary(5, { id: 'used', round: 2 });
	const { text, anchors } = used;
	const { stored } = open([used]);
	expect(alert()).toBe('');
	summariesUnderPen.set('used', { text: 'Half written', anchors, before: { text, anchors } });
	flushSync();
	expect(alert()).toBe('');
	stored({ ...used, status: 'reverted' });
	expect(alert()).toContain('The summary of round 2 is no longer in use');
	expect(alert()).toContain('Words you have not saved in it are kept');
	expect(button('Restore summary')).toBeDefined();
	click(button('Dismiss'));
	expect(alert()).toBe('');
	expect(summariesUnderPen.get('used')?.text).toBe('Half written');
	stored({ ...used, status: 'reverted' }, aSummary(7, { id: 'next', round: 3 }));
	expect(alert()).toBe('');
});
