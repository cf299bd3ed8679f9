import { afterEach, expect, it, vi } from 'vitest';
import type { ForgettingLook } from '#state/memory/forgetting.svelte.ts';
import ForgetDialog from '#ui/forgetting/ForgetDialog.svelte';
import { all, clear, click, show } from '../../kit/kit-page.ts';

/** Before a line is forgotten: where else its words stand. */

afterEach(clear);

it('other messages that say the same are shown with their words, and those that are ticked are to go too', () => {
	const onforget = vi.fn();
	const onalso = vi.fn();
	const place = (turnId: string, title: string) => ({
		sessionId: 's1',
		turnId,
		title,
		said: `I live in Porto, ${turnId}`,
		question: title === '' ? 'Where do I live?' : '',
		at: Date.UTC(2026, 10, 20, 12)
	});
	const look: ForgettingLook = {
		at: 'found',
		found: {
			kind: 'line',
			summaries: [],
			lines: [],
			elsewhere: [place('t1', 'A walk'), place('t2', '')],
			hosts: ['api.example'],
			damaged: []
		}
	};
	show(ForgetDialog, {
		kind: 'line' as const,
		look,
		busy: false,
		onforget,
		onalso,
		onlookagain: () => undefined,
		onclose: () => undefined
	});
	const links = [...document.querySelectorAll('a')];
	expect(links.map((link) => [link.textContent, link.getAttribute('href'), link.target])).toEqual([
		[expect.stringMatching(/^Nov 20, 2026, .*, in “A walk”$/), '/chat/s1#t1', '_blank'],
		[
			expect.stringMatching(/^Answer to “Where do I live\?”, Nov 20, 2026, .*, in “New chat”$/),
			'/chat/s1#t2',
			'_blank'
		]
	]);
	const boxes = [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')];
	expect(boxes.map((box) => [box.checked, box.labels?.[0]?.textContent.trim()])).toEqual([
		[false, 'I live in Porto, t1'],
		[false, 'I live in Porto, t2']
	]);
	// What nobody here can reach is folded, and tells the host all the same.
	const folded = document.querySelector('details');
	expect([folded?.open, folded?.textContent.includes('api.example')]).toEqual([false, true]);
	click(boxes[1]);
	expect(onalso).toHaveBeenLastCalledWith(['t2']);
	click(all('button').find((one) => one.textContent.trim() === 'Forget'));
	expect(onforget).toHaveBeenCalledWith(
		expect.objectContaining({ lines: [], also: [expect.objectContaining({ turnId: 't2' })] })
	);
});

it.each(['turn', 'line'] as const)(
	'of a %s whose words stand nowhere else nobody is told to tick something',
	(kind) => {
		const found = { kind, summaries: [], lines: [], elsewhere: [], hosts: [], damaged: [] };
		show(ForgetDialog, {
			kind,
			look: { at: 'found', found } as const,
			busy: false,
			onforget: vi.fn(),
			onalso: vi.fn(),
			onlookagain: vi.fn(),
			onclose: vi.fn()
		});
		expect(document.querySelector('input[type=checkbox]')).toBeNull();
		expect(document.body.textContent).toContain('Messages that say the same stay.');
		expect(document.body.textContent).not.toMatch(/\btick\b/);
	}
);

it.each(['turn', 'session', 'line', 'memory-file', 'archive'] as const)(
	'of a %s it is said where it goes from, what stays, and that it cannot be undone',
	(kind) => {
		show(ForgetDialog, {
			kind,
			look: { at: 'looking' } as const,
			busy: false,
			onforget: vi.fn(),
			onalso: vi.fn(),
			onlookagain: vi.fn(),
			onclose: vi.fn()
		});
		const said = [...document.querySelectorAll('dialog p:not([role])')].map(
			(one) => one.textContent
		);
		expect(said).toHaveLength(3);
		const [goes, stays, last] = said;
		expect(goes).toMatch(/\bgo(es)? from this device for good\b/);
		expect(stays).toMatch(/\bstays?\b/);
		expect(last).toBe('This cannot be undone.');
	}
);
