import { expect, test } from 'vitest';
import { newLearning, noQuote } from '#core/learning/import-learning.ts';
import type { Scratch, UnsentFiles } from '#db/schema.ts';
import { keepAttached } from '#db/scratch/keep-attached.ts';
import { beginLearning, changeLearning, learningJob } from '#db/scratch/learning.ts';
import { moveUnsent } from '#db/scratch/move-unsent.ts';
import { unbackedSince } from '#db/scratch/outside-places.ts';
import { everyPen, handOver, putPen, type Pen } from '#db/scratch/pens.ts';
import { putUnsaved, removeUnsaved, unsavedOf } from '#db/scratch/unsaved.ts';
import { attachedOf } from '#db/scratch/unsent.ts';
import { atOnceUnsent } from '../../support/breaking/at-once.ts';

/** What stands unsent and unsaved, changed by two tabs at once: no word of it goes. */

const items = (...names: readonly string[]): UnsentFiles['items'] =>
	names.map((name) => ({
		name,
		block: { type: 'document', source: { type: 'text', media_type: 'text/plain', data: name } }
	}));
const attach = (name: string) => (db: Scratch) =>
	keepAttached(db, 's1', { was: [], items: items(name) });
const names = async (db: Scratch, id: string) =>
	(await attachedOf(db, id)).map(({ name }) => name).toSorted();

test('files that two tabs put up are both there', () =>
	atOnceUnsent({
		before: attach('one'),
		first: attach('two'),
		second: attach('three'),
		holds: async (db) => {
			expect(await names(db, 's1')).toEqual(['one', 'three', 'two']);
		}
	}));

test('a file that is put up while what stands unsent goes on elsewhere stays or goes along', () =>
	atOnceUnsent({
		before: attach('one'),
		first: (db) => moveUnsent(db, { from: 's1', to: 's2' }),
		second: attach('two'),
		holds: async (db) => {
			const all = [...(await names(db, 's1')), ...(await names(db, 's2'))];
			expect(all.toSorted()).toEqual(['one', 'two']);
		}
	}));

test('words that two tabs take elsewhere go to one place', () =>
	atOnceUnsent({
		before: (db) => db.unsent.put({ sessionId: 's1', text: 'Mine', at: 1 }),
		first: (db) => moveUnsent(db, { from: 's1', to: 's2' }),
		second: (db) => moveUnsent(db, { from: 's1', to: 's3' }),
		holds: async (db) => {
			const rows = await db.unsent.toArray();
			expect(rows.map((row) => row.text)).toEqual(['Mine']);
		}
	}));

const unsaved = { path: 'MEMORY.md', text: 'Tea', base: null, by: 'tab', at: 1 };

test('what is written in an editor while what it kept before is taken away stays', () =>
	atOnceUnsent({
		before: (db) => putUnsaved(db, unsaved),
		first: (db) => removeUnsaved(db, [unsaved]),
		second: (db) => putUnsaved(db, { ...unsaved, text: 'Tea and rum', at: 2 }),
		holds: async (db) => {
			expect(await unsavedOf(db, 'MEMORY.md')).toMatchObject([{ text: 'Tea and rum' }]);
		}
	}));

const pen: Pen = { kind: 'line', id: 'p1', by: 'gone', words: 'Likes tea', at: 1 };

test('words of a tab that is gone go to one of two', () =>
	atOnceUnsent({
		before: (db) => putPen(db, pen),
		first: (db) => handOver(db, pen, 'one'),
		second: (db) => handOver(db, pen, 'two'),
		holds: async (db, one, two) => {
			const got = [one, two].flatMap((own) => own?.by ?? []);
			expect((await everyPen(db)).map(({ by }) => by)).toEqual(got);
			expect(got).toHaveLength(1);
		}
	}));

const learning = newLearning({
	id: 'one',
	answerer: 'claude-test-5',
	endpoint: 'https://api.example',
	sessionIds: ['s1', 's2'],
	quote: { ...noQuote, sessions: 2, calls: 2 }
});

test('learning is begun in one tab', () =>
	atOnceUnsent({
		before: (db) => db.open(),
		first: (db) => beginLearning(db, learning),
		second: (db) => beginLearning(db, { ...learning, id: 'two' }),
		holds: async (db, one, two) => {
			expect([one, two].filter(Boolean)).toEqual([true]);
			expect((await learningJob(db))?.id).toBe(one ? 'one' : 'two');
		}
	}));

test('it counts the calls of both', () => {
	const call = (db: Scratch) =>
		changeLearning(db, 'one', (job) => ({ ...job, calls: job.calls + 1 }));
	return atOnceUnsent({
		before: (db) => beginLearning(db, learning),
		first: call,
		second: call,
		holds: async (db) => {
			expect((await learningJob(db))?.calls).toBe(2);
		}
	});
});

test('there is one day since when nothing was saved', () =>
	atOnceUnsent({
		before: (db) => db.open(),
		first: (db) => unbackedSince(db, 5),
		second: (db) => unbackedSince(db, 7),
		holds: async (db, one) => {
			expect([one, await unbackedSince(db, 9)]).toEqual([5, 5]);
		}
	}));
