import { describe, expect, test } from 'vitest';
import type { Activity } from '#core/activity.ts';
import { cardOf, onDevice } from '#core/models/model-card.ts';
import { defaultSettings } from '#core/settings.ts';
import {
	activityNotes,
	activityText,
	failureOf,
	fileOf,
	isEmergency
} from '#ui/settings/activity/activity-text.ts';
import { foldAccepted } from '#ui/settings/activity/fold-accepted.ts';
import { readEndpoint } from '#ui/settings/read-endpoint.ts';
import { readPrice, readWhole } from '#ui/settings/fields/read-number.ts';
import { words as allWords } from '#ui/words/all-words.ts';

test('questions with their answers are counted as turns wherever they are: a message is one of the two', () => {
	const held = { sessions: 1, turns: 3, memoryFiles: 0 };
	for (const told of [
		allWords.lifecycle.counts.conversation(held),
		allWords.copies.lostAll(held),
		allWords.storage.freeCool(held.turns)
	])
		expect(told).toContain('3 turns');
});

test('the answerer of this device has a window of 8,192 tokens, whatever is told of other models', () => {
	expect(cardOf(defaultSettings, onDevice).window).toBe(8192);
});

describe('the endpoint field', () => {
	test.each([
		['  https://api.anthropic.com/  ', 'https://api.anthropic.com'],
		['http://localhost:11434', 'http://localhost:11434'],
		['HTTPS://Gateway.Example/anthropic//', 'https://gateway.example/anthropic'],
		['https://api.anthropic.com/v1/messages', 'https://api.anthropic.com'],
		['https://gateway.example/v1/?#c', 'https://gateway.example']
	])('%s is taken as %s', (typed, endpoint) => {
		expect(readEndpoint(typed)).toEqual({ status: 'read', endpoint });
	});

	test.each(['', 'api.anthropic.com', 'localhost:11434', 'ftp://example.org', 'https://'])(
		'“%s” is no address',
		(typed) => {
			expect(readEndpoint(typed)).toMatchObject({
				status: 'wrong',
				problem: expect.stringContaining('https://') as string
			});
		}
	);

	test.each([
		['http://[::1]:11434', 'Write http://localhost:11434 instead'],
		['http://[fd00::7]:11434', 'the name of the server or its IPv4 address']
	])(
		'%s, which no policy of a browser can name, is refused with what to write instead',
		(typed, instead) => {
			expect(readEndpoint(typed)).toMatchObject({
				status: 'wrong',
				problem: expect.stringContaining(instead) as string
			});
		}
	);

	test('an address with a query, which would not be sent along, is refused and says so', () => {
		expect(readEndpoint('https://gateway.example/v1?api-version=2026-01-01')).toMatchObject({
			status: 'wrong',
			problem: expect.stringContaining('follows the question mark') as string
		});
	});

	test('an address that carries a password is refused without repeating it', () => {
		const read = readEndpoint('https://me:secret@example.org');
		expect(read.status).toBe('wrong');
		expect(JSON.stringify(read)).not.toContain('secret');
	});
});

describe('a number field', () => {
	test('empty means unknown', () => {
		expect(readWhole(' ', { least: 1 })).toEqual({ status: 'read', value: null });
		expect(readPrice('')).toEqual({ status: 'read', value: null });
	});

	test('takes numbers inside its range', () => {
		expect(readWhole('200000', { least: 1 })).toEqual({ status: 'read', value: 200_000 });
		expect(readWhole('23', { least: 0, most: 23 })).toEqual({ status: 'read', value: 23 });
		expect(readPrice('0.25')).toEqual({ status: 'read', value: 0.25 });
	});

	test.each(['0', '-4', '1.5', 'many', '?', '1e400'])('%s tokens make no sense', (typed) => {
		expect(readWhole(typed, { least: 1 }).status).toBe('wrong');
	});

	test.each(['-1', 'free', 'Infinity'])('%s is no price', (typed) => {
		expect(readPrice(typed).status).toBe('wrong');
	});
});

