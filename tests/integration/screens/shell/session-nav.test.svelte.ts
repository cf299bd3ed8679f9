import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import { answerMarks } from '#state/chat/answer-marks.svelte.ts';
import SessionNav from '#ui/sessions/SessionNav.svelte';
import type { SessionListActions } from '#ui/sessions/session-list-actions.ts';
import type { SessionEntry } from '#state/session-list.ts';
import { eventually } from '../../../support/eventually.ts';
import { clear, click, press, show } from '../../kit/kit-page.ts';

afterEach(async () => {
	await clear();
	answerMarks.clear();
	vi.useRealTimers();
});

const actions: SessionListActions = {
	rename: () => Promise.resolve(null),
	move: () => Promise.resolve(null),
	pin: () => undefined,
	exportAs: () => undefined,
	archive: () => undefined,
	remove: () => undefined
};

const entryOf = (id: string, more: Partial<SessionEntry> = {}): SessionEntry => ({
	id,
	title: 'Beans',
	kind: 'main',
	offRecord: false,
	pinned: false,
	folder: null,
	activeAt: Date.now() - 60_000,
	...more
});

it('a folder is closed while the list is filtered, too, and open again for something else', () => {
	const entries = Array.from({ length: 8 }, (_, n) =>
		entryOf(`s${String(n)}`, { title: `Beans ${String(n)}`, folder: n < 2 ? 'Garden' : null })
	);
	show(SessionNav, { entries, currentId: null, actions });
	const [field] = document.querySelectorAll('input');
	const folder = () => document.querySelector<HTMLButtonElement>('button.folder');
	const look = (query: string) => {
		if (!field) throw new Error('no field');
		field.value = query;
		field.dispatchEvent(new Event('input', { bubbles: true }));
		flushSync();
	};
	const listed = () => document.querySelectorAll('nav a').length;
	expect(listed()).toBe(6);
	look('beans');
	expect(folder()?.getAttribute('aria-expanded')).toBe('true');
	expect(listed()).toBe(8);
	click(folder());
	expect(folder()?.getAttribute('aria-expanded')).toBe('false');
	expect(listed()).toBe(6);
	click(folder());
	expect(listed()).toBe(8);
	click(folder());
	look('beans 1');
	expect(listed()).toBe(1);
	look('');
	expect(folder()?.getAttribute('aria-expanded')).toBe('false');
});

it('how many sessions a filter leaves is heard', () => {
	const entries = Array.from({ length: 8 }, (_, n) =>
		entryOf(`s${String(n)}`, { title: `Beans ${String(n)}` })
	);
	show(SessionNav, { entries, currentId: null, actions });
	const [field] = document.querySelectorAll('input');
	const heard = () => document.querySelector('[role="status"]')?.textContent;
	const told = ['beans', 'beans 1', 'peas', ' ', ''].map((query) => {
		field!.value = query;
		field!.dispatchEvent(new Event('input', { bubbles: true }));
		flushSync();
		return heard();
	});
	expect(told).toEqual(['8 sessions', '1 session', '0 sessions', '', '']);
});

it('how an answer stands is told beside the session it is in, and not by its name', () => {
	const ids = ['s1', 's2', 's3', 's4'];
	const entries = ids.map((id) => entryOf(id, { title: id }));
	show(SessionNav, { entries, currentId: 's4', actions });
	const told = () =>
		[...document.querySelectorAll('nav a')].map((link) => {
			const mark = document.getElementById(link.getAttribute('aria-describedby') ?? '');
			return [link.textContent.trim(), mark?.textContent.trim(), mark?.title];
		});
	expect(told()).toEqual(ids.map((id) => [id, undefined, undefined]));
	answerMarks.set('s1', 'answering');
	answerMarks.set('s2', 'answered');
	answerMarks.set('s3', 'failed');
	// Who is there sees it there.
	answerMarks.set('s4', 'answering');
	flushSync();
	expect(told()).toEqual([
		['s1', 'Answering', 'Answering'],
		['s2', 'New answer', 'New answer'],
		['s3', 'Failed', 'Failed'],
		['s4', undefined, undefined]
	]);
	answerMarks.delete('s2');
	flushSync();
	expect(told()[1]).toEqual(['s2', undefined, undefined]);
});

it('a closed folder tells of the answer in it that wants most to be seen, and an open one leaves that to its sessions', () => {
	const entries = ['s1', 's2', 's3', 's4'].map((id) =>
		entryOf(id, { folder: id === 's4' ? 'Work' : 'My garden' })
	);
	show(SessionNav, { entries, currentId: null, actions });
	const folders = () => [...document.querySelectorAll<HTMLElement>('button.folder')];
	const told = () =>
		folders().map((folder) =>
			document.getElementById(folder.getAttribute('aria-describedby') ?? '')?.textContent.trim()
		);
	answerMarks.set('s1', 'answering');
	flushSync();
	expect(told()).toEqual([undefined, undefined]);
	answerMarks.set('s2', 'answered');
	flushSync();
	expect(told()).toEqual(['New answer', undefined]);
	answerMarks.set('s3', 'asks');
	answerMarks.set('s1', 'failed');
	flushSync();
	expect(told()).toEqual(['Waits for you', undefined]);
	answerMarks.delete('s3');
	flushSync();
	expect(told()).toEqual(['Failed', undefined]);
	expect(folders()[0]?.querySelector('.name')?.textContent).toBe('My garden');
	click(folders()[0]);
	expect(told()).toEqual([undefined, undefined]);
});

