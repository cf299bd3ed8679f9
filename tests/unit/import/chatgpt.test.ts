import { expect, test } from 'vitest';
import { readChatGpt } from '#core/import/readers/chatgpt.ts';
import { transcriptOf } from '../../support/foreign.ts';

/** What ChatGPT writes beside the words of a conversation. */

const mark = (...fields: readonly string[]) => `\ue200${fields.join('\ue202')}\ue201`;

const answered = (words: string, metadata: object = {}) =>
	transcriptOf(
		readChatGpt({
			id: 'c1',
			current_node: 'b',
			mapping: {
				a: {
					parent: null,
					message: { author: { role: 'user' }, content: { content_type: 'text', parts: ['?'] } }
				},
				b: {
					parent: 'a',
					message: {
						author: { role: 'assistant' },
						content: { content_type: 'text', parts: [words] },
						metadata
					}
				}
			}
		})
	)['trunk']?.[1];

test('marks of a search become the links the export knows for them, and go where it knows none', () => {
	const known = mark('cite', 'turn0search0', 'turn0search1');
	const unknown = mark('cite', 'turn0finance0');
	const references = [
		{ matched_text: known, type: 'grouped_webpages', alt: '([met.no](https://met.no/))' },
		{ matched_text: unknown, type: 'hidden', alt: null }
	];
	expect(
		answered(`It rains. ${known} It costs 5 ${unknown}.`, { content_references: references })
	).toBe('it: It rains. ([met.no](https://met.no/)) It costs 5.');
	expect(answered(`It rains ${mark('navlist', 'News', 'turn0news1')}.`)).toBe('it: It rains.');
});

test('what a mark names stays where it stands in a sentence', () => {
	const place = mark('entity', '["city","Graz","capital of Styria"]');
	expect(
		answered(`In ${place} it rains, says ${mark('url', 'the office', 'https://met.no')}.`)
	).toBe('it: In Graz it rains, says the office.');
	expect(answered(`In ${mark('entity', '["city"')} it rains.`)).toBe('it: In it rains.');
});

test('a sign of a private font without its fellow is no mark', () => {
	expect(answered('The icon \ue200 opens it.')).toBe('it: The icon \ue200 opens it.');
});
