import { afterEach, expect, it, vi } from 'vitest';
import type { LineStory } from '#core/provenance/line-story.ts';
import WhyDialog from '#ui/memory/WhyDialog.svelte';
import { clear, show } from '../../kit/kit-page.ts';

/** "Why do you know this?", as it is read. */

afterEach(async () => {
	await clear();
});

const learnt = { origin: 'own', by: 'user', at: 1, session: null, turns: [] } as const;
const said = (written: LineStory['written']) => {
	const story = {
		line: 'Likes tea',
		learnt: [{ ...learnt, importance: null, tags: [] }],
		written
	};
	show(WhyDialog, { story, onvouch: null, onclose: vi.fn() });
	return document.body.textContent;
};

it('says once who wrote a line, and since when it stands in its file', () => {
	const text = said({ at: 1, by: 'user' });
	expect(text.match(/written by you/g)).toHaveLength(1);
	expect(text).toMatch(/In this file since [^:]+:[^:]+\./);
});

it('where another hand put it into the file, that is said too', () => {
	expect(said({ at: 1, by: 'undo' })).toContain(': brought back by an undo.');
});

it.each([
	['import', 'import', true],
	['import', 'tool', false],
	['web', 'tool', false]
] as const)(
	'of words of %s, brought by %s, that more waits beside them is said: %s',
	(origin, by, isSaid) => {
		const told = { ...learnt, origin, by, importance: null, tags: [] };
		const story = { line: 'Likes tea', learnt: [told], written: null };
		show(WhyDialog, { story, onvouch: vi.fn(), onclose: vi.fn() });
		expect(document.body.textContent.includes('what is learnt beside it waits')).toBe(isSaid);
		expect(document.body.textContent).toContain('I vouch for this');
	}
);
