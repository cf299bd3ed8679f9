import { afterEach, expect, it, vi } from 'vitest';
import { whenLeft } from '#ui/kit/focus/when-left.ts';

/** A row of actions that was opened goes again with whoever goes on elsewhere. */

let stop = (): void => undefined;
afterEach(() => {
	stop();
	document.body.replaceChildren();
});

function opened() {
	document.body.innerHTML = `
		<article><p>Words</p><div class="rare"><button>Pin</button></div></article>
		<article><p>Others</p></article>
		<div role="status"><button>Undo</button></div>
		<textarea></textarea>`;
	const leave = vi.fn();
	stop = whenLeft(leave)(document.querySelector<HTMLElement>('.rare')!);
	return leave;
}

const act = (selector: string, event: Event) =>
	document.querySelector(selector)!.dispatchEvent(event);
const pressed = () => new MouseEvent('click', { bubbles: true });
const key = (name: string) => new KeyboardEvent('keyup', { key: name, bubbles: true });

it.each(['article:nth-of-type(2) p', 'textarea', 'body'])(
	'by a press or by Tab, once what was pressed has had it: %s',
	(elsewhere) => {
		const leave = opened();
		act(elsewhere, new MouseEvent('pointerdown', { bubbles: true }));
		expect(leave).not.toHaveBeenCalled();
		act(elsewhere, pressed());
		expect(leave).toHaveBeenCalledTimes(1);
		act(elsewhere, key('Tab'));
		expect(leave).toHaveBeenCalledTimes(2);
	}
);

it.each(['.rare button', 'article p', '[role=status] button'])(
	'not with what is done at it, nor with the way back: %s',
	(beside) => {
		const leave = opened();
		act(beside, pressed());
		act(beside, key('Tab'));
		expect(leave).not.toHaveBeenCalled();
	}
);

it('not with what is typed elsewhere, nor once it has gone', () => {
	const leave = opened();
	act('textarea', key('a'));
	stop();
	act('textarea', pressed());
	expect(leave).not.toHaveBeenCalled();
});
