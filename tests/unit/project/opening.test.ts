import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { words } from '#ui/words/talk-words.ts';
import { keptPage } from '../../../src/service-worker/answer.ts';

/** What stands in the page itself. */
const page = readFileSync(new URL('../../../src/app.html', import.meta.url), 'utf8');

test('the page greets with the words of a first conversation', () => {
	const [, greeting = ''] = /<div class="empty-state">(.*?)<\/div>/s.exec(page) ?? [];
	const lines = [...greeting.matchAll(/<p[^>]*>(.*?)<\/p>/gs)].map(([, line = '']) =>
		line.trim().replace(/\s+/g, ' ')
	);
	expect(lines).toEqual([words.messages.empty, words.messages.emptyHelp]);
});

test('the page as it is kept greets nobody at once, and is the same otherwise', () => {
	expect(page).toContain('id="opening" class="opening first"');
	expect(keptPage(page)).toContain('id="opening" class="opening"');
	expect(keptPage(page).length).toBe(page.length - ' first'.length);
});
