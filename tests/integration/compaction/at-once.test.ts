import { expect, test } from 'vitest';
import { wordingOf, type Opinion } from '#core/opinion/opinion.ts';
import { stopCompaction } from '#db/forgetting/summaries.ts';
import type { Truth } from '#db/schema.ts';
import { putCompaction } from '#db/summaries/compactions.ts';
import { changeSummary, discardDraft, putLoss } from '#db/summaries/drafts.ts';
import { putOpinion } from '#db/summaries/opinions.ts';
import { atOnce } from '../../support/breaking/at-once.ts';
import { aCompaction } from '../../support/builders/a-compaction.ts';
import { aSession } from '../../support/builders/a-session.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { someExchanges, storeSession } from '../../support/builders/stored-session.ts';

/** A summary and its job, changed by two tabs at once. */

const summary = aSummary(2);

async function summarised(db: Truth): Promise<void> {
	await storeSession(db, aSession(), someExchanges(4));
	await db.summaries.put(summary);
}

const edit = (db: Truth) => changeSummary(db, 'm1', () => ({ text: 'They spoke about rum.' }));
const summaryNow = (db: Truth) => db.summaries.get('m1');

const opinion: Opinion = {
	model: 'claude-test-5',
	promptId: 'opinion-1',
	at: 1,
	usage: null,
	cost: null,
	about: wordingOf(summary),
	findings: [],
	cutOff: false,
	gaps: { turns: null, pieces: 0, images: 0, kept: 0 }
};

test('what a model says of a summary leaves the words that are written meanwhile', () =>
	atOnce({
		before: summarised,
		first: (db) => putOpinion(db, { summaryId: 'm1', forgotten: 0 }, opinion),
		second: edit,
		holds: async (db) => {
			expect(await summaryNow(db)).toMatchObject({ text: 'They spoke about rum.', opinion });
		}
	}));

test('so does the report of what it lost', () =>
	atOnce({
		before: summarised,
		first: (db) => putLoss(db, summary, [{ kind: 'name', text: 'Ines', turnId: null, seq: 0 }]),
		second: edit,
		holds: async (db) => {
			expect(await summaryNow(db)).toMatchObject({ text: 'They spoke about rum.' });
		}
	}));

test('of two edits of the same words one is refused', () => {
	const say = (words: string) => (db: Truth) =>
		changeSummary(db, 'm1', ({ text }) => (text === summary.text ? { text: words } : null));
	return atOnce({
		before: summarised,
		first: say('They spoke about gin.'),
		second: say('They spoke about rum.'),
		holds: async (db, one, two) => {
			expect([one.status, two.status].toSorted()).toEqual(['failed', 'stored']);
			const [said] = [one, two].flatMap((edit) =>
				edit.status === 'stored' ? edit.value.text : []
			);
			expect((await summaryNow(db))?.text).toBe(said);
		}
	});
});

test('a job whose summary is forgotten as it is stored is gone', () =>
	atOnce({
		before: (db) => db.open(),
		first: (db) => putCompaction(db, aCompaction()),
		second: (db) => stopCompaction(db, 'c1', 2),
		holds: async (db) => {
			expect(await db.compactions.count()).toBe(0);
		}
	}));

test('a draft that is put to use in another tab is not thrown away', () =>
	atOnce({
		before: async (db) => {
			await summarised(db);
			await db.summaries.update('m1', { status: 'draft' });
		},
		first: (db) => discardDraft(db, 'm1', () => []),
		second: (db) =>
			changeSummary(db, 'm1', ({ status }) => (status === 'draft' ? { status: 'active' } : null)),
		holds: async (db, discarded, used) => {
			expect([discarded.status, used.status].toSorted()).toEqual(['failed', 'stored']);
			const status = used.status === 'stored' ? 'active' : 'discarded';
			expect(await summaryNow(db)).toMatchObject({ status });
		}
	}));
