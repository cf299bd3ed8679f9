import { expect, test } from 'vitest';
import { taintOf } from '#core/provenance/taint.ts';
import { anExchange, aTurn, usingTool } from '../../support/builders/a-turn.ts';

test('a summary is tainted by the least trusted text it was made from; what only answers in fixed words does not taint', () => {
	expect(taintOf([anExchange(0)], 'none')).toBe('none');
	expect(taintOf([usingTool('save_memory', 'x')], 'none')).toBe('none');
	// What recall found may have come from anywhere, and the answer may repeat it.
	expect(taintOf([usingTool('recall', 'x')], 'none')).toBe('tool');
	expect(taintOf([usingTool('read_file', 'x')], 'none')).toBe('tool');
	expect(taintOf([usingTool('web_fetch', 'x')], 'none')).toBe('web');
	expect(taintOf([anExchange(0)], 'web')).toBe('web');
	expect(
		taintOf(
			[{ turn: aTurn(0, 'x', { source: 'import' }), steps: [] }, usingTool('read_file', 'x')],
			'none'
		)
	).toBe('import');
});
