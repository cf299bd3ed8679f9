import { afterEach, expect, it } from 'vitest';
import type { Pin, PinAbsence } from '#core/log/pin.ts';
import PinList from '#ui/pins/PinList.svelte';
import { clear, show } from '../../kit/kit-page.ts';

/** What the list of pins says about the room they take. */

afterEach(clear);

const pin: Pin = { id: 'p1', sessionId: 's1', text: 'The gate code is 4711', turnId: 't1', at: 1 };

/** The words over the list when pins take so many tokens of a room. */
function said(tokens: number, usable: number | null, absent: PinAbsence | null = null): string {
	show(PinList, {
		pins: [{ pin, absent }],
		sessionId: 's1',
		tokens,
		usable,
		onunpin: () => undefined
	});
	return document.querySelector('p')?.textContent ?? '';
}

const crowds = 'less of the session is sent, and summaries come sooner';
const fills = 'a message is held back';

it('names the share without a warning while pins leave room', () => {
	const words = said(200, 1000);
	expect(words).toMatch(/They take 20\s?% of what fits\./);
	expect(words).not.toContain(crowds);
	expect(words).not.toContain(fills);
});

it('warns at 30 % of the room that less of the session goes along', () => {
	const words = said(300, 1000);
	expect(words).toMatch(/30\s?%/);
	expect(words).toContain(crowds);
	expect(words).not.toContain(fills);
});

it('warns at 70 % of the room that a message may be held back', () => {
	const words = said(700, 1000);
	expect(words).toMatch(/70\s?%/);
	expect(words).toContain(fills);
	expect(words).not.toContain(crowds);
});

it.each([null, 0])(
	'warns of nothing and names no share where the room is unknown: %s',
	(usable) => {
		const words = said(1_000_000, usable);
		expect(words).not.toBe('');
		expect(words).not.toMatch(/%|They take/);
		expect(document.querySelector('[role=group]')?.textContent).toContain('The gate code is 4711');
	}
);

it.each([
	['left-out', 'its message is left out or deleted'],
	['elsewhere', 'its message is on another branch']
] as const)('says of a pin that does not go along why: %s', (absent, why) => {
	said(200, 1000, absent);
	expect(document.querySelector('[role=group]')?.textContent).toContain(`Not sent: ${why}.`);
});
