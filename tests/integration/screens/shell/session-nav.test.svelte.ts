import { flushSync } from 'svelte';
import { afterEach, expect, it, vi } from 'vitest';
import SessionNav from '#ui/sessions/SessionNav.svelte';
import type { SessionListActions } from '#ui/sessions/session-list-actions.ts';
import type { SessionEntry } from '#state/session-list.svelte.ts';
import { clear, show } from '../../kit/kit-page.ts';

afterEach(async () => {
	await clear();
	vi.useRealTimers();
});

const actions: SessionListActions = {
	rename: () => Promise.resolve(null),
	move: () => Promise.resolve(null),
	pin: () => undefined,
	exportAs: () => undefined,
	remove: () => undefined
};

it('a list that stays over midnight tells its days anew wherever one goes', () => {
	vi.useFakeTimers({ now: new Date(2026, 10, 27, 23, 30), toFake: ['Date'] });
	const entry: SessionEntry = {
		id: 's1',
		title: 'Beans',
		kind: 'main',
		offRecord: false,
		pinned: false,
		folder: null,
		activeAt: Date.now() - 60_000
	};
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
