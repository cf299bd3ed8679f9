import { expect, test } from 'vitest';
import type { Compaction } from '#core/compaction/compaction.ts';
import { isLeftFor } from '#core/compaction/left-job.ts';
import type { StoredJob } from '#core/compaction/stored-job.ts';
import { onDevice } from '#core/models/model-card.ts';
import { aCompaction, aPart } from '../../support/builders/a-compaction.ts';

/** Which parts of a job that was left are good for what is asked for now: those were paid for. */

const endpoint = 'https://api.example';
const facts = { answerer: 'claude-test-5', floor: 0, parts: [] };
const plan = { facts, endpoint } satisfies Partial<StoredJob>;
const left = (over: Partial<Compaction> = {}): Compaction =>
	aCompaction({ status: 'running', trigger: 'hard', plan, chunks: [aPart()], ...over });
const asked = { branch: 'trunk', trigger: 'hard', focus: null, facts, endpoint } as const;

test('a job that a closed tab left, or whose end could not be stored, is gone on with', () => {
	const failed = (kind: 'storage-full' | 'offline') =>
		left({ status: 'failed', failure: { kind } });
	expect(isLeftFor(left(), asked)).toBe(true);
	expect(isLeftFor(failed('storage-full'), asked)).toBe(true);
	expect(isLeftFor(failed('offline'), asked)).toBe(false);
	expect(isLeftFor(left({ status: 'committed' }), asked)).toBe(false);
});

test('by hand any job is gone on with but one that writes a summary in use again; else one begun for the same', () => {
	const by = (trigger: Compaction['trigger'], now: Compaction['trigger']) =>
		isLeftFor(left({ trigger }), { ...asked, trigger: now });
	expect([by('soft', 'manual'), by('again', 'manual'), by('again', 'again')]).toEqual([
		true,
		false,
		true
	]);
	expect([by('manual', 'again'), by('soft', 'hard')]).toEqual([false, false]);
});

test('what is asked for elsewhere, of something else or of others is no reason to go on with it, nor is what cost nothing', () => {
	const others = [
		{ branch: 'b2' },
		{ focus: 'The beds' },
		{ endpoint: 'https://other.example' },
		{ facts: { ...facts, answerer: onDevice } }
	];
	expect(others.map((other) => isLeftFor(left(), { ...asked, ...other }))).toEqual(
		others.map(() => false)
	);
	expect(isLeftFor(left({ chunks: [aPart({ model: onDevice })] }), asked)).toBe(false);
});
