import { expect, test } from 'vitest';
import { sha256 } from '#core/sha256.ts';
import { refusalOf } from '#core/lines/same-line.ts';
import type { MemoryRevision } from '#core/memory/memory.ts';
import {
	decideProposals,
	everyMemoryRow,
	setMemoryScope,
	writeMemory,
	type MemoryWrite
} from '#db/memory/files.ts';
import {
	addRefusal,
	changeProposal,
	lookAndPropose,
	removeRefusal,
	replaceTidying
} from '#db/memory/proposals.ts';
import type { Truth } from '#db/schema.ts';
import { atOnce } from '../../support/breaking/at-once.ts';
import { aProposal } from '../../support/builders/a-proposal.ts';

/** Memory and what waits for it, changed by two tabs at once: neither writes over the other, and nothing is asked twice. */

const path = 'MEMORY.md';

const write = (text: string, expectedRev: number | null): MemoryWrite => {
	const revision: MemoryRevision = {
		id: text,
		path,
		rev: 0,
		at: 1,
		by: 'user',
		text,
		deleted: false
	};
	return { revision, expectedRev, origins: [] };
};

const written = (db: Truth) => writeMemory(db, write('Tea', null));
const coffee = (db: Truth) => writeMemory(db, write('Coffee', 1));
const fileNow = (db: Truth) => db.memoryFiles.get(path);
const waits = (db: Truth) => db.proposals.put(aProposal('Likes tea'));
const id = 'p-Likes tea';

test('where a file may be sent is changed without its text of before', () =>
	atOnce({
		before: written,
		first: (db) => setMemoryScope(db, path, 'never'),
		second: coffee,
		holds: async (db) => {
			expect(await fileNow(db)).toMatchObject({ text: 'Coffee', scope: 'never' });
		}
	}));

test('of two that write on the same text one is refused', () =>
	atOnce({
		before: written,
		first: (db) => writeMemory(db, write('Water', 1)),
		second: coffee,
		holds: async (db, { status }) => {
			const text = status === 'stored' ? 'Water' : 'Coffee';
			expect(await fileNow(db)).toMatchObject({ text, rev: 2 });
			expect((await db.memoryRevisions.toArray()).map((row) => row.text).toSorted()).toEqual(
				[text, 'Tea'].toSorted()
			);
		}
	}));

test('what is kept of files is read as it was at one moment', () =>
	atOnce({
		before: written,
		first: everyMemoryRow,
		second: coffee,
		holds: (_, { memoryFiles, memoryRevisions }) => {
			expect(memoryFiles.map(({ rev }) => rev)).toEqual([memoryRevisions.length]);
		}
	}));

test('a line is accepted in the words that were read, or waits in others', () =>
	atOnce({
		before: waits,
		first: (db) =>
			decideProposals(db, async () => {
				const row = await db.proposals.get(id);
				if (row?.text !== 'Likes tea') return null;
				return {
					decisions: [{ next: { ...row, status: 'accepted' } }],
					writes: [write(row.text, null)]
				};
			}),
		second: (db) => changeProposal(db, id, { text: 'Likes rum', hash: sha256('Likes rum') }),
		holds: async (db, { status }, changed) => {
			expect([status, changed.status].toSorted()).toEqual(['failed', 'stored']);
			const [row, file] = await Promise.all([db.proposals.get(id), fileNow(db)]);
			expect([row?.text, row?.status, file?.text]).toEqual(
				status === 'stored'
					? ['Likes tea', 'accepted', 'Likes tea']
					: ['Likes rum', 'waiting', undefined]
			);
		}
	}));

test('new words of a line that waits and a new place for it are both there', () =>
	atOnce({
		before: waits,
		first: (db) => changeProposal(db, id, { text: 'Likes rum', hash: sha256('Likes rum') }),
		second: (db) => changeProposal(db, id, { path }),
		holds: async (db) => {
			expect(await db.proposals.get(id)).toMatchObject({ text: 'Likes rum', path });
		}
	}));

test('words that are changed do not bring a line back that is rejected meanwhile', () =>
	atOnce({
		before: waits,
		first: (db) => changeProposal(db, id, { path }),
		second: (db) => addRefusal(db, refusalOf('Likes tea', 2), (line) => line === 'Likes tea'),
		holds: async (db) => {
			expect((await db.proposals.get(id))?.status).toBe('rejected');
		}
	}));

test('two that learn the same line put it on the desk once', () => {
	const propose = (by: string) => (db: Truth) =>
		lookAndPropose(db, null, async (add) => {
			if ((await db.proposals.count()) === 0) await add(aProposal('Likes tea', { id: by }));
		});
	return atOnce({
		before: (db) => db.open(),
		first: propose('one'),
		second: propose('other'),
		holds: async (db) => {
			expect(await db.proposals.count()).toBe(1);
		}
	});
});

test('a line that is refused is gone from the desk, whatever is decided of it meanwhile', () =>
	atOnce({
		before: waits,
		first: (db) => addRefusal(db, refusalOf('Likes tea', 2), () => true),
		second: (db) =>
			decideProposals(db, async () => {
				const row = await db.proposals.get(id);
				if (row?.status !== 'waiting') return null;
				return {
					decisions: [{ next: { ...row, status: 'accepted' } }],
					writes: [write(row.text, null)]
				};
			}),
		holds: async (db) => {
			const isHeld = (await fileNow(db)) !== undefined;
			expect((await db.proposals.get(id))?.status).toBe(isHeld ? 'accepted' : 'rejected');
		}
	}));

test('a line that is allowed again waits once more, but not where it was decided anew', () =>
	atOnce({
		before: async (db) => {
			await waits(db);
			await addRefusal(db, refusalOf('Likes tea', 2), () => true);
		},
		first: (db) => removeRefusal(db, refusalOf('Likes tea', 2).hash, undefined),
		second: (db) =>
			decideProposals(db, async () => {
				const row = await db.proposals.get(id);
				if (row?.status !== 'rejected') return null;
				return { decisions: [{ next: { ...row, status: 'superseded' } }], writes: [] };
			}),
		holds: async (db, _, decided) => {
			const status = decided.status === 'stored' ? 'superseded' : 'waiting';
			expect(await db.proposals.get(id)).toMatchObject({ status });
			expect(await db.refusals.count()).toBe(0);
		}
	}));

test('of two clean-ups the lines of the last one wait', () => {
	const tidies = (words: string) => (db: Truth) =>
		replaceTidying(
			db,
			[aProposal(words, { source: 'tidy', tidy: { act: 'drop', takes: [], why: '' } })],
			0
		);
	return atOnce({
		before: tidies('Likes tea'),
		first: tidies('Likes rum'),
		second: tidies('Likes gin'),
		holds: async (db) => {
			const waiting = await db.proposals.where('status').equals('waiting').toArray();
			expect(waiting).toHaveLength(1);
		}
	});
});
