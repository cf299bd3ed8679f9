import { beforeEach, expect, it } from 'vitest';
import type { Session } from '#core/session/session.ts';
import { pinsOf } from '#db/log/pins.ts';
import { changeSession } from '#db/log/sessions.ts';
import { marksOf } from '#db/log/turns.ts';
import { branchFrom, editMessage, regenerateReply } from '#flows/answer/edit-message.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { pinsPlaced } from '#flows/prompt/placed-pins.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { pinText } from '#flows/sessions/pin-text.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { logOf, sendWords, type TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';
import { text } from '../../../support/builders/a-turn.ts';
import { never, unseen } from '../../../support/never.ts';
import { say } from '../../../support/scripted/scripted-model.ts';

/** Pins of messages: what goes along is what stands on screen and is not left out. */

let app: TestApp;
let session: Session;
let first: string;

withApp((own) => (app = own));
beforeEach(async () => {
	session = newSession(app, { kind: 'main', offRecord: false });
	app.model.next(say('Noted: a locker.'));
	first = (await sendWords(app, session, 'My code is xyloquartz')).turnId ?? '';
});

const place = () => ({ sessionId: session.id, turnId: first });
const pin = (side?: 'user' | 'assistant') =>
	setMark(app, { ...place(), kind: 'pinned', on: true, ...(side && { side }) });
const stored = async () => (await app.db.sessions.get(session.id)) ?? session;

/** The part of the next request that holds the pins; empty where there is none. */
async function sent(): Promise<string> {
	const { segments } = await previewPrompt(app, { session: await stored(), unsent: [] });
	return segments.find(({ source }) => source === 'Pins')?.text ?? '';
}
const absent = async () =>
	(await pinsPlaced(app.db, session.id))
		.map((one) => ({ isFirst: one.pin.turnId === first, absent: one.absent }))
		.sort((a, b) => Number(b.isFirst) - Number(a.isFirst));

const edit = (words: string) => {
	app.model.next(say('Fine.'));
	return editMessage(app, { ...place(), blocks: [text(words)] }, unseen, never);
};
const regenerate = () => {
	app.model.next(say('Again.'));
	return regenerateReply(app, place(), unseen, never);
};

it('leaves out the pin of a message that is left out, until it is taken in again', async () => {
	await pin();
	expect(await sent()).toContain('xyloquartz');
	await setMark(app, { ...place(), kind: 'left-out', on: true });
	expect(await sent()).toBe('');
	expect(await absent()).toEqual([{ isFirst: true, absent: 'left-out' }]);
	await setMark(app, { ...place(), kind: 'left-out', on: false });
	expect(await sent()).toContain('xyloquartz');
});

it('sends what is pinned after it was left out', async () => {
	await setMark(app, { ...place(), kind: 'left-out', on: true });
	await pin();
	expect(await sent()).toContain('xyloquartz');
	expect(await absent()).toEqual([{ isFirst: true, absent: null }]);
});

it('pins no words that go along already: there is nothing to take back, and one pin to let go', async () => {
	await pin();
	const before = await pinsOf(app.db, session.id);
	const again = await pinText(app, { ...place(), text: before[0]?.text ?? '' });
	expect(again).toEqual({ outcome: { status: 'done' }, back: null });
	expect(await pinsOf(app.db, session.id)).toEqual(before);
});

it.each([undefined, 'user'] as const)(
	'pins an edited message in its new words, and sends the old ones no more (%s)',
	async (side) => {
		await pin(side);
		const { turnId } = await edit('My code is secret');
		expect(await sent()).toContain('My code is secret');
		expect(await sent()).not.toContain('xyloquartz');
		const marks = (await marksOf(app.db, session.id)).filter((mark) => mark.turnId === turnId);
		expect(marks).toMatchObject([{ kind: 'pinned', side: 'user' }]);
		expect(await absent()).toEqual([
			{ isFirst: true, absent: 'elsewhere' },
			{ isFirst: false, absent: null }
		]);
		// On the branch before, its own words are pinned.
		await changeSession(app.db, session.id, () => ({ branch: 'trunk' }));
		expect(await sent()).toContain('xyloquartz');
		expect(await sent()).not.toContain('secret');
		await setMark(app, { ...place(), turnId: turnId ?? '', kind: 'pinned', on: false });
		expect(await pinsOf(app.db, session.id)).toHaveLength(1);
	}
);

