import { createRawSnippet, flushSync, tick } from 'svelte';
import { afterEach, describe, expect, it, vi } from 'vitest';
import Button from '#ui/kit/Button.svelte';
import Dialog from '#ui/kit/Dialog.svelte';
import Menu from '#ui/kit/Menu.svelte';
import Newest from '#ui/kit/notices/Newest.svelte';
import RadioGroup from '#ui/kit/fields/RadioGroup.svelte';
import Switch from '#ui/kit/fields/Switch.svelte';
import TextField from '#ui/kit/fields/TextField.svelte';
import { isFocusLost } from '#ui/kit/focus/focus.ts';
import { nextItem } from '#ui/kit/menu-keys.ts';
import { eventually } from '../../support/eventually.ts';
import { all, clear, click, press, show } from './kit-page.ts';

afterEach(clear);

const text = (html: string) => createRawSnippet(() => ({ render: () => html }));

describe('a list with the newest first', () => {
	const rows = (count: number) =>
		Array.from({ length: count }, (_, at) => ({ id: `r${String(at)}` }));
	const row = createRawSnippet<[{ readonly id: string }]>((one) => ({
		render: () => `<p>${one().id}</p>`
	}));
	const listed = () => [...document.querySelectorAll('li')].map((item) => item.textContent.trim());

	it('shows all of a few', () => {
		show(Newest, { rows: rows(30), row });
		expect(listed()).toHaveLength(30);
		expect(all('button')).toEqual([]);
	});

	it('shows the first of many, all when they are asked for, and the button stays where it was', () => {
		show(Newest, { rows: rows(70), row });
		expect(listed()).toEqual(rows(30).map(({ id }) => id));
		const [button] = all('button');
		expect(button?.textContent.trim()).toBe('Show all 70');
		expect(button?.getAttribute('aria-expanded')).toBe('false');
		click(button);
		flushSync();
		expect(listed()).toHaveLength(70);
		expect(all('button')[0]).toBe(button);
		expect(button?.getAttribute('aria-expanded')).toBe('true');
		click(button);
		flushSync();
		expect(listed()).toHaveLength(30);
	});

	it('asks for older ones also where few are left of what was read', () => {
		const onmore = vi.fn();
		show(Newest, { rows: rows(2), row, onmore });
		expect(all('button').map((one) => one.textContent.trim())).toEqual(['Show more']);
		click(all('button')[0]);
		expect(onmore).toHaveBeenCalledOnce();
	});

	it('says nothing of all where older ones are not read yet, and asks for them with each press', () => {
		const onmore = vi.fn();
		show(Newest, { rows: rows(70), row, onmore });
		const named = () => all('button').map((one) => one.textContent.trim());
		expect(named()).toEqual(['Show more']);
		click(all('button')[0]);
		expect(listed()).toHaveLength(70);
		expect(named()).toEqual(['Show the newest only', 'Show more']);
		click(all('button')[1]);
		expect(onmore).toHaveBeenCalledOnce();
	});
});

