import { flushSync, tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Toast from '#ui/kit/notices/Toast.svelte';
import { all, clear, click, show } from './kit-page.ts';

afterEach(clear);

describe('the toast', () => {
	afterEach(() => {
		vi.useRealTimers();
	});

	it('is a status that is always there, and offers one way back, for one press', () => {
		const onpress = vi.fn();
		const props = $state({
			message: undefined as
				undefined | { text: string; action?: { label: string; onpress: () => void } },
			ondismiss: vi.fn()
		});
		show(Toast, props);
		expect(all('status')).toHaveLength(1);
		props.message = { text: 'Compaction undone.', action: { label: 'Redo', onpress } };
		flushSync();
		expect(all('status')[0]?.textContent).toContain('Compaction undone.');
		click(all('button').find((button) => button.textContent.trim() === 'Redo'));
		expect(onpress).toHaveBeenCalledOnce();
		expect(props.ondismiss).toHaveBeenCalledBefore(onpress);
	});

	it('says a failure in an alert, which is there no longer than it', () => {
		const props = $state({
			message: undefined as undefined | { text: string; isFailure?: boolean },
			ondismiss: vi.fn()
		});
		show(Toast, props);
		expect(all('alert')).toEqual([]);
		props.message = { text: 'The disk is full.', isFailure: true };
		flushSync();
		expect(all('alert').map((alert) => alert.textContent.trim())).toEqual(['The disk is full.']);
		expect(all('status')[0]?.textContent.trim()).toBe('');
	});

	it('gives the focus back where it was when its words go', () => {
		const field = document.createElement('input');
		document.body.append(field);
		const props = $state<{ message: { text: string } | undefined; ondismiss: () => void }>({
			message: { text: 'Deleted.' },
			ondismiss: () => {
				props.message = undefined;
			}
		});
		show(Toast, props);
		field.focus();
		const dismiss = all('button').at(-1);
		dismiss?.focus();
		click(dismiss);
		flushSync();
		expect(document.activeElement).toBe(field);
		field.remove();
	});

	it('gives the focus back when its way back was taken and the next words offer none', async () => {
		const field = document.createElement('input');
		document.body.append(field);
		const onpress = async () => {
			await tick();
			props.message = { text: 'It is back.' };
		};
		const props = $state<{
			message: { text: string; action?: { label: string; onpress: () => unknown } } | undefined;
			ondismiss: () => void;
		}>({
			message: { text: 'Deleted.', action: { label: 'Undo', onpress } },
			ondismiss: () => {
				props.message = undefined;
			}
		});
		show(Toast, props);
		field.focus();
		const undo = all('button')[0];
		undo?.focus();
		click(undo);
		expect(document.activeElement).toBe(field);
		await tick();
		flushSync();
		expect(all('status')[0]?.textContent).toContain('It is back.');
		expect(document.activeElement).toBe(field);
		field.remove();
	});

	it('keeps the focus where the next words offer the way forth again', () => {
		const props = $state({
			message: { text: 'Undone.', action: { label: 'Undo', onpress: vi.fn() } },
			ondismiss: vi.fn()
		});
		show(Toast, props);
		all('button')[0]?.focus();
		props.message = { text: 'Done.', action: { label: 'Redo', onpress: vi.fn() } };
		flushSync();
		expect(document.activeElement?.textContent.trim()).toBe('Redo');
	});

	it('stays as long as it takes to read it', () => {
		vi.useFakeTimers();
		const ondismiss = vi.fn();
		show(Toast, { message: { text: 'word '.repeat(50), isFailure: true }, ondismiss });
		vi.advanceTimersByTime(15_000);
		expect(ondismiss).not.toHaveBeenCalled();
		vi.advanceTimersByTime(10_000);
		expect(ondismiss).toHaveBeenCalledOnce();
	});

	it('waits for whoever comes back to a tab that nobody looked at', () => {
		vi.useFakeTimers();
		const sight = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
		const turn = (to: DocumentVisibilityState) => {
			sight.mockReturnValue(to);
			document.dispatchEvent(new Event('visibilitychange'));
			flushSync();
		};
		const ondismiss = vi.fn();
		const action = { label: 'Undo', onpress: vi.fn() };
		show(Toast, { message: { text: 'Archived at its hour.', action }, ondismiss });
		vi.advanceTimersByTime(8 * 3_600_000);
		turn('visible');
		vi.advanceTimersByTime(6000);
		turn('hidden');
		vi.advanceTimersByTime(3_600_000);
		expect(ondismiss).not.toHaveBeenCalled();
		turn('visible');
		vi.advanceTimersByTime(12_000);
		expect(ondismiss).toHaveBeenCalledOnce();
		sight.mockRestore();
	});

	it('goes by itself, later where it offers something, and not while it is held', () => {
		vi.useFakeTimers();
		const ondismiss = vi.fn();
		const action = { label: 'Undo', onpress: vi.fn() };
		show(Toast, { message: { text: 'Deleted.', action }, ondismiss });
		vi.advanceTimersByTime(9000);
		expect(ondismiss).not.toHaveBeenCalled();
		all('status')[0]?.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
		flushSync();
		vi.advanceTimersByTime(30_000);
		expect(ondismiss).not.toHaveBeenCalled();
		all('status')[0]?.dispatchEvent(new FocusEvent('focusout', { bubbles: true }));
		flushSync();
		vi.advanceTimersByTime(12_000);
		expect(ondismiss).toHaveBeenCalledOnce();
	});
});
