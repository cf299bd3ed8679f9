import { expect, it } from 'vitest';
import { phrasesFor } from '#model/device/phrases.ts';

it.each([
	'What was it?',
	'Was war das, und wann ist es gewesen?',
	'Qu’est-ce que c’était, et quand ?',
	'¿Qué era eso, y cuándo fue?'
])('what was put up for review is quoted at the end, so that nothing runs into it: %s', (asked) => {
	expect(phrasesFor(asked).noted('Ada')).toMatch(/:\s?[“„«]\s?Ada\s?[”“»]$/);
});
