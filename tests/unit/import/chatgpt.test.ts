import { expect, test } from 'vitest';
import { instructionsIn, readChatGpt } from '#core/import/readers/chatgpt.ts';
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

const instructed = (metadata: object, content: object) =>
	instructionsIn({
		create_time: 1_700_000_000,
		mapping: { s: { message: { author: { role: 'system' }, content, metadata } } }
	}).map(({ text }) => text);

test('custom instructions are found in whatever hidden message holds them', () => {
	const metadata = {
		is_user_system_message: true,
		user_context_message_data: { about_user_message: 'Is a nurse', about_model_message: 'Be brief' }
	};
	expect(instructed(metadata, { content_type: 'text', parts: [''] })).toEqual([
		'Is a nurse',
		'Be brief'
	]);
	// What a message that is seen says of itself is nobody's instruction.
	const seen = { user_context_message_data: metadata.user_context_message_data };
	expect(instructed(seen, { content_type: 'text', parts: ['Hi'] })).toEqual([]);
});

test('of instructions that are wrapped only what the user wrote is taken, and nothing where nothing is wrapped', () => {
	const context = (user_profile: string) => ({
		content_type: 'user_editable_context',
		user_profile,
		user_instructions: 'Use the search tool first.'
	});
	const metadata = { is_user_system_message: true, user_context_message_data: {} };
	expect(instructed(metadata, context('The user provided:\n```Lives in Graz```'))).toEqual([
		'Lives in Graz'
	]);
	const timezone = 'Very important: The user’s timezone is America/Chicago.';
	expect(instructed(metadata, context(timezone))).toEqual([]);
});
