import { expect, it } from 'vitest';
import { Compacting } from '#state/summary/compacting.svelte.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';
import { aCompaction } from '../../support/builders/a-compaction.ts';
import { aSummary } from '../../support/builders/a-summary.ts';
import { eventually } from '../../support/eventually.ts';

/** The summaries of a session as they are made, seen from the screen. */

let app: TestApp;
withApp((own) => (app = own));

it('tells a summary that somebody asked for from one that came by itself, in whatever tab it was made', async () => {
	const triggers = ['manual', 'again', 'soft', 'hard', 'idle'] as const;
	await app.db.compactions.bulkPut(
		triggers.map((trigger) => aCompaction({ id: trigger, trigger }))
	);
	const compacting = new Compacting(app, 's1', () => new Promise<never>(() => undefined));
	const asked = () =>
		triggers.filter((id) => compacting.wasAskedFor(aSummary(1, { compactionId: id })));
	const end = $effect.root(() => {
		$effect(() => void asked());
	});
	await eventually(() => expect(asked()).toEqual(['manual', 'again']));
	end();
});

it('knows why the last summary that a message waited for came to nothing, unless it was before that message', async () => {
	const failure = { kind: 'overloaded' } as const;
	const job = { status: 'failed', trigger: 'hard', failure, createdAt: 50 } as const;
	const compacting = new Compacting(app, 's1', () => new Promise<never>(() => undefined));
	const told = () => [compacting.inVainSince(50), compacting.inVainSince(60)];
	const end = $effect.root(() => {
		$effect(() => void told());
	});
	await app.db.compactions.bulkPut([
		aCompaction({ ...job, id: 'c1', updatedAt: 60 }),
		aCompaction({ ...job, id: 'c0', failure: { kind: 'offline' }, updatedAt: 55 })
	]);
	await eventually(() => expect(told()).toEqual([failure, null]));
	for (const [id, change] of [
		['c2', { trigger: 'soft' }],
		['c3', { status: 'cancelled', failure: null }]
	] as const) {
		await app.db.compactions.put(aCompaction({ ...job, id, updatedAt: 70, ...change }));
		await eventually(() => expect(told()).toEqual([null, null]));
		await app.db.compactions.delete(id);
		await eventually(() => expect(told()).toEqual([failure, null]));
	}
	end();
});

it('still knows why, once it was tried again by hand; of one by hand that no message waited for it does not speak', async () => {
	const failure = { kind: 'overloaded' } as const;
	const job = { status: 'failed', failure, createdAt: 50 } as const;
	const compacting = new Compacting(app, 's1', () => new Promise<never>(() => undefined));
	const told = () => compacting.inVainSince(40);
	const end = $effect.root(() => {
		$effect(() => void told());
	});
	await app.db.compactions.bulkPut([
		aCompaction({ ...job, id: 'c1', trigger: 'hard', failure: { kind: 'offline' }, updatedAt: 55 }),
		aCompaction({ ...job, id: 'c2', trigger: 'manual', updatedAt: 60 })
	]);
	await eventually(() => expect(told()).toEqual(failure));
	await app.db.compactions.update('c1', { createdAt: 30 });
	await eventually(() => expect(told()).toBeNull());
	end();
});

it('tells whether a message waits for the one at work, in whatever tab', async () => {
	const compacting = new Compacting(app, 's1', () => new Promise<never>(() => undefined));
	const end = $effect.root(() => {
		$effect(() => void compacting.isWaitedFor);
	});
	const job = { status: 'running', leaseUntil: app.clock.now() + 60_000 } as const;
	for (const [trigger, waits] of [
		['hard', true],
		['soft', false],
		['emergency', true],
		['manual', false]
	] as const) {
		await app.db.compactions.put(aCompaction({ ...job, trigger }));
		await eventually(() =>
			expect([compacting.isRunning, compacting.isWaitedFor]).toEqual([true, waits])
		);
	}
	await app.db.compactions.put(aCompaction({ ...job, trigger: 'hard', status: 'failed' }));
	await eventually(() => expect(compacting.isWaitedFor).toBe(false));
	end();
});
