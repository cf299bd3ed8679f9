import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	forFile,
	lastFirst,
	undoNoteOf,
	wordyDetails,
	type Activity,
	type UndoNote
} from '#core/activity.ts';
import { wordyDetail } from '../support/word-fields.ts';

const notes: readonly UndoNote[] = [
	{ undo: 'compaction', summaryId: 'm1' },
	{ undo: 'discard', summaryId: 'm1' },
	{ undo: 'delete-summary', summaryId: 'm1' },
	{ undo: 'summary-edit', summaryId: 'm1', text: 'Before.', anchors: '' },
	{ undo: 'delete-turn', turnId: 't1' },
	{ undo: 'reset', ended: 's1' },
	{ undo: 'memory', path: 'MEMORY.md', revisionId: 'r1' },
	{ undo: 'memory', path: 'MEMORY.md', other: 'memory/a.md', act: 'a1' },
	{ undo: 'accepted', proposalId: 'p1' }
];

describe('what is noted for taking an event back', () => {
	test.each(notes)('is read as it was written: %j', (note) => {
		expect(undoNoteOf({ ...note, round: 3, title: 'A talk' })).toEqual(note);
	});

	test.each(notes)('is none where a part of it was taken out: %j', (note) => {
		for (const name of Object.keys(note)) {
			const left = Object.entries(note).filter(([key]) => key !== name);
			const found = undoNoteOf(Object.fromEntries(left));
			// Without its act, what is left of a move could only be a write of one file; it has no revision to go back to.
			expect(found).toBeNull();
		}
	});

	test('is looked at before it is believed, whatever a stored row holds', () => {
		const names = ['undo', 'summaryId', 'text', 'anchors', 'turnId', 'path', 'other', 'act'];
		const value = fc.oneof(
			fc.constantFrom('compaction', 'memory', 'summary-edit', 'delete-turn', 'undo-compaction'),
			fc.string(),
			fc.double(),
			fc.boolean(),
			fc.constant(null)
		);
		fc.assert(
			fc.property(fc.dictionary(fc.constantFrom(...names), value), (details) => {
				const note = undoNoteOf(details);
				const known = note && notes.find((one) => one.undo === note.undo);
				expect(note === null || known !== undefined).toBe(true);
				for (const field of Object.values(note ?? {})) expect(typeof field).toBe('string');
			})
		);
	});
});

test('what is dated in the future comes behind what was done since the clock was set right, and nothing is lost', () => {
	fc.assert(
		fc.property(fc.array(fc.nat(20)), fc.nat(20), (times, now) => {
			const rows = times
				.toSorted((a, b) => b - a)
				.map((at, index) => ({ id: String(index), at }) as Activity);
			const last = lastFirst(rows, now);
			expect(last.toSorted((a, b) => Number(a.id) - Number(b.id))).toEqual(rows);
			const firstAhead = last.findIndex(({ at }) => at > now);
			if (firstAhead >= 0) expect(last.slice(firstAhead).every(({ at }) => at > now)).toBe(true);
		})
	);
});

test('every detail that may hold words of people is known to hold them', () => {
	const wordy = Object.entries(wordyDetail).filter(([, holds]) => holds === 'words');
	expect(new Set(wordy.map(([name]) => name))).toEqual(wordyDetails);
});

describe('a row that leaves in a file', () => {
	const rowOf = (kind: Activity['kind'], details: Activity['details']): Activity => ({
		id: 'a1',
		at: 1,
		kind,
		sessionId: 's1',
		details,
		failure: null
	});
	const here = (sessionId: string) => sessionId === 's1';

	test('holds no words that are kept for taking an edit back', () => {
		const note = { undo: 'summary-edit', summaryId: 'm1', text: 'A secret.', anchors: 'A name' };
		expect(forFile(rowOf('summary-edited', { ...note, round: 1 }), here).details).toEqual({
			undo: 'summary-edit',
			summaryId: 'm1',
			round: 1
		});
	});

	test('names a session that is here, and none that was deleted', () => {
		const title = 'About beans';
		const failed = rowOf('failure', { what: 'reset', title, by: 'daily' });
		expect(forFile(failed, here)).toEqual(failed);
		expect(forFile(failed, () => false).details).toEqual({ what: 'reset', by: 'daily' });
		const ended = rowOf('reset', { ended: 's0', title });
		expect(forFile(ended, here).details).toEqual({ ended: 's0' });
		const deletion = rowOf('deletion', { what: 'session', title });
		expect(forFile(deletion, here).details).toEqual({ what: 'session' });
	});
});
