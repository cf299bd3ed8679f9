// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { ModelEvent } from '../../../../src/flows/ports/model.ts';
import { onDeviceModel } from '../../../../src/model/on-device.ts';
import { everyEvent, textIn } from '../../../support/builders/a-line.ts';
import { never } from '../../../support/never.ts';
import {
	answeredBy,
	answerer,
	answerOf,
	asking,
	endpoint,
	found,
	memory,
	replyTo
} from '../../../support/builders/on-device.ts';

/** How the on-device answerer meets what is no plain question, and keeps to the port of a model. */

describe('a question about a time or about memory', () => {
	it('asks for the days a question names when it names nothing else', async () => {
		const answer = await answerOf(asking('What did we talk about on 3 March?'));
		expect(answer.content).toMatchObject([
			{ name: 'recall', input: { from: '2026-03-03', to: '2026-03-03' } }
		]);
		const [call] = (await answerOf(asking('What did I say about tomatoes last May?'))).content;
		expect(call?.type === 'tool_use' && call.input).not.toHaveProperty('from');
	});

	it.each([
		['en-US', '2026-03-05'],
		['en-GB', '2026-05-03'],
		['de-DE', '2026-05-03']
	])('reads “3/5/2026” as those who speak %s write it', async (locale, day) => {
		const there = onDeviceModel({ tokensPerSecond: null, now: () => 0 }, locale);
		const body = asking('What did we talk about on 3/5/2026?');
		expect((await everyEvent(there.stream({ body, endpoint }, never))).at(-1)).toMatchObject({
			answer: { content: [{ name: 'recall', input: { from: day, to: day } }] }
		});
	});

	it('quotes what was said then as just that', async () => {
		const text = await replyTo(
			asking('What did we talk about on 3 March?'),
			found(
				{ place: '“Lisbon”, turn 1', day: '2026-03-03', address: '/chat/a#b' },
				'We stay in Chiado.'
			)
		);
		expect(text).toContain('This is what was said then:');
		expect(text).toContain('“We stay in Chiado.” — [“Lisbon”, turn 1 · 2026-03-03](/chat/a#b)');
		expect(text).not.toContain('Nothing says it outright');
	});

	it('looks beyond the days a question names where nothing was said then, for what names them', async () => {
		const body = asking('What happens on 3 March?', {
			system: [memory('MEMORY.md', '- The rent is due on 3 March')]
		});
		const none = 'Nothing was found for: What happens on 3 March?';
		const first = await answeredBy(body, none);
		const [call] = (await answerOf(first)).content;
		expect(call).toMatchObject({ name: 'recall', input: { query: 'What happens on 3 March?' } });
		expect(call?.type === 'tool_use' && call.input).not.toHaveProperty('from');
		const told = await replyTo(
			first,
			found(
				{ place: '“Dentist”, turn 1', day: '2026-02-01', address: '/chat/a#b' },
				'My dentist appointment is on 3 March with Dr. Okafor. I like March.'
			)
		);
		expect(told).toContain('“My dentist appointment is on 3 March with Dr. Okafor.” — [“Dentist”');
		expect(told).toContain('“The rent is due on 3 March” — [MEMORY.md]');
		expect(told).not.toContain('I like March');
		expect(told).not.toContain('nothing that was said then');
		expect(await replyTo(first, none)).toContain('The rent is due');
		expect(
			await replyTo(await answeredBy(asking('What happens on 3 March?'), none), none)
		).toContain('I found nothing that was said then');
	});

	it.each(['What do you know about me?', 'Was weißt du von mir?'])(
		'shows the memory that came along, line by line: %s',
		async (said) => {
			const body = asking(said, {
				system: [
					memory('MEMORY.md', '# Me\n- I am allergic to hazelnuts\n- I live in Graz\n#7 is my desk')
				]
			});
			const [block] = (await answerOf(body)).content;
			const text = block?.type === 'text' ? block.text : '';
			expect(text).toContain('On-device');
			expect(text).toContain('- “I am allergic to hazelnuts” — [MEMORY.md](/memory/MEMORY.md)');
			expect(text).toContain('- “I live in Graz” — [MEMORY.md](/memory/MEMORY.md)');
			expect(text).toContain('- “#7 is my desk” — [MEMORY.md](/memory/MEMORY.md)');
			expect(text).not.toContain('“Me”');
		}
	);

	it('says what to do where nothing is remembered', async () => {
		const answer = await answerOf(asking('What do you know about me?'));
		expect(JSON.stringify(answer.content)).toContain('Nothing of your memory came along');
	});

	it('does not break a sentence at a title or an initial', async () => {
		const text = await replyTo(
			asking('When is my check-up?'),
			found(
				{ place: '“Health”, turn 1', day: '2026-09-21', address: '/chat/a#b' },
				'Dr. A. Okafor says the check-up is on 11 January.'
			)
		);
		expect(text).toContain('“Dr. A. Okafor says the check-up is on 11 January.”');
	});
});

