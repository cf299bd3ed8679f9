import { describe, expect, it } from 'vitest';
import type { Failure, FailureKind } from '#core/failure.ts';
import * as format from '#ui/words/format.ts';
import { failureText } from '#ui/words/failure-text.ts';
import { words } from '#ui/words/all-words.ts';

/** One of every kind; the type makes a missing one an error. */
const failures: { readonly [Kind in FailureKind]: Extract<Failure, { kind: Kind }> } = {
	'no-key': { kind: 'no-key' },
	'not-loaded': { kind: 'not-loaded' },
	forgotten: { kind: 'forgotten' },
	'key-locked': { kind: 'key-locked' },
	'key-refused': { kind: 'key-refused' },
	forbidden: { kind: 'forbidden', detail: 'not from browsers' },
	offline: { kind: 'offline' },
	unreachable: { kind: 'unreachable', host: 'localhost:11434' },
	'rate-limited': { kind: 'rate-limited', retryAfterMs: 12_000 },
	'spend-limit': { kind: 'spend-limit' },
	'day-limit': { kind: 'day-limit', spent: 5.02, limit: 5 },
	overloaded: { kind: 'overloaded' },
	'server-error': { kind: 'server-error', status: 500 },
	'not-an-api': { kind: 'not-an-api', host: 'a.example' },
	interrupted: { kind: 'interrupted' },
	silent: { kind: 'silent', afterMs: 60_000 },
	overflow: { kind: 'overflow', tokens: 210_000, window: 200_000 },
	'too-large': { kind: 'too-large' },
	'model-not-found': { kind: 'model-not-found', model: 'some-model' },
	refused: { kind: 'refused', category: null },
	'empty-answer': { kind: 'empty-answer' },
	rejected: { kind: 'rejected', status: 400, detail: 'bad field' },
	'does-not-fit': {
		kind: 'does-not-fit',
		tokens: 210_000,
		usable: 180_000,
		largest: [
			{ source: 'MEMORY.md', tokens: 90_000 },
			{ source: 'Pins', tokens: 60_000 }
		]
	},
	'tool-limit': { kind: 'tool-limit', limit: 8 },
	'storage-full': { kind: 'storage-full' },
	'storage-closed': { kind: 'storage-closed' },
	'storage-failed': { kind: 'storage-failed' },
	'busy-elsewhere': { kind: 'busy-elsewhere' },
	'changed-meanwhile': { kind: 'changed-meanwhile' },
	'summary-rejected': { kind: 'summary-rejected', reason: 'too short' },
	'only-copy': { kind: 'only-copy' },
	damaged: { kind: 'damaged', what: 'This archive' },
	unreadable: { kind: 'unreadable', what: 'This file' },
	'line-too-long': { kind: 'line-too-long', most: 500 },
	crashed: { kind: 'crashed', detail: 'TypeError: x is not a function at y.js:1:1' }
};

it('a server that says when it can be asked again is told with that', () => {
	expect(failureText({ kind: 'overloaded', retryAfterMs: 120_000 })).toContain('in 2 min');
	expect(failureText({ kind: 'server-error', status: 503 })).toContain('in a moment');
});

it('what an endpoint may not take is named with where to leave it out', () => {
	const { label } = words.settings.fields.cacheLifetime;
	const text = failureText({ kind: 'rejected', status: 400, detail: 'a does not support tools' });
	for (const part of [words.settings.fields.thinking.label, label, 'Tools', 'Context'])
		expect(text).toContain(part);
});

describe('a compaction that runs', () => {
	it('says how many of its parts are done, and only that it runs before there is a plan', () => {
		const { progress } = words.compaction;
		expect(progress({ done: 3, of: 5 })).toBe('Organizing conversation… 3 of 5 parts');
		expect(progress(null)).toBe('Organizing conversation…');
		expect(progress({ done: 0, of: 0 })).toBe('Organizing conversation…');
	});
});

it('one turn is no stretch of turns, wherever turns are named', () => {
	const stretch = { messages: 2, tokens: 40 };
	const { openTurns } = words.messages.ownTools;
	expect(words.presets.turns({ from: 3, through: 3, ...stretch })).toMatch(/^turn 3: /);
	expect(words.presets.turns({ from: 3, through: 5, ...stretch })).toMatch(/^turns 3–5: /);
	expect(words.compaction.covers(1, { from: 2, through: 2 })).toContain('for turn 2,');
	expect(
		[
			{ from: 4, to: 4 },
			{ from: 4, to: 6 }
		].map(openTurns)
	).toEqual(['Open turn 4', 'Open turns 4–6']);
});

const sentencesIn = (text: string): string[] => text.split(/(?<=[.!?])\s+(?=[A-Z])/);