describe('a menu', () => {
	const chosen = vi.fn();
	const items = ['Rename', 'Pin session', 'Delete session'].map((label) => ({
		label,
		onselect: () => {
			chosen(label);
		}
	}));
	const labels = items.map((item) => item.label);

	it('moves the focus by arrows, Home, End and letters, round its ends', () => {
		const from = (current: number, key: string) => nextItem(key, { current, labels });
		expect([from(0, 'ArrowDown'), from(2, 'ArrowDown'), from(0, 'ArrowUp')]).toEqual([1, 0, 2]);
		expect([from(-1, 'ArrowDown'), from(-1, 'ArrowUp')]).toEqual([0, 2]);
		expect([from(1, 'Home'), from(0, 'End'), from(0, 'd'), from(2, 'P')]).toEqual([0, 2, 2, 1]);
		expect([from(0, 'Enter'), from(0, ' '), from(0, 'z')]).toEqual([null, null, null]);
		expect(nextItem('ArrowDown', { current: -1, labels: [] })).toBeNull();
	});

	it('holds no items until it is opened, and says so', async () => {
		show(Menu, { label: 'Session actions', items });
		const [button] = all('button');
		expect(button?.getAttribute('aria-label')).toBe('Session actions');
		expect(button?.getAttribute('aria-expanded')).toBe('false');
		expect(all('menuitem')).toEqual([]);
		click(button);
		await tick();
		expect(button?.getAttribute('aria-expanded')).toBe('true');
		expect(all('menuitem').map((item) => item.textContent.trim())).toEqual(labels);
		expect(document.activeElement?.textContent.trim()).toBe('Rename');
	});

	it('says in a second line what an item comes to, and calls the item by its name alone', async () => {
		const note = 'Its messages stay here.';
		show(Menu, {
			label: 'Session actions',
			items: items.map((item, at) => (at === 2 ? { ...item, note } : item))
		});
		click(all('button')[0]);
		await tick();
		const [first, , last] = all('menuitem');
		expect(first?.hasAttribute('aria-label')).toBe(false);
		expect(last?.getAttribute('aria-label')).toBe('Delete session');
		expect(last?.textContent.trim()).toBe('Delete session');
		expect(last?.getAttribute('aria-description')).toBe(note);
	});

	it('is worked by keys alone and gives the focus back', async () => {
		show(Menu, { label: 'Session actions', items });
		const [button] = all('button');
		press(button, 'ArrowUp');
		await tick();
		expect(document.activeElement?.textContent.trim()).toBe('Delete session');
		press(document.activeElement, 'ArrowDown');
		expect(document.activeElement?.textContent.trim()).toBe('Rename');
		press(document.activeElement, 'Escape');
		expect(all('menuitem')).toEqual([]);
		expect(document.activeElement).toBe(button);
		click(button);
		await tick();
		click(all('menuitem')[1]);
		expect(chosen).toHaveBeenLastCalledWith('Pin session');
		expect(all('menuitem')).toEqual([]);
	});

	it('closes when something else is pressed', async () => {
		show(Menu, { label: 'Session actions', items });
		click(all('button')[0]);
		await tick();
		document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
		flushSync();
		expect(all('menuitem')).toEqual([]);
	});

	it('stays open while something beside it scrolls, as a reply does that is being written', async () => {
		if (!('showPopover' in HTMLElement.prototype))
			Object.assign(HTMLElement.prototype, { showPopover: () => undefined });
		show(Menu, { label: 'Session actions', items });
		const beside = document.body.appendChild(document.createElement('div'));
		click(all('button')[0]);
		await tick();
		beside.dispatchEvent(new Event('scroll'));
		flushSync();
		expect(all('menuitem')).toHaveLength(3);
		// What holds the button may tell late of a scroll that was over before: only what moves it away counts.
		document.body.dispatchEvent(new Event('scroll'));
		flushSync();
		expect(all('menuitem')).toHaveLength(3);
		vi.spyOn(all('button')[0]!, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -40));
		document.body.dispatchEvent(new Event('scroll'));
		flushSync();
		expect(all('menuitem')).toEqual([]);
	});
});

