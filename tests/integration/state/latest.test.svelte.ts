import { flushSync } from 'svelte';
import { expect, it } from 'vitest';
import { watchActivity } from '#state/activity.ts';
import { anApp } from '../../support/apps/an-app.ts';
import { eventually } from '../../support/eventually.ts';

it('of what happened the older part is read when it is asked for, to the very first', async () => {
	const app = await anApp();
	await app.db.activity.bulkAdd(
		Array.from({ length: 230 }, (_, at) => ({
			id: String(at),
			at,
			kind: 'memory' as const,
			sessionId: null,
			details: {},
			failure: null
		}))
	);
	const latest = watchActivity(app);
	let seen: readonly (number | boolean | undefined)[] = [];
	const stop = $effect.root(() => {
		$effect(() => {
			seen = [latest.rows?.length, latest.rows?.at(-1)?.at, latest.hasMore];
		});
	});
	const shows = (...expected: readonly (number | boolean)[]) =>
		eventually(() => {
			flushSync();
			expect(seen).toEqual(expected);
		});
	await shows(100, 130, true);
	latest.more();
	await shows(200, 30, true);
	latest.more();
	await shows(230, 0, false);
	stop();
	await app.close();
});
