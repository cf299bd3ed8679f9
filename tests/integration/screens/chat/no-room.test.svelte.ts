import { afterEach, expect, it, vi } from 'vitest';
import type { DocumentBlock } from '#core/log/blocks.ts';
import type { Turn } from '#core/log/turn.ts';
import { anExchange, text } from '../../../support/builders/a-turn.ts';
import { all, clear, click } from '../../kit/kit-page.ts';
import { offered, row } from '../../kit/turn-row-page.ts';

/** What is offered for a message that does not fit. */

afterEach(clear);

const failure = {
	kind: 'does-not-fit',
	tokens: 9000,
	usable: 6000,
	largest: [{ source: 'New message', tokens: 8000 }]
} as const;

const file = (words: string): DocumentBlock => ({
	type: 'document',
	title: 'minutes.txt',
	source: { type: 'text', media_type: 'text/plain', data: words }
});

function notFitting(asked: Turn['asked']) {
	const sendWords = vi.fn();
	const exchange = anExchange(0, '', null);
	row({
		failure,
		marks: [],
		exchange: { ...exchange, turn: { ...exchange.turn, asked } },
		sendWords
	});
	return sendWords;
}

it('is to be shortened, or sent in parts, where its words take the room', () => {
	notFitting([file('short'), text('long '.repeat(8000))]);
	expect(offered()).toEqual(expect.arrayContaining(['Shorten the message', 'Send the first part']));
	expect(offered()).not.toContain('Send without attachments');
});

it('goes without its files where they take the room: another wording would change nothing', () => {
	const sendWords = notFitting([file('long '.repeat(8000)), text('What is the launch code?')]);
	expect(offered()).not.toContain('Shorten the message');
	expect(offered()).not.toContain('Send the first part');
	click(all('button').find(({ textContent }) => textContent.trim() === 'Send without attachments'));
	expect(sendWords).toHaveBeenCalledOnce();
});
