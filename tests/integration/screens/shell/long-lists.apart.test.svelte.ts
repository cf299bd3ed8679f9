import { afterEach, expect, it, vi } from 'vitest';
import ArchiveList from '#ui/archive/ArchiveList.svelte';
import SessionNav from '#ui/sessions/SessionNav.svelte';
import { eventually } from '../../../support/eventually.ts';
import { anArchive } from '../../../support/builders/an-archive.ts';
import { clear, show } from '../../kit/kit-page.ts';

const away = vi.hoisted(() => () => {
	throw new TypeError('Failed to fetch dynamically imported module');
});
vi.mock('#ui/sessions/LongList.svelte', away);
vi.mock('#ui/archive/LongArchiveList.svelte', away);

afterEach(clear);

it('of a long list that cannot be drawn as one the first are there, and the filter', async () => {
	const entries = Array.from({ length: 70 }, (_, n) => ({
		id: `s${String(n)}`,
		title: `Beans ${String(n)}`,
		kind: 'main' as const,
		offRecord: false,
		pinned: false,
		folder: null,
		activeAt: Date.now() - 60_000
	}));
	show(SessionNav, { entries, currentId: null, actions: {} as never });
	await eventually(() => expect(document.querySelectorAll('nav li')).toHaveLength(60));
	expect(document.querySelectorAll('input')).toHaveLength(1);
});

it('and so it is with archives', async () => {
	const entries = Array.from({ length: 70 }, (_, n) => anArchive({ id: `a${String(n)}` }));
	show(ArchiveList, { entries });
	await eventually(() => expect(document.querySelectorAll('[role=listitem] a')).toHaveLength(60));
});
