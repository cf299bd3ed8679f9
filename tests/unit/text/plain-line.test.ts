import { describe, expect, it } from 'vitest';
import { plainLine } from '#core/text/plain-line.ts';

describe('A line of Markdown as a title', () => {
	it.each([
		['**Three days in Rome**', 'Three days in Rome'],
		['## **Plan**: what _we_ need', 'Plan: what _we_ need'],
		['Use `npm ci`, *not* `npm i`', 'Use npm ci, not npm i'],
		['这是**重点**内容', '这是重点内容'],
		['[The docs](https://example.org/a) of ~~old~~ new', 'The docs of old new'],
		['**A title that its product cut in the mid…', 'A title that its product cut in the mid…']
	])('%s is without its marks', (line, plain) => {
		expect(plainLine(line)).toBe(plain);
	});

	it.each([
		'What does __init__ do?',
		'2**3**4 and a * b * c',
		'#hashtags and C# and snake_case_names',
		'f(x)[0](y) is 5 > 3',
		'```js',
		'Why ** and * differ'
	])('%s keeps what are no marks', (line) => {
		expect(plainLine(line)).toBe(line);
	});
});
