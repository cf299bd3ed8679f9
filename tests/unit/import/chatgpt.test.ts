import { expect, test } from 'vitest';
import { chatHeadOf } from '#core/import/chat-lines.ts';
import { shapeOf } from '#core/import/chat-shape.ts';
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
	const titled = mark('link_title', 'the office', 'turn0search0');
	const references = [{ matched_text: titled, alt: '' }];
	expect(answered(`So says ${titled}.`, { content_references: references })).toBe(
		'it: So says the office.'
	);
	expect(answered(`In ${mark('entity', '["city"')} it rains.`)).toBe('it: In it rains.');
});

test('a sign of a private font without its fellow is no mark', () => {
	expect(answered('The icon \ue200 opens it.')).toBe('it: The icon \ue200 opens it.');
});

/** A conversation whose messages follow each other. */
function transcript(...messages: readonly object[]) {
	const nodes = messages.map((message, at) => [
		String(at),
		{ parent: at === 0 ? null : String(at - 1), message }
	]);
	const current_node = String(messages.length - 1);
	return transcriptOf(
		readChatGpt({ id: 'c1', current_node, mapping: Object.fromEntries(nodes) as object })
	)['trunk'];
}

const says = (role: string, words: string, more: object = {}) => ({
	author: { role },
	content: { content_type: 'text', parts: [words] },
	...more
});

test('the report of a research is an answer, the newest state of it that is done, with its marks as words', () => {
	const cite = mark('cite', 'turn0search0');
	const state = (status: string, words: string, id: string) => ({
		author: { role: 'tool', name: 'api_tool.call_tool' },
		content: { content_type: 'text', parts: [''] },
		metadata: {
			is_visually_hidden_from_conversation: true,
			chatgpt_sdk: {
				widget_session_id: id,
				widget_state: JSON.stringify({
					status,
					report_message: {
						content: { content_type: 'text', parts: [words] },
						metadata: {
							content_references: [{ matched_text: cite, alt: '([A](https://a.example))' }]
						}
					}
				})
			}
		}
	});
	const code = { content_type: 'code', language: 'json', text: '{"path":"/start"}' };
	expect(
		transcript(
			says('user', 'Which pump is the best?'),
			{ author: { role: 'assistant' }, content: code, recipient: 'api_tool.call_tool' },
			state('waiting_for_user_response_on_plan', 'A plan', 'w1'),
			state('completed', '# Pumps', 'w1'),
			state('completed', `# Pumps\nIt is Zeta ${cite}.`, 'w1'),
			says('assistant', '', { metadata: { chatgpt_sdk_suppressed_response: true } }),
			says('user', 'And which hose?'),
			state('completed', '# Hoses', 'w2')
		)
	).toEqual([
		'you: Which pump is the best?',
		`call: api_tool_call_tool ${JSON.stringify({ language: 'json', input: code.text })}`,
		'result: completed',
		'it: # Pumps\nIt is Zeta ([A](https://a.example)).',
		'you: And which hose?',
		'call: api_tool_call_tool {}',
		'result: completed',
		'it: # Hoses'
	]);
});

test('pictures that code has drawn are part of its result, though they stand beside its content', () => {
	const drawn = (words: string) => ({
		author: { role: 'tool', name: 'python' },
		content: { content_type: 'execution_output', text: words },
		metadata: {
			aggregate_result: {
				messages: [
					{ message_type: 'stream', text: words },
					{ message_type: 'image', image_url: 'file-service://file-Ab1' },
					{ message_type: 'image', image_url: 'sediment://file_02' },
					{ message_type: 'image', image_url: null }
				]
			}
		}
	});
	const code = { content_type: 'code', language: 'unknown', text: 'plot()' };
	const call = { author: { role: 'assistant' }, content: code, recipient: 'python' };
	const pictures = '[image: file-Ab1]\n[image: file_02]';
	const results = transcript(says('user', 'Draw'), call, drawn('2 plots'), call, drawn(''));
	expect(results?.filter((line) => line.startsWith('result'))).toEqual([
		`result: 2 plots\n${pictures}`,
		`result: ${pictures}`
	]);
});

test('a question about a passage keeps the passage before it', () => {
	const metadata = { targeted_reply: 'The best pump is Zeta.\nIt is loud.' };
	expect(
		transcript(says('user', 'Hi'), says('assistant', 'Hm'), says('user', 'Why?', { metadata }))?.[2]
	).toBe('you: > The best pump is Zeta.\n> It is loud. | Why?');
	const message = { author: { role: 'user' }, content: { parts: ['Why?'] }, metadata };
	const chat = readChatGpt({ id: 'c3', mapping: { a: { message } } });
	expect(chatHeadOf(chat, shapeOf(chat).branches, 0).title).toBe('Why?');
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

test('what a tool said when it failed is a result that failed', () => {
	const content = { content_type: 'system_error', name: 'tool_error', text: 'No such page' };
	const message = { author: { role: 'tool', name: 'browser' }, content };
	const { messages } = readChatGpt({ id: 'c1', mapping: { a: { parent: null, message } } });
	const parts = [{ type: 'text', text: 'No such page' }];
	expect(messages[0]?.content).toEqual([
		{ type: 'result', call: null, name: 'browser', parts, isError: true }
	]);
});
