import { expect, test } from 'vitest';
import { archiveLines } from '#core/archive/archive.ts';
import { asForeignLines, asForeignState, bringsRules } from '#core/backup/foreign-rows.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { someExchanges } from '../../support/builders/stored-session.ts';

/** What a stranger's file may say of itself, row by row. */

const linesOf = (
	over: Parameters<typeof aSession>[0],
	asked = 'Hello',
	pasted = [{ from: 0, to: 5 }]
) => {
	const [exchange] = someExchanges(1);
	if (!exchange) throw new Error('no exchange');
	const turn = { ...exchange.turn, asked: [{ type: 'text', text: asked } as const], pasted };
	return archiveLines({
		session: aSession(over),
		branches: [],
		exchanges: [{ ...exchange, turn }],
		summaries: []
	});
};

test('what its writer learnt or accepted is brought along here, whoever it was there', () => {
	const row = { id: 'o1', line: 'likes tea', origin: 'own', writer: 'user' };
	expect(asForeignState({ table: 'memoryOrigins', row })?.row).toEqual({
		...row,
		origin: 'import',
		writer: 'import'
	});
});

test('words in which a line was offered there keep no line out here', () => {
	const row = { id: 'p1', text: 'likes tea', offered: 'likes coffee' };
	expect(asForeignState({ table: 'proposals', row })?.row).toMatchObject({ offered: '' });
});

test('its writer’s backups are none of what is here; what else happened there is told', () => {
	const row = { id: 'a1', at: 1, kind: 'export' };
	expect(asForeignState({ table: 'activity', row })).toBeNull();
	expect(asForeignState({ table: 'activity', row: { ...row, kind: 'import' } })).not.toBeNull();
});

test('a session that has switched off no more than a part of the prompt brings a rule of its own', () => {
	expect(bringsRules(linesOf({}))).toBe(false);
	expect(bringsRules(linesOf({ switchedOff: ['Memory rules'] }))).toBe(true);
});

test('what was pasted is told by its places, and no more where signs before them were left out', () => {
	const pastedIn = (asked: string) =>
		asForeignLines(linesOf({}, asked)).flatMap((line) =>
			line.type === 'turn' ? [line.pasted] : []
		);
	expect(pastedIn('Hello')).toEqual([[{ from: 0, to: 5 }]]);
	expect(pastedIn('\u{e0041}Hello')).toEqual([[]]);
});
