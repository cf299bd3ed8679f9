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
