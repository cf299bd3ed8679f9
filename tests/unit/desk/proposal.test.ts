import { expect, test } from 'vitest';
import type { LineOrigin } from '#core/memory/memory.ts';
import { headingOf, passesUnread, writerOf } from '#core/desk/proposal.ts';

const origins: readonly LineOrigin[] = ['own', 'assistant', 'tool', 'web', 'import'];

test('no rule lets a line from a tool, the web or an import pass unread (INV-32)', () => {
	const passing = (rule: 'ask' | 'own' | 'untainted') =>
		origins.filter((origin) => passesUnread(rule, origin));
	expect(passing('ask')).toEqual([]);
	expect(passing('own')).toEqual(['own']);
	expect(passing('untainted')).toEqual(['own', 'assistant']);
});

test('an accepted line stands under a heading that tells when it was learnt, and of what', () => {
	const heading = (source: Parameters<typeof headingOf>[0]) => headingOf(source, '14:05');
	const headings = (['flush', 'synthesis', 'reset', 'save-memory'] as const).map(heading);
	expect(new Set(headings).size).toBe(headings.length);
	for (const one of headings) expect(one).toContain('14:05');
	expect(heading('compaction')).toBe(heading('flush'));
	expect(heading('edit-memory')).toBe(heading('save-memory'));
});

test('histories name the job a line came from', () => {
	expect(writerOf('save-memory')).toBe('tool');
	expect(writerOf('synthesis')).toBe('compaction');
	expect(writerOf('import')).toBe('import');
});