describe('what it says of itself', () => {
	it.each([
		'Hello!',
		'help',
		'What can you do?',
		'Hello! Who are you and what can you do for me?',
		'Hi there, how does this work?',
		'Wer bist du?',
		'Hallo, wer bist du und was kannst du?',
		'How do I add a key?',
		'Where can I enter my API key?',
		'Wie gebe ich meinen Schlüssel ein?',
		'Comment ajouter une clé ?',
		'¿Cómo añado una clave?',
		'Hola'
	])('explains itself at %s', async (said) => {
		const answer = await answerOf(asking(said));
		expect(answer.stopReason).toBe('end_turn');
		expect(JSON.stringify(answer.content)).toContain('On-device');
	});

	it.each([
		['Thank you!', 'welcome'],
		['Danke schön!', 'Gern'],
		['Gracias', 'De nada'],
		['Merci beaucoup', 'plaisir'],
		['Great, thanks a lot', 'welcome']
	])('searches nothing at %s, and says no more', async (said, word) => {
		const [block] = (await answerOf(asking(said))).content;
		expect(block?.type === 'text' && block.text).toMatch(new RegExp(`^[^*\n]*${word}[^*\n]*$`));
	});

	it('claims to have searched only where it has', async () => {
		const image = { type: 'base64', media_type: 'image/png', data: 'AA==' } as const;
		const seen = asking('', {
			messages: [{ role: 'user', content: [{ type: 'image', source: image }] }]
		});
		for (const body of [asking('Hello!'), asking(''), seen]) {
			const said = JSON.stringify((await answerOf(body)).content);
			expect(said).toContain('not a language model');
			expect(said).not.toContain('found by search');
		}
	});

	it.each([
		'Where did I leave my key?',
		'Hello, who is my dentist?',
		'Thanks to whom did we get the flat?'
	])('takes %s for a question', async (said) => {
		expect((await answerOf(asking(said))).stopReason).toBe('tool_use');
	});

	it('answers in the language it is asked in', async () => {
		const text = await replyTo(
			asking('Wie heißt eigentlich meine Katze und wo wohnt sie?'),
			'Nothing was found for: Katze'
		);
		expect(text).toContain('nichts gefunden');
	});

	it('says that it reads text only', async () => {
		const image = { type: 'base64', media_type: 'image/png', data: 'AA==' } as const;
		const body = asking('', {
			messages: [{ role: 'user', content: [{ type: 'image', source: image }] }]
		});
		expect(JSON.stringify((await answerOf(body)).content)).toContain('cannot see pictures');
	});
});

describe('behind the port', () => {
	it('says the same for the same request, and calls by another id for another', async () => {
		const body = asking('What is my cat called?');
		expect(await answerOf(body)).toEqual(await answerOf(body));
		const [one] = (await answerOf(body)).content;
		const [other] = (await answerOf(asking('What is my dog called?'))).content;
		expect(one?.type === 'tool_use' && one.id).not.toBe(other?.type === 'tool_use' && other.id);
	});

	it('reports what the request weighs', async () => {
		const body = asking('Hello');
		const { usage, contextTokens } = await answerOf(body);
		expect(await answerer.count({ body, endpoint }, never)).toEqual({
			status: 'counted',
			tokens: usage?.input
		});
		expect(usage?.output).toBeGreaterThan(0);
		expect(contextTokens).toBe((usage?.input ?? 0) + (usage?.output ?? 0));
	});

	it('keeps to the tokens it may use', async () => {
		const answer = await answerOf(asking('Hello', { max_tokens: 20 }));
		expect(answer.stopReason).toBe('max_tokens');
		expect(answer.usage?.output).toBeLessThanOrEqual(20);
	});

	it('speaks in pieces that are the whole text', async () => {
		const slow = onDeviceModel({ tokensPerSecond: 2000, now: () => 0 });
		const events = await everyEvent(slow.stream({ body: asking('Hello'), endpoint }, never));
		const end = events.at(-1);
		expect(events.length).toBeGreaterThan(2);
		expect(end?.type === 'end' && end.answer.content).toEqual([
			{ type: 'text', text: textIn(events) }
		]);
	});

	it('stops in the middle when it is told to', async () => {
		const stop = new AbortController();
		const events: ModelEvent[] = [];
		for await (const event of onDeviceModel().stream(
			{ body: asking('Hello'), endpoint },
			stop.signal
		)) {
			events.push(event);
			stop.abort();
		}
		expect(events.map((event) => event.type)).toEqual(['text']);
	});
});