it('hands nothing on where only the answer was pinned', async () => {
	await pin('assistant');
	await edit('My code is secret');
	expect(await pinsOf(app.db, session.id)).toHaveLength(1);
	expect(await sent()).toBe('');
});

it('keeps the pin of a message that is asked again, once', async () => {
	await pin('user');
	await pinText(app, { ...place(), text: 'xyloquartz' });
	await regenerate();
	expect((await sent()).match(/My code is xyloquartz/g)).toHaveLength(1);
	expect((await sent()).match(/xyloquartz/g)).toHaveLength(2);
});

it('leaves out the pin of an answer that stands on another branch', async () => {
	await pinText(app, { ...place(), text: 'a locker' });
	await regenerate();
	expect(await sent()).toBe('');
	expect(await absent()).toEqual([{ isFirst: true, absent: 'elsewhere' }]);
});

it('leaves out words pinned on another branch where the message that says them here is left out', async () => {
	await pinText(app, { ...place(), text: 'xyloquartz' });
	const { turnId } = await edit('Once more: my code is xyloquartz');
	expect(await sent()).toContain('xyloquartz');
	await setMark(app, { ...place(), turnId: turnId ?? '', kind: 'left-out', on: true });
	expect(await sent()).toBe('');
});

it('pins words that a pin of a left-out message has, for that one does not go', async () => {
	await pinText(app, { ...place(), text: 'a locker' });
	await setMark(app, { ...place(), kind: 'left-out', on: true });
	app.model.next(say('A locker, a locker.'));
	const { turnId } = await sendWords(app, await stored(), 'Use a locker');
	await pinText(app, { ...place(), turnId: turnId ?? '', text: 'a locker' });
	expect(await sent()).toContain('a locker');
	expect(await pinsOf(app.db, session.id)).toHaveLength(2);
});

it('pins words of a left-out message that were pinned before it was left out, once', async () => {
	await pinText(app, { ...place(), text: 'a locker' });
	await setMark(app, { ...place(), kind: 'left-out', on: true });
	expect(await sent()).toBe('');
	await pinText(app, { ...place(), text: 'a locker' });
	await pinText(app, { ...place(), text: 'a locker' });
	expect(await sent()).toContain('a locker');
	expect(await pinsOf(app.db, session.id)).toHaveLength(1);
});

it('pins words of an answer again where their pin stands on another branch', async () => {
	await pinText(app, { ...place(), text: 'gain' });
	await regenerate();
	const [log] = (await logOf(app, session.id)).slice(-1);
	await pinText(app, { ...place(), turnId: log?.turn.turnId ?? '', text: 'gain' });
	expect(await sent()).toContain('gain');
});

it('keeps the pins of what stands before a branch, and leaves out those of what comes after', async () => {
	app.model.next(say('Good.'));
	const { turnId } = await sendWords(app, await stored(), 'And the door is green');
	await pin();
	await setMark(app, { ...place(), turnId: turnId ?? '', kind: 'pinned', on: true });
	expect(await sent()).toContain('green');
	await branchFrom(app, place());
	expect(await sent()).toContain('xyloquartz');
	expect(await sent()).not.toContain('green');
});

it('a picture without words is pinned as what it is, each by its turn, and a document by its name', async () => {
	const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } as const;
	const image = { type: 'image', source } as const;
	const paper = {
		type: 'document',
		source: { type: 'text', media_type: 'text/plain', data: 'Beds' },
		title: 'plan.txt'
	} as const;
	for (const [at, blocks] of [[image], [image], [paper]].entries()) {
		app.model.next(say('Seen.'));
		const message = { session: await stored(), blocks };
		const { turnId } = await sendMessage(app, message, unseen, never);
		const ask = { sessionId: session.id, turnId: turnId ?? '', kind: 'pinned' } as const;
		await setMark(app, { ...ask, on: true, ...(at > 0 && { side: 'user' }) });
	}
	const pins = await sent();
	expect(pins).toContain('User: [Turn 2: a picture, without words]\nAssistant: Seen.');
	expect(pins).toContain('[Turn 3: a picture, without words]');
	expect(pins).toContain('[Turn 4: plan.txt, without words]');
});
