import { afterEach, expect, it, vi } from 'vitest';
import type { DocumentBlock } from '#core/log/blocks.ts';
import type { Turn } from '#core/log/turn.ts';
import { attachedOf } from '#db/scratch/unsent.ts';
import { AppState } from '#state/app.svelte.ts';
import { takeBack } from '../../../../src/routes/chat/acts/turn/take-back.ts';
import { anApp } from '../../../support/apps/an-app.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { storeSession } from '../../../support/builders/stored-session.ts';
import { anExchange, text } from '../../../support/builders/a-turn.ts';
import { eventually } from '../../../support/eventually.ts';
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
	const takeBack = vi.fn();
	const exchange = anExchange(0, '', null);
	row({
		failure,
		marks: [],
		exchange: { ...exchange, turn: { ...exchange.turn, asked } },
		sendWords,
		takeBack
	});
	return { sendWords, takeBack };
}

it('is to be shortened, or sent in parts, where its words take the room', () => {
	notFitting([file('short'), text('long '.repeat(8000))]);
	expect(offered()).toEqual(expect.arrayContaining(['Shorten the message', 'Send the first part']));
	expect(offered()).not.toContain('Send without attachments');
});

it('goes without its files where they take the room: another wording would change nothing', () => {
	const { sendWords } = notFitting([file('long '.repeat(8000)), text('What is the launch code?')]);
	expect(offered()).not.toContain('Shorten the message');
	expect(offered()).not.toContain('Send the first part');
	click(all('button').find(({ textContent }) => textContent.trim() === 'Send without attachments'));
	expect(sendWords).toHaveBeenCalledOnce();
});

it('is neither shortened nor sent without its files where there are no words: they go back to be chosen anew', () => {
	const { takeBack } = notFitting([file('long '.repeat(8000))]);
	expect(offered()).not.toEqual(expect.arrayContaining(['Shorten the message']));
	expect(offered()).not.toContain('Send the first part');
	expect(offered()).not.toContain('Send without attachments');
	click(all('button').find(({ textContent }) => textContent.trim() === 'Change the attachments'));
	expect(takeBack).toHaveBeenCalledOnce();
});

it('a message of files alone that is taken back stands in the composer, with Undo', async () => {
	const app = await anApp();
	const keepsake = new AppState(app);
	const exchange = anExchange(0, '', null);
	const turn = { ...exchange.turn, asked: [file('long'), file('longer')] };
	await storeSession(app.db, aSession(), [{ ...exchange, turn }]);
	const { attachments } = keepsake.views.of('s1');
	const isDeleted = async () =>
		(await app.db.marks.get(['s1', turn.turnId, 'deleted'])) !== undefined;
	await takeBack(keepsake, keepsake.views.of('s1'), turn);
	expect(attachments.blocks).toEqual(turn.asked);
	expect(attachments.items.map(({ name }) => name)).toEqual(['minutes.txt', 'minutes.txt']);
	expect(await isDeleted()).toBe(true);
	expect(keepsake.notices.current?.text).toBe(
		'The message is deleted. Its attachments are in the composer.'
	);
	await eventually(async () => expect(await attachedOf(app.scratch, 's1')).toHaveLength(2));
	const undone = attachments.items[0];
	if (undone) attachments.remove(undone);
	await keepsake.notices.current?.action?.onpress();
	expect(attachments.items).toEqual([]);
	expect(await isDeleted()).toBe(false);
	await eventually(async () => expect(await attachedOf(app.scratch, 's1')).toEqual([]));
	await app.close();
});

it('Undo takes the files from the composer also after a look at another session', async () => {
	const app = await anApp();
	const keepsake = new AppState(app);
	const exchange = anExchange(0, '', null);
	const turn = { ...exchange.turn, asked: [file('long'), file('longer')] };
	await storeSession(app.db, aSession(), [{ ...exchange, turn }]);
	await takeBack(keepsake, keepsake.views.of('s1'), turn);
	await eventually(async () => expect(await attachedOf(app.scratch, 's1')).toHaveLength(2));
	keepsake.views.of('other');
	const { attachments } = keepsake.views.of('s1');
	await eventually(() => expect(attachments.items).toHaveLength(2));
	await keepsake.notices.current?.action?.onpress();
	expect(attachments.items).toEqual([]);
	await eventually(async () => expect(await attachedOf(app.scratch, 's1')).toEqual([]));
	await app.close();
});
