import { beforeEach, describe, expect, test } from 'vitest';
import type { Exchange, MarkKind } from '#core/log/turn.ts';
import { builtInPresets } from '#core/presets/built-in.ts';
import { tellPassage } from '#core/prompt/text/passage.ts';
import type { Truth } from '#db/schema.ts';
import { writeSetting } from '#db/settings.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { call } from '../../support/builders/a-turn.ts';
import { storeSession } from '../../support/builders/stored-session.ts';
import { start } from '../../support/builders/a-clock.ts';
import {
	appAround,
	drafted,
	gardenTurns,
	prepare,
	storeGarden
} from '../../support/apps/compactable.ts';
import {
	scriptedSummariser,
	soundSummary,
	textOfBody
} from '../../support/scripted/scripted-summariser.ts';
import { withDatabase } from '../../support/builders/a-database.ts';

/** What our tools have quoted, and is deleted or kept back where it was said: no summariser reads it, no summary holds it. */

let db: Truth;
withDatabase((own) => (db = own));
beforeEach(async () => {
	const said = gardenTurns(2).map(({ turn, steps }) => ({
		turn: { ...turn, sessionId: 's2', turnId: `told-${String(turn.seq)}` },
		steps: steps.map((step) => ({ ...step, sessionId: 's2' }))
	}));
	await storeSession(db, aSession({ id: 's2' }), said);
});

const passage = tellPassage(
	{
		place: '“Lockers”, turn 2',
		day: '2026-11-20',
		by: 'the user',
		link: '/chat/s2#told-1',
		text: 'The locker opens with xyloquartz 4711.'
	},
	{ before: null, after: null }
);

/** Some turns, in whose first a tool has quoted; `ids`: of a call of another tool before it, and of its own. */
const quoting = (ids: readonly [string, string]): Exchange[] =>
	gardenTurns(60).map(({ turn, steps }) => ({
		turn,
		steps: steps.map((step) =>
			turn.seq > 0
				? step
				: {
						...step,
						content: [
							call(ids[0], 'read_file', { path: 'a.md' }),
							call(ids[1], 'recall', { query: 'lockers' })
						],
						results: [
							{ type: 'tool_result' as const, tool_use_id: ids[1], content: passage },
							{ type: 'tool_result' as const, tool_use_id: ids[0], content: 'Nothing.' }
						],
						resultsHash: 'r'
					}
		)
	}));

async function compacted(preset: string, turns: readonly Exchange[]) {
	await storeGarden(db, turns);
	await writeSetting(db, 'preset', preset);
	const model = scriptedSummariser(() => soundSummary('The beds are fine.'));
	await prepare(appAround(db, model));
	expect(model.asked.length).toBeGreaterThan(0);
	return model.asked.map(textOfBody).join('\n');
}

const mark = (kind: MarkKind) =>
	db.marks.put({ sessionId: 's2', turnId: 'told-1', kind, at: start - 1000 });

describe.each(builtInPresets)('under $id', ({ id }) => {
	test.each<MarkKind>(['deleted', 'left-out', 'off-record'])(
		'what is quoted of a message that is %s is in no request',
		async (kind) => {
			await mark(kind);
			expect(await compacted(id, quoting(['b', 'c']))).not.toContain('xyloquartz');
		}
	);

	test('nor where another tool was called by the same id', async () => {
		await mark('deleted');
		expect(await compacted(id, quoting(['c', 'c']))).not.toContain('xyloquartz');
	});
});

test.each([
	['b', 'c'],
	['c', 'c']
] as const)('a summary that code writes holds nothing of it (%s, %s)', async (...ids) => {
	await storeGarden(db, quoting(ids));
	const app = appAround(
		db,
		scriptedSummariser(() => ''),
		{ keyState: 'none' }
	);
	const summary = drafted(await prepare(app));
	expect(JSON.stringify(summary)).not.toContain('xyloquartz');
});
