import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FollowEnd } from '#ui/chat/transcript/follow-end.svelte.ts';

/** A conversation that is on its end while it grows, and what is opened and closed in it. */

const seen = 600;
let region: HTMLElement;
let ending: FollowEnd;
let height = 0;

beforeEach(() => {
	region = document.createElement('div');
	region.innerHTML =
		'<button aria-expanded="false"></button><details><summary>Thought</summary></details>';
	let top = 0;
	Object.defineProperties(region, {
		clientHeight: { value: seen },
		scrollHeight: { get: () => height },
		scrollTop: {
			get: () => Math.min(top, height - seen),
			set: (to: number) => {
				top = Math.min(to, height - seen);
			}
		}
	});
	document.body.append(region);
	ending = new FollowEnd(() => region);
	ending.watchPresses(region);
	const button = region.querySelector('button')!;
	button.addEventListener('click', () => {
		const isOpen = button.getAttribute('aria-expanded') === 'true';
		button.setAttribute('aria-expanded', String(!isOpen));
	});
	height = 1000;
	ending.follow();
});

afterEach(() => {
	region.remove();
});

/** It has another height, as an answer that goes on or something that was opened makes it. */
function grow(more: number) {
	height += more;
	if (ending.resized()) ending.toEnd();
}

const press = (selector: string, more: number) => {
	region.querySelector<HTMLElement>(selector)!.click();
	grow(more);
};

it.each(['button', 'summary'])('stays where a %s was pressed that opens something', (selector) => {
	const { scrollTop } = region;
	press(selector, 900);
	grow(50);
	expect(region.scrollTop).toBe(scrollTop);
	expect(ending.isAway).toBe(true);
});

it.each(['button', 'summary'])('follows again once what a %s had opened is closed', (selector) => {
	press(selector, 900);
	press(selector, -880);
	expect(ending.isAway).toBe(false);
	grow(300);
	expect(region.scrollTop).toBe(height - seen);
});

it('does not lead whoever closes something far from the end there', () => {
	press('button', 900);
	grow(700);
	const { scrollTop } = region;
	press('button', -900);
	expect(ending.isAway).toBe(true);
	grow(300);
	expect(region.scrollTop).toBe(scrollTop);
});

describe('something that comes to the end and is read from its beginning', () => {
	const head = document.createElement('article');
	/** It stands so far below the top of the whole, px. */
	const at = 1000;
	const room = 40;

	beforeEach(() => {
		region.append(head);
		head.getBoundingClientRect = () => new DOMRect(0, room + at - region.scrollTop);
		region.getBoundingClientRect = () => new DOMRect(0, room);
		height = 1100;
		ending.showHead(head);
	});

	it('is not followed to its end', () => {
		grow(2000);
		expect(region.scrollTop).toBe(at);
		grow(500);
		expect(region.scrollTop).toBe(at);
	});

	it('holds nobody who reads on', () => {
		grow(2000);
		region.scrollTop = at + 300;
		ending.scrolled();
		grow(500);
		expect(region.scrollTop).toBe(at + 300);
		expect(ending.isAway).toBe(true);
	});

	it('is passed by what is sent next', () => {
		grow(2000);
		ending.follow();
		grow(500);
		expect(region.scrollTop).toBe(height - seen);
	});

	it('leads nobody to it who has scrolled away', () => {
		grow(2000);
		region.scrollTop = 100;
		ending.scrolled();
		ending.showHead(head);
		expect(region.scrollTop).toBe(100);
	});
});

describe('words that somebody has come back to', () => {
	let held: number | null;

	beforeEach(() => {
		held = 400;
		ending = new FollowEnd(
			() => region,
			() => held
		);
		height = 900;
		ending.leave();
		ending.toEnd();
	});

	it('are gone to again with whatever is measured, until they are let go', () => {
		// Not so far down yet.
		expect(region.scrollTop).toBe(300);
		grow(2000);
		expect(region.scrollTop).toBe(400);
		held = 450;
		grow(50);
		expect(region.scrollTop).toBe(450);
		held = null;
		grow(500);
		expect(region.scrollTop).toBe(450);
		expect(ending.isAway).toBe(true);
	});

	it('stand where they stood when a row above them is measured', () => {
		grow(2000);
		held = 700;
		region.scrollTop = 1000;
		ending.scrolled();
		expect(region.scrollTop).toBe(700);
	});

	it('are not left because they seemed to stand at the end, nor for the end', () => {
		ending.scrolled();
		ending.follow();
		grow(2000);
		expect(region.scrollTop).toBe(400);
		held = null;
		grow(500);
		expect(region.scrollTop).toBe(400);
	});
});

describe('Home and End', () => {
	beforeEach(() => {
		region.tabIndex = 0;
		region.insertAdjacentHTML('beforeend', '<textarea></textarea><pre tabindex="0"></pre>');
		ending.watchKeys(region);
		height = 3000;
		ending.follow();
	});

	function key(key: string, init: KeyboardEventInit = {}, on = 'button'): boolean {
		const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
		region.querySelector(on)!.dispatchEvent(event);
		return event.defaultPrevented;
	}

	it('lead to the beginning and to the end at once, and stay there', () => {
		expect(key('Home')).toBe(true);
		expect(region.scrollTop).toBe(0);
		grow(500);
		expect(region.scrollTop).toBe(0);
		key('End', { ctrlKey: true });
		grow(500);
		expect(region.scrollTop).toBe(height - seen);
	});

	it('are left to whoever selects with them, to fields, and to what scrolls inside', () => {
		const { scrollTop } = region;
		expect(key('Home', { shiftKey: true })).toBe(false);
		expect(key('Home', { altKey: true })).toBe(false);
		expect(key('Home', {}, 'textarea')).toBe(false);
		expect(key('Home', {}, 'pre')).toBe(false);
		expect(region.scrollTop).toBe(scrollTop);
	});
});
