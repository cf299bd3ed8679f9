import { beforeEach, expect, it } from 'vitest';
import type { Turn } from '#core/log/turn.ts';
import type { Newest } from '#core/prompt/input.ts';
import { tellPassage } from '#core/prompt/text/passage.ts';
import type { Session } from '#core/session/session.ts';
import { goneFrom } from '#core/prompt/text/gone-places.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { editMessage } from '#flows/answer/edit-message.ts';
import { sendMessage } from '#flows/answer/send-message.ts';
import { forget } from '#flows/forgetting/forget.ts';
import { readQuoted } from '#flows/prompt/gone-quotes.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { deleteSessions, restoreSessions, renameSession } from '#flows/sessions/change-session.ts';
import { deleteTurn, restoreTurn } from '#flows/sessions/delete-turn.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { logOf, sendWords, type TestApp } from '../../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../../support/apps/with-workshop.ts';
import { aStep, aTurn, call, text } from '../../../support/builders/a-turn.ts';
import { never, unseen } from '../../../support/never.ts';
import { answer, say } from '../../../support/scripted/scripted-model.ts';

/** What recall had quoted in one conversation, and was deleted in another since: it goes out with no later request. */

let app: TestApp;
/** Where it was said, and where it was quoted. */
let first: Session;
let second: Session;
let turnIds: string[];

const openSession = (): Session => newSession(app, { kind: 'main', offRecord: false });
async function send(to: Session, words: string): Promise<string> {
	const { turnId } = await sendWords(app, to, words);
	app.clock.at += 60_000;
	return turnId ?? '';
}

withAppAndWorkshop((own) => (app = own));
beforeEach(async () => {
	first = openSession();
	app.model.next(say('Good morning.'), say('Noted.'), say('Fine.'), say('A hive.'));
	turnIds = [];
	for (const words of ['Good morning', 'My locker is xyloquartz', 'Bees hum', 'What is a skep?'])
		turnIds.push(await send(first, words));
	second = openSession();
});

async function sendPicture(words: string): Promise<string> {
	const source = { type: 'base64', media_type: 'image/png', data: 'iVBORw0KGgo=' } as const;
	const blocks = [text(words), { type: 'image', source } as const];
	const { turnId } = await sendMessage(app, { session: first, blocks }, unseen, never);
	app.clock.at += 60_000;
	return turnId ?? '';
}

async function recall(query: string) {
	app.model.next(answer([call('r', 'recall', { query })]), say('Done.'));
	await send(second, 'Look it up please');
}
const place = (seq: number) => ({ sessionId: first.id, turnId: turnIds[seq] ?? '' });

/** What the next message in the second conversation would take along. */
async function next() {
	const session = (await sessionOf(app.db, second.id)) ?? second;
	const { body, segments, epochKey } = await previewPrompt(app, { session, unsent: [] });
	const { cleared = [] } = segments.find(({ source }) => source === 'Recent messages') ?? {};
	const text = JSON.stringify(body.messages);
	return { text, cleared, epochKey, pictures: text.split('"type":"image"').length - 1 };
}

it('leaves out what was deleted where it was said, and takes it along when it is back', async () => {
	await recall('locker');
	const before = await next();
	expect(before.text).toContain('xyloquartz');
	expect(before.cleared).toEqual([]);
	await deleteTurn(app, place(1));
	const without = await next();
	expect(without.text).not.toContain('xyloquartz');
	expect(without.text).toContain(
		'[Cleared: the user has deleted or keeps back what was shown here.'
	);
	expect(without.cleared).toContain(`/chat/${first.id}#${place(1).turnId}`);
	expect(without.epochKey).not.toBe(before.epochKey);
	// What was said there stays as it is stored.
	expect(JSON.stringify(await logOf(app, second.id))).toContain('xyloquartz');
	await restoreTurn(app, place(1));
	expect(await next()).toEqual(before);
});

it('leaves out a passage that tells the deleted message beside it, and no other', async () => {
	await recall('hum');
	expect((await next()).text).toContain('before it: My locker is xyloquartz');
	await deleteTurn(app, place(1));
	expect((await next()).text).not.toContain('xyloquartz');
	await restoreTurn(app, place(1));
	await deleteTurn(app, place(3));
	expect((await next()).text).not.toContain('What is a skep?');
});

it('leaves out what tells the title that the deleted first message gave, but not one that was given by hand', async () => {
	await recall('skep');
	expect((await next()).text).toContain('“Good morning”');
	await deleteTurn(app, place(0));
	expect((await next()).text).not.toContain('Good morning');
	await restoreTurn(app, place(0));
	await renameSession(app, first.id, 'Hives');
	await recall('skep');
	await deleteTurn(app, place(0));
	const { text } = await next();
	expect(text).not.toContain('Good morning');
	expect(text).toContain('“Hives”, turn 4');
});