it('a closed folder leaves out the session on screen, and is drawn whatever it is called', () => {
	// As a name that was cut within an emoji.
	const entries = ['s1', 's2'].map((id) => entryOf(id, { folder: 'Garden \ud83c' }));
	show(SessionNav, { entries, currentId: 's1', actions });
	const told = () => {
		const id = document.querySelector('button.folder')?.getAttribute('aria-describedby');
		return document.getElementById(id ?? '')?.textContent.trim();
	};
	answerMarks.set('s1', 'asks');
	flushSync();
	expect(told()).toBeUndefined();
	answerMarks.set('s2', 'answered');
	flushSync();
	expect(told()).toBe('New answer');
});

it('a closed folder says that the session on screen lies in it, and an open one leaves that to the session', () => {
	const entries = ['s1', 's2', 's3'].map((id) =>
		entryOf(id, { folder: id === 's3' ? 'Work' : 'Garden' })
	);
	show(SessionNav, { entries, currentId: 's2', actions });
	const current = () =>
		[...document.querySelectorAll('nav [aria-current]')].map((one) => [
			one.getAttribute('aria-current'),
			one.getAttribute('href') ?? one.querySelector('.name')?.textContent
		]);
	expect(current()).toEqual([['true', 'Garden']]);
	click(document.querySelector<HTMLElement>('button.folder'));
	expect(current()).toEqual([['page', '/chat/s2']]);
});

it('a list that stays over midnight tells its days anew wherever one goes', () => {
	vi.useFakeTimers({ now: new Date(2026, 10, 27, 23, 30), toFake: ['Date'] });
	const entry = entryOf('s1');
	let current: string | null = $state('s1');
	show(SessionNav, {
		entries: [entry],
		actions,
		get currentId() {
			return current;
		}
	});
	const headings = () => [...document.querySelectorAll('.heading')].map((one) => one.textContent);
	expect(headings()).toEqual(['Today']);
	vi.setSystemTime(new Date(2026, 10, 28, 8, 0));
	current = null;
	flushSync();
	expect(headings()).toEqual(['Yesterday']);
});

it('a list that stays over midnight tells its days anew while nobody goes anywhere', () => {
	vi.useFakeTimers({
		now: new Date(2026, 10, 27, 23, 30),
		toFake: ['Date', 'setInterval', 'clearInterval']
	});
	show(SessionNav, { entries: [entryOf('s1')], actions, currentId: 's1' });
	const headings = () => [...document.querySelectorAll('.heading')].map((one) => one.textContent);
	vi.setSystemTime(new Date(2026, 10, 28, 8, 0));
	flushSync();
	expect(headings()).toEqual(['Today']);
	vi.advanceTimersByTime(60_000);
	flushSync();
	expect(headings()).toEqual(['Yesterday']);
});

it('Esc empties the filter first, then ends the choosing of several', async () => {
	const entries = Array.from({ length: 8 }, (_, n) => entryOf(`s${String(n)}`));
	show(SessionNav, { entries, currentId: null, actions });
	click(document.querySelector<HTMLElement>('[aria-label="Choose several sessions"]'));
	await eventually(() => {
		expect(document.querySelector('[aria-label="With the chosen sessions"]')).not.toBeNull();
	});
	const field = document.querySelector<HTMLInputElement>('input[type=search]')!;
	field.value = 'beans';
	field.dispatchEvent(new Event('input', { bubbles: true }));
	flushSync();
	press(field, 'Escape');
	expect(field.value).toBe('');
	const boxes = () => document.querySelectorAll('input[type=checkbox]').length;
	expect(boxes()).toBe(8);
	press(document.querySelector('input[type=checkbox]'), 'Escape');
	expect(boxes()).toBe(0);
});

it('the row of a session is shown once when one comes to it, and where it is read the list does not move', () => {
	const shown = vi.fn(function (this: Element) {
		return this.getAttribute('href');
	});
	vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(shown);
	const three = ['s1', 's2', 's3'].map((id) => entryOf(id));
	let entries = $state.raw(three);
	let current: string | null = $state(null);
	show(SessionNav, {
		actions,
		get entries() {
			return entries;
		},
		get currentId() {
			return current;
		}
	});
	const goTo = (id: string | null) => {
		current = id;
		flushSync();
	};
	goTo('s3');
	expect(shown.mock.results.map(({ value }) => value as string)).toEqual(['/chat/s3']);
	entries = three.toReversed();
	flushSync();
	goTo(null);
	goTo('s3');
	expect(shown).toHaveBeenCalledOnce();
	goTo('s4');
	expect(shown).toHaveBeenCalledOnce();
	entries = [entryOf('s4'), ...three];
	flushSync();
	expect(shown.mock.results.map(({ value }) => value as string)).toEqual(['/chat/s3', '/chat/s4']);
	vi.restoreAllMocks();
});
