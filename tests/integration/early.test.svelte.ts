import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Scratch } from '#db/schema.ts';
import { unsentOf } from '#db/scratch.ts';
import { UnsentText } from '#state/chat/unsent-text.svelte.ts';
import { showEarly } from '#ui/early/show-early.ts';
import { isEarly, leaveEarly, takeEarly } from '#ui/early/take-over.ts';
import { goOn } from '../../src/routes/chat/go-on.ts';

/** What is typed in the page before the app is there, and how the composer of the app takes it. */

let scratch: Scratch;
let area: HTMLTextAreaElement;
let composer: HTMLTextAreaElement;
let unsent: UnsentText;
const sent: unknown[] = [];

const press = (init: KeyboardEventInit) =>
	area.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));

const paste = (text: string) => {
	area.dispatchEvent(new InputEvent('beforeinput', { inputType: 'insertFromPaste' }));
	area.value += text;
};

const takeOver = () => takeEarly((typed) => goOn(unsent, composer, typed));

beforeEach(() => {
	document.body.innerHTML =
		'<div id="early" hidden><textarea></textarea></div><textarea id="composer"></textarea>';
	[area, composer] = document.querySelectorAll('textarea') as unknown as [
		HTMLTextAreaElement,
		HTMLTextAreaElement
	];
	history.replaceState(null, '', '/');
	showEarly();
	scratch = new Scratch(`scratch-${crypto.randomUUID()}`);
	unsent = new UnsentText(scratch, 's1', () => 1);
	sent.length = 0;
	composer.addEventListener('keydown', ({ key }) => {
		if (key === 'Enter') sent.push(unsent.take());
	});
});

afterEach(async () => {
	unsent.store();
	await vi.waitFor(async () =>
		expect((await unsentOf(scratch, 's1'))?.text ?? '').toBe(unsent.text)
	);
	await scratch.delete();
});

describe('the composer before the app', () => {
	it('hands over its words, and is gone', () => {
		area.value = 'half a thought';
		takeOver();
		expect(unsent.text).toBe('half a thought');
		expect(sent).toEqual([]);
		expect(isEarly()).toBe(false);
	});

	it('has what was entered sent once, and what was typed behind it kept', () => {
		area.value = 'a message';
		press({ key: 'Enter' });
		press({ key: 'Enter' });
		area.value += ' and more';
		takeOver();
		expect(sent).toEqual([{ text: 'a message', pasted: [] }]);
		expect(unsent.text).toBe(' and more');
	});

	it('sends nothing that stood there unsent', () => {
		unsent.text = 'from yesterday';
		area.value = 'a message';
		press({ key: 'Enter' });
		takeOver();
		expect(sent).toEqual([{ text: 'a message', pasted: [] }]);
		expect(unsent.text).toBe('from yesterday');
	});

	it('sends nothing for an Enter behind no words, or in the middle of a word', () => {
		press({ key: 'Enter' });
		area.value = 'kan';
		press({ key: 'Enter', isComposing: true });
		takeOver();
		expect(sent).toEqual([]);
		expect(unsent.text).toBe('kan');
	});

	it('takes all its words for pasted when some were', () => {
		area.value = 'Look: ';
		paste('I am allergic to nuts, says Bob');
		takeOver();
		expect(unsent.pasted).toEqual([{ from: 0, to: 37 }]);
	});

	it('waits with a word that is being composed', async () => {
		area.dispatchEvent(new CompositionEvent('compositionstart'));
		takeOver();
		expect(isEarly()).toBe(true);
		area.value = '日本';
		area.dispatchEvent(new CompositionEvent('compositionend'));
		await vi.waitFor(() => expect(isEarly()).toBe(false));
		expect(unsent.text).toBe('日本');
	});

	it('gives the app the shortcut that was pressed, with the keys behind it', async () => {
		const pressed: string[] = [];
		const listen = ({ key }: KeyboardEvent): void => void pressed.push(key);
		press({ key: 'k', ctrlKey: true });
		press({ key: 'm' });
		addEventListener('keydown', listen);
		leaveEarly();
		await vi.waitFor(() => expect(pressed).toEqual(['k', 'm']));
		removeEventListener('keydown', listen);
	});

	it('is not shown where no composer belongs', () => {
		document.body.innerHTML = '<div id="early" hidden><textarea></textarea></div>';
		history.replaceState(null, '', '/settings');
		showEarly();
		expect(isEarly()).toBe(false);
	});
});
