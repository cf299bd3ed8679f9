import { expect, test } from 'vitest';
import { readOpenWebUi } from '#core/import/readers/open-webui.ts';
import { transcriptOf } from '../../support/foreign.ts';

/** What Open WebUI writes into the text of an answer. */

const escaped = (words: string) =>
	words
		.replaceAll('&', '&amp;')
		.replaceAll('<', '&lt;')
		.replaceAll('>', '&gt;')
		.replaceAll('"', '&quot;')
		.replaceAll("'", '&#x27;');

const answered = (content: string) =>
	transcriptOf(
		readOpenWebUi({
			id: 'c1',
			title: 'Frost',
			chat: {
				messages: [
					{ id: 'a', role: 'user', content: 'When?' },
					{ id: 'b', role: 'assistant', content }
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