it('what is said in an alert is one or two sentences, whatever else is told in it', () => {
	const { files, settings, forgetting, messages, opinion, memoryFolder, backups } = words;
	const full = failureText(failures['storage-full']);
	const refused = { askedAt: 0, says: 'No such page' };
	for (const text of [
		...Object.values(files.reasons).map(files.couldNotImport),
		files.noSafetyCopy(full),
		files.salvage(2),
		settings.eraseBusy,
		settings.eraseLeft(['sessions', 'key']),
		`${forgetting.lookFailed} ${full}`,
		forgetting.unreached(['a.jsonl.gz']),
		messages.refused.file('torn.pdf', refused),
		messages.refused.heavy('torn.pdf', { askedAt: 0, more: 2 }),
		messages.refused.message(0, 'No such page'),
		...Object.values(opinion.unusable).map((why) => why + opinion.paid(1)),
		...Object.values(opinion.no),
		...Object.values(words.compaction.lostDraft),
		words.compaction.changedMeanwhile,
		memoryFolder.notAllowed('notes'),
		memoryFolder.conflict('MEMORY.md'),
		backups.notAllowed,
		backups.unusable('notes'),
		words.tidy.unusable,
		words.compaction.emergency,
		words.archive.damaged(2),
		words.archive.unreadable
	])
		expect(sentencesIn(text).length, text).toBeLessThanOrEqual(2);
});

describe('the text of a failure', () => {
	it.each(Object.values(failures))('of kind $kind says what happened and what to do', (failure) => {
		const text = failureText(failure);
		expect(text).toMatch(/[.”]$/);
		expect(text.length).toBeGreaterThan(30);
		expect(text).not.toMatch(/undefined|null|NaN|Error:|\bat \w+\.js/);
		expect(sentencesIn(text).length).toBeLessThanOrEqual(2);
	});

	it('does not say that nothing was sent where the key may have been locked between two calls of an answer', () => {
		const text = failureText(failures['key-locked']);
		expect(text).toContain('The key was locked');
		expect(text).not.toContain('nothing was sent');
	});

	it('does not say that nothing was sent where the limit of a day may have been met between two calls of an answer', () => {
		const text = failureText(failures['day-limit']);
		expect(text).toContain('a day');
		expect(text).not.toContain('nothing was sent');
	});

	it('promises no Continue where the answer may have broken off before its first word', () => {
		for (const kind of ['interrupted', 'silent'] as const)
			expect(failureText(failures[kind])).not.toContain('continue');
	});

	it('names what takes the room when a message does not fit', () => {
		const text = failureText(failures['does-not-fit']);
		expect(text).toContain('does not fit');
		expect(text).toContain('MEMORY.md (90,000 tokens) and Pins (60,000 tokens)');
	});

	it('says of a limit below the window what it is, for 1,000 more would fit there', () => {
		const text = failureText({ ...failures['does-not-fit'], isThreshold: true });
		expect(text).toContain(
			'even without earlier messages it needs 210,000 tokens, and the preset wants a summary at 180,000'
		);
		expect(text).not.toContain('may be used');
	});

	it('never shows the code of a summary that was not taken', () => {
		const text = failureText({ kind: 'summary-rejected', reason: 'section-missing' });
		expect(text).not.toContain('section-missing');
		expect(text).toContain('Try again');
	});

	it('tells what was spent and what is allowed where a day has cost enough', () => {
		const text = failureText(failures['day-limit']);
		expect(text).toContain('cost $5.02 and you allow $5.00 a day');
	});

	it('names the host that cannot be reached, and says offline when offline', () => {
		expect(failureText(failures.unreachable)).toContain('cannot reach localhost:11434');
		expect(failureText(failures.offline)).toContain('offline');
	});
});

const name = 'תה 2!';
const apart = `\u2068${name}\u2069`;

/** A name that is stored or stands alone, a place in a request, a server. */
const others = ['copyName', 'named', 'transformation', 'endpointNumber'];
const things = ['name', 'title', 'path', 'folder', 'source', 'text', 'query', 'line'];

/** What every function of a catalogue says of such a thing; with nothing but things and numbers some cannot speak. */
function spoken(group: object): string[] {
	const given = new Proxy({}, { get: (_, key) => (things.includes(String(key)) ? name : 2) });
	return Object.entries(group).flatMap(([key, value]: [string, unknown]): string[] => {
		if (typeof value === 'object' && value !== null) return spoken(value);
		if (typeof value !== 'function' || others.includes(key)) return [];
		const parameters = /^\(?([^)=]*)/.exec(String(value))?.[1] ?? '';
		const isOne = things.includes(parameters.split(',')[0]?.trim() ?? '');
		if (!isOne && !parameters.includes('{')) return [];
		try {
			const say = value as (first: unknown, second: number) => unknown;
			return [String(say(isOne ? name : given, 2))];
		} catch {
			return [];
		}
	});
}

