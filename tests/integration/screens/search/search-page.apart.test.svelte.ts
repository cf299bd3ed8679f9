import { flushSync, mount, unmount } from 'svelte';
import type { Snapshot } from '@sveltejs/kit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { SearchHit } from '#core/search/found.ts';
import { AppState, provideAppState } from '#state/app.svelte.ts';
import Page from '../../../../src/routes/search/+page.svelte';
import { provideShellState, ShellState } from '../../../../src/routes/frame/shell-state.svelte.ts';
import { anApp, type TestApp } from '../../../support/apps/an-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { anArchive } from '../../../support/builders/an-archive.ts';
import { storeSession } from '../../../support/builders/stored-session.ts';
import { eventually } from '../../../support/eventually.ts';

/** The page of the search: its words stand in the address, which a browser lets change only so often; what it shows is true. */

type Leaving = (navigation: { readonly type: string }) => void;
const router = vi.hoisted(() => ({
	leaving: new Set<Leaving>(),
	replaceState: vi.fn<(address: URL) => void>()
}));
vi.mock('$app/state', () => ({
	page: { url: new URL('https://keepsake.test/search'), params: {}, state: {} }
}));
vi.mock('$app/navigation', () => ({
	afterNavigate: () => undefined,
	beforeNavigate: (leaving: Leaving) => router.leaving.add(leaving),
	goto: () => Promise.resolve(),
	replaceState: router.replaceState
}));

let app: TestApp;
let page: Record<string, unknown>;

beforeEach(async () => {
	router.leaving.clear();
	router.replaceState.mockReset();
	app = await anApp();
	const keepsake = new AppState(app);
	const inApp = (...asked: Parameters<typeof Page>) => {
		provideAppState(keepsake);
		provideShellState(new ShellState());
		return Page(...asked);
	};
	page = mount(inApp, { target: document.body, context: new Map(), props: {} });
	flushSync();
});
afterEach(async () => {
	await unmount(page);
	await app.close();
});

const field = () => document.querySelector<HTMLInputElement>('input[type=search]')!;
function type(words: string) {
	for (let to = 1; to <= words.length; to++) {
		field().value = words.slice(0, to);
		field().dispatchEvent(new Event('input', { bubbles: true }));
	}
	flushSync();
}
const written = () =>
	router.replaceState.mock.calls.map(([address]) => address.searchParams.get('q'));
const leave = (how: string) => {
	for (const leaving of router.leaving) leaving({ type: how });
};

it('the arrows of an input method stay with it', () => {
	const press = (init: KeyboardEventInit) => {
		const event = new KeyboardEvent('keydown', {
			key: 'ArrowDown',
			...init,
			bubbles: true,
			cancelable: true
		});
		field().dispatchEvent(event);
		return event.defaultPrevented;
	};
	expect(press({ isComposing: true })).toBe(false);
	const asWebKitTellsItsEnd = { keyCode: 229 };
	expect(press(asWebKitTellsItsEnd)).toBe(false);
	expect(press({})).toBe(true);
});

it('the address is written at once for the first change, and once in a while for all that is typed since', async () => {
	type('lighthouse');
	expect(written()).toEqual(['l']);
	await eventually(() => expect(written()).toEqual(['l', 'lighthouse']));
});

it('the address is written when the field or the page is left, and not again after that', () => {
	type('light');
	field().dispatchEvent(new FocusEvent('blur'));
	expect(written()).toEqual(['l', 'light']);
	field().dispatchEvent(new FocusEvent('blur'));
	expect(written()).toHaveLength(2);
	type('lights');
	leave('link');
	leave('link');
	expect(written().slice(2)).toEqual(['l', 'lights']);
});

it('the address is not written where the browser has gone to another entry already', () => {
	type('light');
	leave('popstate');
	field().dispatchEvent(new FocusEvent('blur'));
	expect(written()).toEqual(['l']);
});