it.each([
	['deleted', false],
	['forgotten', true]
])('keeps what was found after a message was %s, in the same epoch', async (_, isForgotten) => {
	for (const seq of [0, 2]) await deleteTurn(app, place(seq));
	const turn = { what: { kind: 'turn', ...place(0) }, lines: [], summaries: {} } as const;
	if (isForgotten) await forget(app, turn);
	await recall('skep');
	await recall('locker');
	const { text, cleared } = await next();
	expect(text).toContain('What is a skep?');
	expect(text).toContain('My locker is xyloquartz');
	expect(cleared).toEqual([]);
	expect((await sessionOf(app.db, second.id))?.epoch).toBe(0);
});

it('keeps what stands beside another message of the number of a deleted one', async () => {
	app.model.next(say('Noted.'));
	await editMessage(app, { ...place(1), blocks: [text('My locker is open')] }, unseen, never);
	app.model.next(say('Fine.'));
	await send((await sessionOf(app.db, first.id)) ?? first, 'Wasps sting');
	await recall('sting');
	await deleteTurn(app, place(1));
	expect((await next()).text).toContain('before it: My locker is open');
});

it('leaves out a deleted message that was opened in its own conversation, with its pictures', async () => {
	second = first;
	app.model.next(say('A bee.'), say('A wasp.'));
	for (const words of ['Look at this', 'And this']) turnIds.push(await sendPicture(words));
	app.model.next(answer([call('r', 'open_turns', { from: 4, to: 6 })]), say('Done.'));
	await send(first, 'Open them');
	const before = await next();
	expect(before.pictures).toBe(4);
	await deleteTurn(app, place(4));
	const without = await next();
	expect(without.text).not.toContain('Look at this');
	expect(without.text).toContain('[Picture 1: cleared]');
	expect(without.text).toMatch(/And this.{1,20}picture 2, shown below/s);
	// One of its own, and the second of those that were opened.
	expect(without.pictures).toBe(2);
	await restoreTurn(app, place(4));
	expect(await next()).toEqual(before);
});

it('reads each message once, however much is quoted of a long conversation', async () => {
	const [, asked] = await logOf(app, first.id);
	const rows = Array.from({ length: 200 }, (_, at) => ({
		...asked!.turn,
		seq: at + 4,
		turnId: `t${String(at)}`
	}));
	await app.db.turns.bulkPut(rows);
	const found = rows.map(({ turnId, seq }) =>
		tellPassage(
			{
				place: `“Good morning”, turn ${String(seq + 1)}`,
				day: '2026-11-20',
				by: 'the user',
				link: `/chat/${first.id}#${turnId}`,
				text: 'A locker.'
			},
			{ before: null, after: null }
		)
	);
	const turn = aTurn(0);
	const results = [{ type: 'tool_result', tool_use_id: 'r', content: found.join('\n\n') }] as const;
	const steps = [aStep(turn, 0, [call('r', 'recall', { query: 'locker' })], { results })];
	await deleteTurn(app, { sessionId: first.id, turnId: 't3' });
	let read = 0;
	app.db.turns.hook('reading', (row: Turn) => {
		read++;
		return row;
	});
	const { gone } = await readQuoted(app.db, [{ turn, steps }], []);
	expect([...gone.keys()]).toEqual([`/chat/${first.id}#t3`]);
	expect(read).toBeLessThan(300);
});

it('changes nothing before a call that is open: what is deleted then goes with the next message', async () => {
	await recall('locker');
	await deleteTurn(app, place(1));
	const log = await logOf(app, second.id);
	const { gone } = await readQuoted(app.db, log, []);
	const { turn, steps } = log[0]!;
	const open: Newest = { kind: 'turn', exchange: { turn, steps: steps.slice(0, 1) }, goes: 'on' };
	expect(goneFrom(gone, open, turn.askedAt).size).toBe(0);
	expect(goneFrom(gone, { kind: 'unsent', asked: [], stamp: '' }).size).toBe(gone.size);
	// What was deleted before this run began stays out.
	const [step] = steps;
	const later = Math.max(...gone.values()) + 1;
	const exchange = { turn, steps: [{ ...step!, startedAt: later }] };
	expect(goneFrom(gone, { ...open, exchange }, later).size).toBe(gone.size);
	// A run that has called nothing yet has nothing that stands open.
	expect(goneFrom(gone, open, later).size).toBe(gone.size);
});

it('leaves out what is quoted of a conversation that was deleted', async () => {
	await recall('locker');
	await deleteSessions(app, [first.id]);
	expect((await next()).text).not.toContain('xyloquartz');
	await restoreSessions(app, [first.id]);
	expect((await next()).text).toContain('xyloquartz');
});
