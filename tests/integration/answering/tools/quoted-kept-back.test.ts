import { beforeEach, expect, it } from 'vitest';
import type { MarkKind } from '#core/log/turn.ts';
import { tellPassage } from '#core/prompt/text/passage.ts';
import type { Session } from '#core/session/session.ts';
import { sessionOf } from '#db/log/sessions.ts';
import { readQuoted } from '#flows/prompt/gone-quotes.ts';
import { previewPrompt } from '#flows/prompt/preview-prompt.ts';
import { newSession } from '#flows/sessions/new-session.ts';
import { setMark } from '#flows/sessions/set-mark.ts';
import { logOf, sendWords, type TestApp } from '../../../support/apps/an-app.ts';
import { withAppAndWorkshop } from '../../../support/apps/with-workshop.ts';
import { aStep, aTurn, call } from '../../../support/builders/a-turn.ts';
import { answer, say } from '../../../support/scripted/scripted-model.ts';

/** What was quoted by a tool, and left out or put off the record where it was said since. */

let app: TestApp;
let first: Session;
let second: Session;
let turnIds: string[];

async function send(to: Session, words: string): Promise<string> {
	const { turnId } = await sendWords(app, to, words);
	app.clock.at += 60_000;
	return turnId ?? '';
}

withAppAndWorkshop((own) => (app = own));
beforeEach(async () => {
	const open = (): Session => newSession(app, { kind: 'main', offRecord: false });
	first = open();
	app.model.next(say('Good morning.'), say('Noted.'), say('Fine.'));
	turnIds = [];
	for (const words of ['Good morning', 'My locker is xyloquartz', 'Bees hum'])
		turnIds.push(await send(first, words));
	second = open();
});

async function recall(query: string, to = second) {
	app.model.next(answer([call('r', 'recall', { query })]), say('Done.'));
	await send(to, 'Look it up please');
}

const mark = (seq: number, kind: Extract<MarkKind, 'left-out' | 'off-record'>, on = true) =>
	setMark(app, { sessionId: first.id, turnId: turnIds[seq] ?? '', kind, on });

/** What the next message would take along. */
async function next(of = second) {
	const session = (await sessionOf(app.db, of.id)) ?? of;
	const { body, epochKey } = await previewPrompt(app, { session, unsent: [] });
	return { text: JSON.stringify(body.messages), epochKey };
}

it.each(['left-out', 'off-record'] as const)(
	'what is %s now is quoted no more in another conversation, until that is changed',
	async (kind) => {
		await recall('locker');
		const before = await next();
		expect(before.text).toContain('xyloquartz');
		await mark(1, kind);
		const without = await next();
		expect(without.text).not.toContain('xyloquartz');
		expect(without.text).toContain('[Cleared: the user has deleted or keeps back what was shown');
		expect(without.epochKey).not.toBe(before.epochKey);
		// What is stored stays whole.
		expect(JSON.stringify(await logOf(app, second.id))).toContain('xyloquartz');
		await mark(1, kind, false);
		expect(await next()).toEqual(before);
	}
);

it.each(['left-out', 'off-record'] as const)(
	'what tells a message beside it, or the title from it, goes as well when that is %s',
	async (kind) => {
		await recall('hum');
		await recall('locker');
		expect((await next()).text).toContain('before it: My locker is xyloquartz');
		await mark(1, kind);
		expect((await next()).text).not.toContain('xyloquartz');
		await mark(1, kind, false);
		expect((await next()).text).toContain('“Good morning”');
		await mark(0, kind);
		expect((await next()).text).not.toContain('Good morning');
	}
);

it('in its own conversation what is left out is quoted no more; what is off the record goes along there', async () => {
	app.model.next(answer([call('r', 'open_turns', { from: 2, to: 2 })]), say('Done.'));
	await send(first, 'Open it');
	const told = async () => (await next(first)).text.split('xyloquartz').length - 1;
	const times = await told();
	expect(times).toBeGreaterThan(1);
	await mark(1, 'off-record');
	expect(await told()).toBe(times);
	await mark(1, 'left-out');
	expect(await told()).toBe(0);
});

it('a summary is quoted no more elsewhere once something of its conversation is off the record', async () => {
	const link = `/chat/${first.id}#${turnIds[2] ?? ''}`;
	const passage = { place: '“Good morning”, turn 3', day: '2026-11-20', link, text: 'Lockers.' };
	const content = tellPassage({ ...passage, by: 'a summary' }, { before: null, after: null });
	const turn = { ...aTurn(0), sessionId: second.id };
	const results = [{ type: 'tool_result', tool_use_id: 'r', content }] as const;
	const steps = [aStep(turn, 0, [call('r', 'recall', { query: 'locker' })], { results })];
	const gone = async () => [...(await readQuoted(app.db, [{ turn, steps }], [])).gone.keys()];
	expect(await gone()).toEqual([]);
	await mark(1, 'left-out');
	expect(await gone()).toEqual([]);
	await mark(1, 'off-record');
	expect(await gone()).toEqual([`/chat/${first.id}`]);
});
