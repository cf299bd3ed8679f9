import { expect, test } from 'vitest';
import { readArchiveRow } from '#core/archive/reading.ts';
import type { Pin } from '#core/log/pin.ts';
import type { Mark, Step, Turn } from '#core/log/turn.ts';
import type { Branch, Session } from '#core/session/session.ts';
import type { Summary } from '#core/summary/summary.ts';
import { call, result, text } from '../../support/builders/a-turn.ts';

/** What a backup holds comes back field by field: one that nobody reads would be lost with the first move to another device. */

const usage = { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 };
const path = [{ branch: 'b', fromSeq: 0, throughSeq: 4 }];
const failure = { kind: 'interrupted' } as const;

/** Nothing in them is what stands there where a file says nothing. */
const session: Required<Session> = {
	id: 's',
	kind: 'guest',
	title: 'Tea',
	titleFrom: 'user',
	model: 'm',
	policy: { preset: 'gsv', automatic: false, review: 'auto', overrides: { target: 0.4 } },
	resetPolicy: { kind: 'daily', hour: 4 },
	branch: 'b',
	epoch: 3,
	epochKey: 'k',
	rev: 5,
	counters: { ...usage, cost: 0.5, unpriced: 1, compactions: 2, emergencyCompactions: 1 },
	lastUsage: {
		usage,
		model: 'm',
		epoch: 3,
		summaryId: 'm1',
		branch: 'b',
		seq: 4,
		step: 1,
		estimated: 90,
		at: 8,
		sentAt: 7
	},
	calibration: { m: { ratio: 1.1 } },
	pinned: true,
	folder: 'Home',
	offRecord: true,
	switchedOff: ['MEMORY.md'],
	noPlanKey: 'p',
	saidBefore: path,
	wearTold: 'm1',
	reminded: 'emergency',
	learntThrough: 't',
	resetDay: '2026-11-20',
	createdAt: 1,
	activeAt: 2,
	endedAt: 3,
	continuedFrom: 'r',
	deletedAt: 4
};
const branch: Required<Branch> = {
	sessionId: 's',
	branch: 'b',
	parent: 'trunk',
	forkSeq: 2,
	headSeq: 4,
	createdAt: 9
};
const turn: Required<Omit<Turn, 'forgottenAt'>> = {
	sessionId: 's',
	branch: 'b',
	seq: 4,
	turnId: 't',
	hash: 'h',
	asked: [text('Where is the tea?')],
	askedAt: 5,
	stamp: 'Friday 2026-11-20 13:05 Europe/Berlin',
	source: 'typed',
	pasted: [{ from: 0, to: 5 }]
};
const step: Required<Omit<Step, 'forgottenAt'>> = {
	sessionId: 's',
	branch: 'b',
	seq: 4,
	index: 1,
	turnId: 't',
	hash: 'h',
	content: [call('c')],
	model: 'm',
	state: 'stopped',
	stopReason: 'tool_use',
	usage,
	cost: 0.25,
	epoch: 3,
	basis: { prefix: 'x', model: 'm', key: 'k' },
	startedAt: 6,
	endedAt: 7,
	failure,
	continues: true,
	results: [result('c')],
	resultsHash: 'r',
	resultsForgottenAt: 8,
	quotesForgottenAt: 9
};
const summary: Required<Summary> = {
	id: 'm1',
	sessionId: 's',
	branch: 'b',
	round: 2,
	from: { seq: 0, step: -1 },
	through: { seq: 3, step: 1 },
	status: 'reverted',
	revertedWith: 'm0',
	waitedBeside: ['m2'],
	standsFor: 'nothing',
	integrates: 'm0',
	text: 'They drank tea.',
	originalText: 'They drank.',
	anchors: '- tea',
	editedAt: 11,
	taint: 'tool',
	preset: 'gsv',
	promptId: 'p',
	model: 'm',
	tier: 'partial',
	failure,
	tokensBefore: 100,
	tokensAfter: 10,
	turnCount: 4,
	messageCount: 8,
	imageCount: 1,
	cost: 0.125,
	loss: [{ kind: 'name', text: 'Assam', turnId: 't', seq: 2 }],
	opinion: {
		model: 'm',
		promptId: 'o',
		at: 12,
		usage,
		cost: 0.5,
		about: 'w',
		findings: [{ kind: 'wrong', text: 'It was coffee.', turnId: 't' }],
		cutOff: true,
		gaps: { turns: { from: 1, through: 2 }, pieces: 1, images: 2, kept: 3 }
	},
	lossy: ['2.1'],
	throughHash: 'h',
	archiveId: 'a',
	saidBefore: { path, step: 1 },
	createdAt: 10,
	committedAt: 13,
	compactionId: 'j'
};
const mark: Required<Mark> = {
	sessionId: 's',
	turnId: 't',
	kind: 'waiting',
	at: 14,
	text: 'tea',
	side: 'user',
	byItself: true,
	goes: 'on',
	saidBefore: 1
};
const pin: Required<Pin> = { id: 'p', sessionId: 's', text: 'Tea', turnId: 't', at: 15 };

test.each(Object.entries({ session, branch, turn, step, summary, mark, pin }))(
	'every field of a %s comes back from a file',
	(type, row) => {
		expect(readArchiveRow({ type, ...row })).toEqual({ type, ...row });
	}
);

test('that it was forgotten comes back too, and no words beside it', () => {
	expect(readArchiveRow({ type: 'turn', ...turn, forgottenAt: 16 })).toEqual({
		type: 'turn',
		...turn,
		asked: [],
		forgottenAt: 16
	});
	expect(readArchiveRow({ type: 'step', ...step, forgottenAt: 16 })).toEqual({
		type: 'step',
		...step,
		content: [],
		results: null,
		forgottenAt: 16
	});
});