it('the address may be refused: the search goes on, and the next change writes it', () => {
	router.replaceState.mockImplementationOnce(() => {
		throw new DOMException('too many', 'SecurityError');
	});
	type('light');
	expect(field().value).toBe('light');
	leave('link');
	expect(written()).toEqual(['l', 'light']);
});

const hit = (id: string): SearchHit => ({
	...{ id, kind: 'turn', sessionId: id, sessionTitle: id, turnId: id, branch: 'trunk' },
	...{ seq: 0, place: null, role: 'user', at: 1, snippet: [{ text: id, hit: true }], text: id }
});
const shown = () => [...document.querySelectorAll<HTMLElement>('main li a')];
const titles = () => shown().map((link) => link.querySelector('.title')?.textContent);

it('what was found leaves the page with what is deleted, and what had the focus there hands it on', async () => {
	let hits = ['Oak', 'Elm', 'Ash'];
	app.jobs.search = () => Promise.resolve({ status: 'found', hits: hits.map(hit) });
	type('tree');
	await eventually(() => expect(titles()).toEqual(['Oak', 'Elm', 'Ash']));
	const [, elm] = shown();
	elm?.focus();
	hits = ['Ash', 'Oak', 'Elm'];
	await storeSession(app.db, aSession(), []);
	await eventually(() => expect(titles()).toEqual(hits));
	await eventually(() => expect(document.activeElement).toBe(elm));
	hits = ['Ash', 'Oak'];
	await storeSession(app.db, aSession({ id: 's2' }), []);
	await eventually(() => expect(titles()).toEqual(hits));
	await eventually(() => expect(document.activeElement).toBe(shown()[1]));
	hits = [];
	await storeSession(app.db, aSession({ id: 's3' }), []);
	await eventually(() => expect(shown()).toEqual([]));
	await eventually(() => expect(document.activeElement).toBe(field()));
});

it('who comes back finds as many results as were shown, and the place among them', async () => {
	const all = Array.from({ length: 70 }, (_, at) => hit(`Oak ${String(at)}`));
	app.jobs.search = ({ limit }) =>
		Promise.resolve({ status: 'found', hits: all.slice(0, limit) }) as never;
	type('tree');
	await eventually(() => expect(shown()).toHaveLength(30));
	const scroller = document.querySelector('.page .page')!.parentElement!;
	const { snapshot } = page as { snapshot: Snapshot };
	snapshot.restore({ shown: 60, top: 900 });
	await eventually(() => {
		flushSync();
		expect(shown()).toHaveLength(60);
		expect(scroller.scrollTop).toBe(900);
	});
	expect(snapshot.capture()).toEqual({ shown: 60, top: 900 });
	// There may be less by now: then it is gone as far as there is something.
	scroller.scrollTop = 0;
	all.length = 40;
	snapshot.restore({ shown: 120, top: 300 });
	await eventually(() => {
		flushSync();
		expect(shown()).toHaveLength(40);
		expect(scroller.scrollTop).toBe(300);
	});
});

it('of days the wrong way round it is said that they are, not that nothing holds the words', async () => {
	history.replaceState(null, '', '/search?q=tea&from=2026-11-20&to=2026-11-19');
	await unmount(page);
	page = mount(
		(...asked: Parameters<typeof Page>) => {
			provideAppState(new AppState(app));
			provideShellState(new ShellState());
			return Page(...asked);
		},
		{ target: document.body, context: new Map(), props: {} }
	);
	app.jobs.search = () => Promise.resolve({ status: 'found', hits: [] }) as never;
	await eventually(() => {
		flushSync();
		expect(document.querySelector('.nothing')?.textContent.trim()).toBe(
			'The dates are the wrong way round: “From” is later than “To”.'
		);
	});
	history.replaceState(null, '', '/search');
});

const named = () =>
	[...document.querySelectorAll<HTMLAnchorElement>('section a')].map((link) => [
		link.textContent,
		link.getAttribute('href')
	]);