describe('a dialog', () => {
	it('is named by its title, closes by its button, by Esc and beside it', () => {
		const onclose = vi.fn();
		show(Dialog, { title: 'Delete summary?', onclose, children: text('<p>Really</p>') });
		const dialog = document.querySelector('dialog');
		const title = document.getElementById(dialog?.getAttribute('aria-labelledby') ?? '');
		expect(dialog?.open).toBe(true);
		expect(title?.textContent).toBe('Delete summary?');
		click(all('button')[0]);
		dialog?.dispatchEvent(new Event('cancel', { cancelable: true }));
		click(dialog);
		expect(onclose).toHaveBeenCalledTimes(3);
	});

	it('takes Esc for itself, so that nothing behind it is stopped', () => {
		const onclose = vi.fn();
		const behind = vi.fn();
		window.addEventListener('keydown', behind);
		show(Dialog, { title: 'x', onclose, children: text('<p>Really</p>') });
		press(all('button')[0], 'Escape');
		window.removeEventListener('keydown', behind);
		expect(onclose).toHaveBeenCalledOnce();
		expect(behind).not.toHaveBeenCalled();
	});

	it('does not close when something in it is pressed', () => {
		const onclose = vi.fn();
		show(Dialog, { title: 'x', onclose, children: text('<p id="inside">Really</p>') });
		click(document.getElementById('inside'));
		expect(onclose).not.toHaveBeenCalled();
	});

	it('does not close when words in it are selected and the button is let go beside it, or the other way round', () => {
		const onclose = vi.fn();
		show(Dialog, { title: 'x', onclose, children: text('<p id="inside">Really</p>') });
		const dialog = document.querySelector('dialog');
		const inside = document.getElementById('inside');
		// The browser sends the click to what both places lie in, which is the dialog.
		const drag = (from: Element | null, to: Element | null) => {
			from?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
			to?.dispatchEvent(new PointerEvent('pointerup', { bubbles: true }));
			click(dialog);
		};
		drag(inside, dialog);
		drag(dialog, inside);
		expect(onclose).not.toHaveBeenCalled();
		drag(dialog, dialog);
		expect(onclose).toHaveBeenCalledOnce();
	});
});

describe('a switch', () => {
	it('has the role, the state and the name, and answers a press on its words too', () => {
		const onchange = vi.fn();
		show(Switch, { label: 'Include Pins', checked: true, onchange });
		const [button] = all('switch');
		expect(button?.getAttribute('aria-checked')).toBe('true');
		const label = document.getElementById(button?.getAttribute('aria-labelledby') ?? '');
		expect(label?.textContent).toBe('Include Pins');
		click(button);
		click(label);
		expect(onchange.mock.calls).toEqual([[false], [true]]);
	});

	it('shows at once what was asked for, and what it was where that could not be done', async () => {
		const onchange = () => Promise.resolve(false);
		show(Switch, { label: 'Include Pins', checked: true, onchange });
		const [button] = all('switch');
		click(button);
		expect(button?.getAttribute('aria-checked')).toBe('false');
		await eventually(() => expect(button?.getAttribute('aria-checked')).toBe('true'));
	});
});

describe('fields', () => {
	it('are labelled, and a problem is announced with the field', () => {
		show(TextField, { label: 'API endpoint', value: 'x', problem: 'Not an address.' });
		const input = document.querySelector('input');
		expect(document.querySelector('label')?.getAttribute('for')).toBe(input?.id);
		expect(input?.getAttribute('aria-invalid')).toBe('true');
		const described = document.getElementById(input?.getAttribute('aria-describedby') ?? '');
		expect(described?.textContent).toBe('Not an address.');
	});

	it('of choices are native radios in a named group', () => {
		const onchange = vi.fn();
		const options = ['tab', 'device'].map((value) => ({ value, label: value }));
		show(RadioGroup, { label: 'Keep the key', value: 'device', options, onchange });
		const group = document.querySelector('[role=radiogroup]');
		const name = document.getElementById(group?.getAttribute('aria-labelledby') ?? '');
		expect(name?.textContent).toBe('Keep the key');
		expect([...document.querySelectorAll('input')].map((input) => input.checked)).toEqual([
			false,
			true
		]);
		click(document.querySelector('input'));
		expect(onchange).toHaveBeenCalledWith('tab');
	});
});

describe('a busy button', () => {
	it('can be focused but does nothing', () => {
		const onclick = vi.fn();
		show(Button, { busy: true, onclick, children: text('<span>Save</span>') });
		click(all('button')[0]);
		expect(onclick).not.toHaveBeenCalled();
		expect(all('button')[0]?.getAttribute('aria-busy')).toBe('true');
	});
});

it('what can do no more has the focus no longer, also where the browser takes it away only with the next picture', () => {
	const button = document.createElement('button');
	document.body.append(button);
	button.focus();
	expect(isFocusLost()).toBe(false);
	button.disabled = true;
	expect(document.activeElement).toBe(button);
	expect(isFocusLost()).toBe(true);
	button.remove();
});
