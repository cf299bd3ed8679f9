import { expect, test } from 'vitest';
import { readOpenWebUi } from '#core/import/readers/open-webui.ts';
import { foreignText, transcriptOf } from '../../support/foreign.ts';

/** What Open WebUI writes into the text of an answer. */

const escaped = (words: string) =>
	words
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#x27;');

const answered = (content: string, output?: readonly object[]) =>
	transcriptOf(
		readOpenWebUi({
			id: 'c1',
			title: 'Frost',
			chat: {
				messages: [
					{ id: 'a', role: 'user', content: 'When?' },
					{ id: 'b', role: 'assistant', content, output }
				]
			}
		})
	)['trunk'];

const input = { city: 'Graz' };
const once = escaped(JSON.stringify(input));
const twice = escaped(JSON.stringify(JSON.stringify(input)));
const result = "frost until <12 May>, it's 'sure'";
const kept = escaped(JSON.stringify(result));
const summary = '<summary>Tool Executed</summary>';

test.each([
	['in the attribute', `arguments="${once}" result="${kept}">\n${summary}\n`],
	['in the body, with arguments that are a text', `arguments="${twice}">\n${summary}\n${kept}\n`],
	['in the body, as it is', `arguments="${once}">\n${summary}\n${escaped(result)}\n`]
])('the result of a call that stands %s is read', (_, rest) => {
	const call = `<details type="tool_calls" done="true" id="call_9" name="weather" ${rest}</details>`;
	expect(answered(`${call}\nIn May.`)).toEqual([
		'you: When?',
		'call: weather {"city":"Graz"}',
		`result: ${result}`,
		'it: In May.'
	]);
});

test('a call that has no result has none, and arguments that are no JSON stay as they are', () => {
	const call = `<details type="tool_calls" done="false" id="call_9" name="weather" arguments="Graz">\n<summary>Executing...</summary>\n</details>`;
	expect(answered(call)).toEqual([
		'you: When?',
		'call: weather {"input":"Graz"}',
		'result (error): No result was recorded for this call.'
	]);
});

const said = (text: string) => ({ type: 'message', content: [{ type: 'output_text', text }] });
const made = [
	{ type: 'reasoning', summary: [], content: [{ type: 'output_text', text: 'Frost ends late.' }] },
	{ type: 'function_call', call_id: 'call_9', name: 'weather', arguments: JSON.stringify(input) },
	{
		type: 'function_call_output',
		call_id: 'call_9',
		output: [{ type: 'input_text', text: result }]
	},
	{ type: 'open_webui:code_interpreter', id: 'ci_1', code: 'print(5)', output: { stdout: '5' } },
	said('In'),
	{ type: 'web_search_call', id: 'ws_1', action: { query: 'frost Graz' } },
	said('May.')
];
const told = [
	'you: When?',
	'thought: Frost ends late.',
	'call: weather {"city":"Graz"}',
	'call: code_interpreter {"code":"print(5)"}',
	'call: web_search {"query":"frost Graz"}',
	`result: ${result}`,
	'result: 5',
	'result (error): No result was recorded for this call.'
].toSorted();

test.each([
	['alone', ''],
	['beside its words', 'In May.']
])('an answer that stands in a list of what was put out, %s, is read from there', (_, content) => {
	const read = answered(content, made) ?? [];
	expect(read.filter((line) => !line.startsWith('it:')).toSorted()).toEqual(told);
	expect(read.filter((line) => line.startsWith('it:')).join(' ')).toBe('it: In it: May.');
});

test('an answer whose text has its thoughts and calls already is read as it was before', () => {
	const content = '<details type="reasoning">\n&gt; Frost.\n</details>\nIn May.';
	expect(answered(content, [said('In June.')])).toEqual([
		'you: When?',
		'thought: Frost.',
		'it: In May.'
	]);
	expect(answered('In May.', [{ type: 'reasoning', content: [] }])).toEqual([
		'you: When?',
		'it: In May.'
	]);
});

test('a message that is a list of parts is read with its pictures', () => {
	const png = foreignText('open-webui.json').match(/data:image[^"]*/)?.[0] ?? '';
	const parts = [
		{ type: 'text', text: 'What is this?' },
		{ type: 'image_url', image_url: { url: png } }
	];
	const chat = { messages: [{ id: 'a', role: 'user', content: parts }] };
	expect(readOpenWebUi({ id: 'c', chat }).messages[0]?.content).toMatchObject([
		{ type: 'text', text: 'What is this?' },
		{ type: 'image', data: { mediaType: 'image/png' } }
	]);
});