const empty = () => document.querySelector('.nothing')?.textContent.trim();

it('sessions are found by their names beside what was said in them, also those that have ended', async () => {
	await storeSession(app.db, aSession({ title: 'Boats' }), []);
	await storeSession(app.db, aSession({ id: 's2', title: 'Trains', endedAt: 1 }), []);
	await app.db.archives.bulkAdd([
		anArchive({ sessionId: 's1', title: 'Boats' }),
		anArchive({ sessionId: 's2', title: 'Trains' }),
		anArchive({ sessionId: 's2', id: 'a2', title: 'Trains', round: 1 })
	]);
	type('boat');
	await eventually(() => expect(named()).toEqual([['Boats', '/chat/s1']]));
	expect(empty()).toBeUndefined();
	expect(document.querySelector('[role=status]')?.textContent).toContain('1 session by name');
	type('train');
	await eventually(() => expect(named()).toEqual([['Trains', '/archive/archive-s2']]));
	app.jobs.search = () => Promise.resolve({ status: 'found', hits: [hit('Oak')] });
	type('boats');
	await eventually(() => expect(named()).toEqual([['Boats', '/chat/s1']]));
	expect(document.querySelector('[aria-label=Results]')?.textContent).toContain('Oak');
	app.jobs.search = () => Promise.resolve({ status: 'found', hits: [] });
	type('ferry');
	await eventually(() => expect(empty()).toBe('Nothing contains “ferry”.'));
	expect(named()).toEqual([]);
});

it('of many sessions of one name a few are shown, and all when they are asked for', async () => {
	for (let at = 0; at < 7; at++)
		await storeSession(app.db, aSession({ id: `s${String(at)}`, title: `Boat ${String(at)}` }), []);
	type('boat');
	await eventually(() => expect(named()).toHaveLength(5));
	[...document.querySelectorAll('button')]
		.find(({ textContent }) => textContent.includes('Show all 7'))!
		.click();
	flushSync();
	expect(named()).toHaveLength(7);
});

it('sessions of one name and one day are told apart by the hour, by their names, to be chosen and in what was found', async () => {
	// Who goes on with an archive has two of them.
	const at = (hour: number) => new Date(2026, 10, 28, hour).getTime();
	const bySession = [9, 15].map((hour) => ({
		sessionId: `s${String(hour)}`,
		title: 'Boats',
		at: at(hour),
		count: 1
	}));
	for (const { sessionId, title, at: activeAt } of bySession)
		await storeSession(app.db, aSession({ id: sessionId, title, activeAt }), []);
	const counts = { all: 2, byRole: {}, byPlace: {}, bySession };
	// What was said before they parted stands in both.
	const hits = bySession.map(({ sessionId, title }) => ({
		...hit(sessionId),
		sessionTitle: title,
		at: at(8)
	}));
	app.jobs.search = () => Promise.resolve({ status: 'found', hits: [...hits, hit('Oak')], counts });
	type('boats');
	await eventually(() => expect(named()).toHaveLength(2));
	const notes = () => [...document.querySelectorAll('[aria-label=Results] .note')];
	await eventually(() => expect(notes()).toHaveLength(3));
	expect(notes().map(({ textContent }) => textContent)).toEqual([
		expect.stringMatching(/ · session last used .*9:00/),
		expect.stringMatching(/ · session last used .*3:00/),
		expect.not.stringContaining('last used')
	]);
	const told = [...document.querySelectorAll('section .soft')].map((when) => when.textContent);
	expect(told).toEqual([expect.stringContaining('3:00'), expect.stringContaining('9:00')]);
	const choices = [...document.querySelectorAll('option')].map(({ textContent }) => textContent);
	expect(choices.slice(1)).toEqual([
		expect.stringContaining('9:00'),
		expect.stringContaining('3:00')
	]);
});
