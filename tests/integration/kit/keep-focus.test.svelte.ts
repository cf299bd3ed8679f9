import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepFocus } from '#ui/kit/focus/keep-focus.ts';

/** A picture has been drawn, and what was left for behind it is done. */
const drawn = () =>
	new Promise((resolve) => {
		requestAnimationFrame(() => setTimeout(() => setTimeout(resolve)));
	});

const at = (id: string): HTMLElement => {
	const found = document.getElementById(id);
	if (!found) throw new Error(`no #${id}`);
	return found;
};
const focused = () => document.activeElement?.id ?? '';

describe('where the focus goes on when what had it leaves the page', () => {
	let stop: () => void;

	beforeEach(() => {
		document.body.innerHTML = `
			<aside><button id="side">Side</button></aside>
			<main>
				<h1>Page</h1>
				<ul>
					<li id="row1"><button id="open1">Open</button><button id="drop1">Drop</button></li>
					<li id="row2"><button id="open2">Open</button><button id="drop2">Drop</button></li>
					<li id="row3"><button id="open3">Open</button><button id="drop3" disabled>Drop</button></li>
				</ul>
				<p id="bar"><button id="more">More</button></p>
				<div id="last"><button id="end">End</button></div>
			</main>`;
		stop = keepFocus();
	});
	afterEach(() => {
		stop();
		document.body.innerHTML = '';
	});

	it('goes to what stands behind it', async () => {
		at('open1').focus();
		at('open1').remove();
		await drawn();
		expect(focused()).toBe('drop1');
	});

	it('goes to the next row when its row goes, to the one before when it was the last', async () => {
		at('drop2').focus();
		at('row2').remove();
		await drawn();
		expect(focused()).toBe('open3');
		at('row3').remove();
		await drawn();
		expect(focused()).toBe('drop1');
	});

	it('goes back to what has only moved', async () => {
		at('drop1').focus();
		at('row3').after(at('row1'));
		at('drop1').blur();
		await drawn();
		expect(focused()).toBe('drop1');
	});

	it('finds the place where more goes than what had it', async () => {
		at('drop2').focus();
		at('drop2').remove();
		at('row3').remove();
		at('row2').remove();
		await drawn();
		expect(focused()).toBe('drop1');
	});

	it('looks further where nothing is left beside it', async () => {
		at('more').focus();
		at('more').remove();
		await drawn();
		expect(focused()).toBe('end');
		at('last').remove();
		await drawn();
		expect(focused()).toBe('open3');
	});

	it('leaves alone what got the focus meanwhile', async () => {
		at('open1').focus();
		at('row1').remove();
		at('side').focus();
		await drawn();
		expect(focused()).toBe('side');
	});

	it('leaves the focus nowhere where somebody pressed beside what had it', async () => {
		at('open1').focus();
		at('row3').dispatchEvent(new Event('pointerdown', { bubbles: true }));
		at('open1').blur();
		at('row1').remove();
		await drawn();
		expect(focused()).toBe('');
	});

	it('goes nowhere else than into the part of the page it was in', async () => {
		at('side').focus();
		at('side').remove();
		await drawn();
		expect(focused()).toBe('');
	});

	it('goes nowhere when the screen itself is another', async () => {
		at('open1').focus();
		document.querySelector('main')?.remove();
		await drawn();
		expect(focused()).toBe('');
	});
});
