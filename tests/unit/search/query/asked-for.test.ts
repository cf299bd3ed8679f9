import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wantsAdvice, wantsOverview } from '#core/search/query/asked-for.ts';
import { search } from '#core/search/search.ts';
import { aSession, indexOf, someQuery } from '../stories.ts';

describe('what a question wants', () => {
	test.each([
		'Which restaurant would you recommend for Friday?',
		'How should I reply to the landlord?',
		'Should we take the train or the car?',
		"I'm planning a dinner for six, any ideas?",
		'What should I have for dinner?',
		'I have a meeting tomorrow, what should I wear?',
		'We have guests, what would you cook?',
		'How can I remind my boss of it?',
		'Please help me with the garden.',
		'Was würdest du mir empfehlen?',
		'Soll ich den Vertrag verlängern?',
		'Tu peux me recommander un livre ?',
		'¿Qué me aconsejas cocinar hoy?',
		'周末推荐什么餐厅？',
		'おすすめの本は？',
		'어떤 책을 추천해?',
		'Посоветуй мне фильм',
		'انصحني بكتاب',
		'कोई सलाह दो'
	])('advice: %s', (question) => {
		expect(wantsAdvice(question)).toBe(true);
	});

	test.each([
		'restaurant garden',
		'Which restaurant did you recommend?',
		'Can you tell me when I was in Lisbon?',
		'What have we discussed about the landlord?',
		'What should I take of what we have talked about?',
		'How many days do I have until the deadline?',
		'Can you find the number of the invoice?',
		'Can you remind me what I paid for the car?',
		'Can you summarise how I should plan the dinner?',
		'Was hast du mir empfohlen, als wir das besprochen haben?',
		'上次你推荐了什么？',
		'Что ты посоветовал, как мы говорили?',
		''
	])('no advice: "%s"', (question) => {
		expect(wantsAdvice(question)).toBe(false);
	});

	test('nothing is both advice and the whole story', () => {
		fc.assert(
			fc.property(fc.oneof(someQuery, fc.string()), someQuery, (one, other) => {
				expect(wantsAdvice(`${one} ${other}`) && wantsOverview(`${one} ${other}`)).toBe(false);
				expect(wantsAdvice(`${one} summary, please help me ${other}`)).toBe(false);
			})
		);
	});
});

describe('what the user wants to hold always', () => {
	const index = indexOf(
		...aSession('wish', [
			'Always name the prices when I ask about a restaurant in town.',
			'I will.'
		]),
		...aSession('told', ['We sat outside the restaurant.', 'How nice!']),
		...aSession('else', ['The harbour was full of sailors.', 'The violin is old.'])
	);
	const firstOf = (question: string): string | undefined => search(index, question)[0]?.session;

	test('leads where advice is asked for, though another turn says the word with fewer others', () => {
		expect(firstOf('Which restaurant would you recommend?')).toBe('wish');
	});

	test('stays behind where it is asked what was said', () => {
		expect(firstOf('Which restaurant was that?')).toBe('told');
	});
});