describe('a title in a sentence', () => {
	it('that runs the other way keeps what stands around it in place', () => {
		expect(words.changedSessions.deleted('Tea')).toBe('Deleted “Tea”.');
		expect(words.changedSessions.deleted('תה 2!')).toBe('Deleted “\u2068תה 2!\u2069”.');
		expect(words.changedSessions.restored('شاي')).toBe('“\u2068شاي\u2069” is back.');
		expect(words.search.nothing('شاي')).toContain('“\u2068شاي\u2069”');
	});

	it('is set apart in every sentence that takes names of things', () => {
		expect(spoken(words).filter((text) => text.replaceAll(apart, '').includes(name))).toEqual([]);
		expect(spoken(words).filter((text) => text.includes(apart)).length).toBeGreaterThan(50);
	});

	it('is set apart in failures, lists and what a file would decide', () => {
		const full = failureText({
			...failures['does-not-fit'],
			largest: [{ source: name, tokens: 5 }]
		});
		expect(full).toContain(`${apart} (5 tokens)`);
		expect(failureText({ kind: 'damaged', what: name })).toContain(apart);
		expect(failureText({ kind: 'forbidden', detail: name })).toContain(`“${apart}”`);
		expect(format.listed([name, 'Tea'])).toBe(`${apart} and Tea`);
	});

	it('is left out where there is none', () => {
		expect(words.changedSessions.deleted('')).toBe('Deleted a session.');
		expect(words.changedSessions.restored('')).toBe('A session is back.');
	});
});

describe('numbers in words', () => {
	it('count in the right form', () => {
		expect(format.tokens(1)).toBe('1 token');
		expect(format.tokens(1204)).toBe('1,204 tokens');
	});

	it('never round a part to nothing or to all', () => {
		expect([0, 0.001, 0.344, 0.999, 1, 1.2].map(format.percent).join(', ')).toBe(
			'0 %, 1 %, 34 %, 99 %, 100 %, 120 %'
		);
	});

	it('say unknown for an unknown price and never zero for a small one', () => {
		expect([null, 0, 0.00001, 0.00423, 0.2, 12].map(format.money)).toEqual([
			'unknown',
			'$0',
			'less than $0.0001',
			'$0.0042',
			'$0.20',
			'$12.00'
		]);
	});

	it('say of the part of a prompt about what it costs, and nothing twice of a small one', () => {
		expect([null, 0.00001, 0.00423].map(words.inspector.price)).toEqual([
			'',
			'less than $0.0001',
			'about $0.0042'
		]);
	});

	it('give sizes and waiting times as people say them', () => {
		expect([1, 999, 1500, 999_600, 14_000_000].map(format.bytes)).toEqual([
			'1 byte',
			'999 bytes',
			'1.5 KB',
			'1 MB',
			'14 MB'
		]);
		expect([450, 1000, 60_000, 180_000, 7_200_000].map(format.duration)).toEqual([
			'450 ms',
			'1 second',
			'60 seconds',
			'3 minutes',
			'2 hours'
		]);
	});

	it('tell how long ago something was', () => {
		const now = Date.UTC(2026, 10, 20, 12);
		const ago = (minutes: number) => format.ago(now - minutes * 60_000, { now });
		expect([0, 5, 120, 1440, 4320].map(ago)).toEqual([
			'just now',
			'5 minutes ago',
			'2 hours ago',
			'yesterday',
			'3 days ago'
		]);
		expect(ago(20_000)).toMatch(/2026/);
	});
});

describe('names fixed by the screen contract', () => {
	it('are what screen readers and tests look for', () => {
		const sums = { taken: 0, known: 0, unsaved: 0, changed: 0, refused: 0, tainted: 0, drafts: 0 };
		expect(words.chat.gauge({ weight: 34, usable: 100 })).toBe('Context 34 %');
		expect([words.shell.review(0), words.shell.review(12)]).toEqual(['Review', 'Review (12)']);
		expect(words.compaction.card(3)).toMatch(/^Summary of earlier messages, round 3/);
		expect(words.inspector.include('Pins')).toBe('Include Pins');
		expect(words.desk.acceptedAll({ ...sums, taken: 3, tainted: 1 })).toContain('1 stays');
	});
});

it.each([
	['endpoint', 'The endpoint was changed'],
	['session-deleted', 'The session was deleted'],
	['session-ended', 'The session was reset'],
	['left-out', 'Messages it covers were left out, put off the record, deleted or brought back'],
	['switched-off', 'Automatic summaries were switched off'],
	['summary-before', 'The summary before this one was edited or taken out of use'],
	['replaced', 'What is stored here was replaced']
] as const)('work that may not go on (%s) says what was changed under it', (why, what) => {
	expect(failureText({ kind: 'changed-meanwhile', why })).toContain(what);
});
