import { expect, test } from 'vitest';
import { turnsAlike } from '#core/import/growth/alike.ts';
import type { AssistantBlock } from '#core/log/blocks.ts';
import type { Exchange } from '#core/log/turn.ts';
import { someExchanges } from '../../support/builders/stored-session.ts';

/** Whether a turn of a file is one that is here. */

const [one] = someExchanges(1);
const [like] = one!.steps;

/** The same question, with an answer of these steps. */
const answered = (...steps: readonly (readonly AssistantBlock[])[]): Exchange => ({
	turn: one!.turn,
	steps: steps.map((content, index) => ({ ...like!, index, content }))
});

const areAlike = (here: Exchange, file: Exchange) => turnsAlike(here, [file], 0) !== null;

const text = (words: string): AssistantBlock => ({ type: 'text', text: words });
const draw = (subject: string): AssistantBlock => ({
	type: 'tool_use',
	id: `call_${subject}`,
	name: 'draw',
	input: { subject }
});

test.each([
	['an answer that has not begun', answered(), answered([text('Yes.')])],
	['one that had not ended', answered([text('Wait.')]), answered([text('Wait.')], [text('Yes.')])],
	['one cut elsewhere', answered([text('Wait. Yes.')]), answered([text('Wait.')], [text('Yes.')])],
	['one with a call', answered([text('Yes.')]), answered([draw('cat')], [text('Yes.')])],
	['a call alone', answered([draw('cat')]), answered([draw('cat')])],
	['a call and what followed', answered([draw('cat')]), answered([draw('cat')], [text('Here.')])]
])('%s is the same', (_, here, file) => {
	expect([areAlike(here, file), areAlike(file, here)]).toEqual([true, true]);
});

test.each([
	['other words', answered([text('Yes.')]), answered([text('No.')])],
	['words that begin like others', answered([text('Yes')]), answered([text('Yes, but.')])],
	['a call in place of words', answered([draw('cat')]), answered([text('A cat.')])],
	['another call', answered([draw('cat')]), answered([draw('dog')])],
	['a picture in place of words', answered([text('[image: a.png]')]), answered([text('A cat.')])],
	['a picture in place of a call', answered([text('[image: a.png]')]), answered([draw('cat')])]
])('an answer of %s is another', (_, here, file) => {
	expect([areAlike(here, file), areAlike(file, here)]).toEqual([false, false]);
});
