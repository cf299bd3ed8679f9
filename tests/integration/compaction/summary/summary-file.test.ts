import { beforeEach, expect, test } from 'vitest';
import { pathOf } from '#core/log/path.ts';
import { replacedBy } from '#core/summary/summary.ts';
import type { Truth } from '#db/schema.ts';
import { branchesOf } from '#db/log/sessions.ts';
import { summariesOf } from '#db/summaries/summaries.ts';
import { deleteSummary, undoCompaction } from '#flows/compaction/undo-compaction.ts';
import { exportSummary } from '#flows/export/export-summary.ts';
import { aSummary } from '../../../support/builders/a-summary.ts';
import { appAround } from '../../../support/apps/compactable.ts';
import { scriptedSummariser } from '../../../support/scripted/scripted-summariser.ts';
import { aSession } from '../../../support/builders/a-session.ts';
import { someExchanges, storeSession } from '../../../support/builders/stored-session.ts';
import { withDatabase } from '../../../support/builders/a-database.ts';

/** A summary is read, taken along as a file, and compared with the one in whose place it stands. */

let db: Truth;
const app = () =>
	appAround(
		db,
		scriptedSummariser(() => '')
	);
withDatabase((own) => (db = own));
beforeEach(async () => {
	await storeSession(db, aSession(), someExchanges(8));
	await db.summaries.bulkAdd([
		aSummary(2, { id: 'm1', status: 'superseded', text: 'Tea.' }),
		aSummary(3, { id: 'm2', round: 2, status: 'discarded', text: 'Never used.' }),
		aSummary(4, {
			id: 'm3',
			round: 3,
			from: { seq: 3, step: -1 },
			text: 'Tea and coffee.\n',
			anchors: 'B1: 240 cm',
			editedAt: 1_795_000_001_000
		}),
		aSummary(5, { id: 'm4', round: 4, from: { seq: 5, step: -1 }, status: 'draft', text: 'More.' })
	]);
});

test('the file of a summary holds its whole text and its anchors, and says what it stands for', async () => {
	const made = await exportSummary({ db }, { summaryId: 'm3', day: '2026-11-23' });
	if (made.status !== 'made') throw new Error('no file');
	expect(made.name).toBe('A-walk-in-Rome-summary-3-2026-11-23.md');
	expect(await made.file.text()).toBe(
		[
			'---',
			'title: "A walk in Rome, summary of round 3"',
			'round: 3',
			'created: 2026-11-18T11:06:40.000Z',
			'edited: 2026-11-18T11:06:41.000Z',
			'model: "claude-test-5"',
			'tier: full',
			'messages: 10',
			'tokens: 1000 to 100',
			'---',
			'',
			'# A walk in Rome',
			'',
			'Tea and coffee.',
			'',
			'## Anchors',
			'',
			'B1: 240 cm',
			''
		].join('\n')
	);
	expect(await exportSummary({ db }, { summaryId: 'gone', day: '2026-11-23' })).toMatchObject({
		status: 'failed'
	});
});

const before = async (id: string) => {
	const summaries = await summariesOf(db, 's1');
	const summary = summaries.find((one) => one.id === id);
	const path = pathOf(await branchesOf(db, 's1'), 'trunk');
	return summary && (replacedBy(summary, summaries, path)?.id ?? null);
};

test('a round is compared with the one it took the place of, a draft with the one in use', async () => {
	expect([await before('m1'), await before('m3'), await before('m4')]).toEqual([null, 'm1', 'm3']);
	await undoCompaction(app(), 's1', 'm3');
	expect(await before('m4')).toBe('m1');
});

test('one that was deleted with its messages is nothing to compare with', async () => {
	await deleteSummary(app(), 'm1', 'leave-out');
	expect(await before('m4')).toBeNull();
});