describe('what happened, in words', () => {
	const happened = (
		kind: Activity['kind'],
		details: Activity['details'] = {}
	): Pick<Activity, 'kind' | 'details'> => ({ kind, details });
	const words = (row: ReturnType<typeof happened>) =>
		activityText({ ...row, id: 'a', at: 0, sessionId: null, failure: null });

	test('names what is known and leaves out what is not', () => {
		expect(words(happened('compaction'))).toBe('A summary was put to use');
		expect(
			words(happened('compaction', { round: 2, tokensBefore: 12_000, tokensAfter: 3000 }))
		).toBe('A summary was put to use · round 2 · 12,000 → 3,000 tokens');
		expect(words(happened('import', { sessions: 1, turns: 12, skippedLines: 0 }))).toBe(
			'A file was imported · 1 session · 12 turns'
		);
		expect(words(happened('deletion', { what: 'copy', madeAt: 0 }))).toContain('older copy');
		expect(words(happened('deletion', { what: 'copy', madeAt: 1 }))).toMatch(/ · made .*1970/);
		const restored = { generation: 4, madeAt: 1, turns: 12, missingArchives: 2 };
		expect(words(happened('recovery', restored))).toMatch(
			/^A copy was restored · 12 turns · made .*1970.* · 2 archives could not be restored$/
		);
		// A backup may say anything: a number that is no date would keep the page from being shown.
		expect(words(happened('deletion', { what: 'copy', madeAt: 9e15 }))).not.toContain(' · made');
	});

	test('a compaction says what it stood for, by whom it was made and what it cost; unknown is unknown', () => {
		const details = {
			round: 1,
			messages: 12,
			trigger: 'hard',
			tier: 'extractive',
			model: 'm',
			cost: null
		};
		expect(words(happened('compaction', details))).toBe(
			'A summary was put to use · round 1 · 12 messages summarised · at the limit · taken word for word, without a model · m · cost unknown'
		);
	});

	test('#147 nothing to do is a row of its own: why, and the same weight after as before', () => {
		const details = { reason: 'few-messages', round: 0, tokensBefore: 900, tokensAfter: 900 };
		expect(words(happened('no-op', details))).toBe(
			'Nothing to compact · there are only a few messages · 900 → 900 tokens'
		);
	});

	const row = (kind: Activity['kind'], details: Activity['details']): Activity => ({
		...happened(kind, details),
		id: 'a',
		at: 0,
		sessionId: null,
		failure: null
	});

	test('what was deleted is said', () => {
		expect(words(happened('deletion', { what: 'session', title: 'Bread' }))).toBe(
			'A session was deleted · Bread'
		);
		expect(words(happened('deletion', { what: 'archive', title: 'Bread' }))).toBe(
			'An archive was deleted · Bread'
		);
		expect(words(happened('deletion', { undo: 'delete-turn', turnId: 't', turns: 1 }))).toBe(
			'A turn was deleted'
		);
		expect(words(happened('deletion', { undoes: 'a' }))).toBe('Something was deleted');
	});

	test('what was taken back is told as taken back, not as done once more', () => {
		const undone = (kind: Activity['kind'], what: string) =>
			words(happened(kind, { undoes: 'a', what }));
		expect(undone('compaction', 'compaction')).toBe('A compaction was undone');
		expect(undone('summary-edited', 'summary-edit')).toBe('An edit of a summary was undone');
		expect(undone('draft', 'discard')).toBe('A discarded draft was brought back');
		expect(undone('summary-deleted', 'delete-summary')).toBe('A deleted summary was brought back');
		expect(undone('deletion', 'delete-turn')).toBe('A deleted turn was brought back');
		expect(undone('reset', 'reset')).toBe('A reset was undone');
		expect(undone('memory', 'memory')).toBe('A change of memory was undone');
		expect(undone('memory', 'accepted')).toBe('An accepted line was put back for review');
		const back = (lines: number) =>
			words(happened('memory', { undoes: null, what: 'accepted', lines }));
		expect(back(1)).toBe('An accepted line was put back for review');
		expect(back(3)).toBe('3 accepted lines were put back for review');
	});

	test('lines that were accepted into a file together are one row, which leads to the file', () => {
		const path = 'memory/2026-11-27.md';
		const accepted = (id: string, at: number, sessionId = 's1', into = path): Activity => ({
			...row('memory', { what: 'accepted', path: into, undo: 'accepted', proposalId: id }),
			id,
			at,
			sessionId
		});
		const folded = foldAccepted([
			accepted('e', 300_000),
			accepted('d', 100_000),
			accepted('c', 70_000),
			accepted('b', 69_000, 's2'),
			accepted('a', 68_000, 's2', 'MEMORY.md')
		]);
		expect(folded.map(({ id, lines, sessionId }) => [id, lines, sessionId])).toEqual([
			['e', 1, 's1'],
			['d', 3, null],
			['a', 1, 's2']
		]);
		// One after the other for an hour is not together.
		const hour = Array.from({ length: 60 }, (_, at) => accepted(`h${String(at)}`, -at * 40_000));
		expect(foldAccepted(hour).map(({ lines }) => lines)).toEqual(Array(30).fill(2));
		expect(folded.map(activityText)).toEqual([
			`A line was accepted · ${path}`,
			`3 lines were accepted · ${path}`,
			'A line was accepted · MEMORY.md'
		]);
		expect(folded.map(fileOf)).toEqual([path, path, 'MEMORY.md']);
		expect(fileOf(row('memory', { what: 'deleted', path, undo: 'memory' }))).toBeNull();
	});

	test('#20 an emergency is a warning, whether its summary is a draft or in use', () => {
		for (const [kind, details] of [
			['draft', { trigger: 'emergency' }],
			['compaction', { trigger: 'emergency', emergency: true }],
			['compaction', { trigger: 'overflow', emergency: true }]
		] as const) {
			expect(isEmergency(row(kind, details))).toBe(true);
			expect(activityNotes(row(kind, details)).join()).toContain('Emergency');
		}
		expect(isEmergency(row('compaction', { trigger: 'hard', emergency: false }))).toBe(false);
	});

	test('#187 a flush had nothing to add only where it proposed nothing and was not stopped', () => {
		const notes = (details: Activity['details'], failure: Activity['failure'] = null) =>
			activityNotes({ ...row('flush', details), failure }).join(' ');
		const silent = 'It had nothing to add.';
		const waits = 'Its 2 lines wait for your review until you decide.';
		expect(notes({ said: '', proposals: 0, hasRun: true })).toBe(silent);
		expect(notes({ said: '', proposals: 2, hasRun: true })).toBe(waits);
		expect(notes({ said: 'Done.', proposals: 2 })).toBe(`${waits} It answered: “Done.”`);
		expect(notes({ said: '', proposals: 0, written: 3 })).toContain('3 lines went into memory');
		expect(notes({ said: '', proposals: 0, hasRun: true, stopped: true })).toBe(
			'Unfinished: it goes on, or was stopped.'
		);
		expect(notes({ said: '', proposals: 2 }, { kind: 'overloaded' })).toBe(waits);
		expect(notes({ said: '', proposals: 0 }, { kind: 'overloaded' })).toBe('');
	});

	test('a failed compaction says that nothing was lost, a flush what was answered', () => {
		const failed = row('failure', { what: 'compaction', attempts: 3 });
		expect(activityText(failed)).toBe('A summary could not be made · 3 attempts');
		expect(activityNotes(failed).join()).toContain('nothing was changed');
		const broken = { kind: 'interrupted' } as const;
		expect(failureOf(failed, broken)).toContain('No summary was made');
		expect(failureOf(row('flush', {}), broken)).not.toContain('summary');
		expect(activityNotes(row('flush', { said: 'Silent.' })).join()).toContain('“Silent.”');
		expect(activityNotes(row('flush', { said: '' })).join()).toContain('nothing to add');
	});

	test('says how a reset came about, and never shows a raw word it does not know', () => {
		expect(words(happened('reset', { by: 'daily', title: 'Plans' }))).toBe(
			'A session was reset · Plans · at its hour'
		);
		expect(words(happened('reset', { by: 'toString' }))).toBe('A session was reset');
	});
});
