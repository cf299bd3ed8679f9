import { afterEach, expect, it, vi } from 'vitest';
import type { Failure } from '#core/failure.ts';
import ReviewOffer from '#ui/chat/summary/ReviewOffer.svelte';
import { eventually } from '../../../support/eventually.ts';
import { all, clear, click, show } from '../../kit/kit-page.ts';

/** A message that waits for a draft: the box that asks holds the way on. */

afterEach(clear);

const said = () => document.querySelector('[role="group"] > p')?.textContent;
const names = () => all('button').map((one) => one.textContent.trim());

function offer(of: {
	readonly drafted: boolean;
	readonly shown?: boolean;
	readonly fits?: boolean;
	readonly roomMade?: boolean;
	readonly failure?: Failure;
}) {
	const { drafted, shown = drafted, fits = false, roomMade = false, failure = null } = of;
	const onuse = vi.fn();
	show(ReviewOffer, {
		oldest: 2,
		hasDraft: drafted,
		fits,
		roomMade,
		failure,
		onuse: shown ? onuse : null,
		onsend: vi.fn(),
		onprepare: vi.fn(),
		oncancel: vi.fn()
	});
	return onuse;
}

it('begins with the draft in use, which sends the message', () => {
	const onuse = offer({ drafted: true });
	expect(names()).toEqual([
		'Use it and send',
		'Send without the oldest 2 turns',
		'Do not send it now'
	]);
	const [first, second] = all('button');
	expect(first?.classList.contains('primary')).toBe(true);
	click(first);
	expect(onuse).toHaveBeenCalledOnce();
	// What is left out is said at the button that leaves it out.
	const hint = document.getElementById(second?.getAttribute('aria-describedby') ?? '');
	expect(hint?.textContent).toContain('nothing is deleted');
	expect(said()).not.toContain('nothing is deleted');
});

it('uses no draft that is not on the screen, and no draft that is not there', async () => {
	offer({ drafted: true, shown: false });
	expect(names()).not.toContain('Use it and send');
	expect(names()).not.toContain('Prepare a summary');
	await clear();
	offer({ drafted: false });
	expect(names()[0]).toBe('Prepare a summary');
});

it('is heard as it comes, and anew when there is something else to decide', async () => {
	const heard = (text: string) =>
		eventually(() => {
			expect(document.querySelector('body > [aria-live]')?.textContent).toContain(text);
		});
	offer({ drafted: false });
	await heard('need a summary first');
	await clear();
	offer({ drafted: true });
	await heard('need the summary above');
});

it('says nothing of leaving out where the message fits', () => {
	offer({ drafted: true, fits: true });
	expect(names()).toEqual(['Use it and send', 'Send as it is', 'Do not send it now']);
	expect(document.body.textContent).not.toContain('nothing is deleted');
});

it('asks for no summary, and leaves no turn out, where one was put to use since', () => {
	offer({ drafted: false, roomMade: true });
	expect(names()).toEqual(['Send as it is', 'Do not send it now']);
	expect(said()).toContain('put to use since');
});

it('says why the last try for a summary came to nothing, and still offers one by hand', () => {
	offer({ drafted: false, failure: { kind: 'summary-rejected', reason: 'too-long' } });
	expect(said()).toBe(
		'Your message waits. The messages before it need a summary first. The last attempt at one failed: the answer of the model was longer than asked.'
	);
	expect(names()[0]).toBe('Prepare a summary');
});
