import { expect, test } from 'vitest';
import type { LineOrigin, ProposalSource } from '#core/memory/memory.ts';
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
	const heading = (source: ProposalSource) =>
		headingOf({ source, path: 'memory/2026-11-20.md', day: '2026-11-20', time: '14:05' });
	const headings = (['flush', 'synthesis', 'reset', 'save-memory'] as const).map(heading);
	expect(new Set(headings).size).toBe(headings.length);
	for (const one of headings) expect(one).toContain('14:05');
	expect(heading('compaction')).toBe(heading('flush'));
	expect(heading('edit-memory')).toBe(heading('save-memory'));
});

test.each([
	['memory/2026-11-20.md', '2026-11-20', '(14:05)'],
	['MEMORY.md', '2026-11-20', '(2026-11-20 14:05)'],
	['memory/2026-11-21.md', '2026-11-20', '(14:05)'],
	['memory/tea.md', '2026-11-20', '(2026-11-20 14:05)'],
	// It was proposed before days were noted: its line is taken back from below the heading it got.
	['MEMORY.md', undefined, '(14:05)']
])('in %s, learnt on %s, a heading tells %s', (path, day, told) => {
	const row = { source: 'save-memory', path, time: '14:05', ...(day && { day }) } as const;
	expect(headingOf(row)).toBe(`### Saved in conversation ${told}`);
});

test('histories name the job a line came from', () => {
	expect(writerOf('save-memory')).toBe('tool');
	expect(writerOf('synthesis')).toBe('compaction');
	expect(writerOf('import')).toBe('import');
});
