import { expect, test, vi } from 'vitest';
import type { Activity } from '#core/activity.ts';
import { addActivity } from '#db/ledger/activity.ts';
import { tellResets } from '#state/tab/tell-resets.ts';
import { heldClock } from '../../support/builders/a-clock.ts';
import type { TestApp } from '../../support/apps/an-app.ts';
import { withApp } from '../../support/apps/with-app.ts';

let app: TestApp;
withApp((own) => (app = own));

const reset = (title: string, at: number, details: Activity['details'] = { by: 'daily' }) =>
	addActivity(app.db, {
		id: app.clock.newId(),
		at,
		kind: 'reset',
		sessionId: `${title}-next`,
		details: { title, ended: title, ...details },
		failure: null
	});

test('what is reset at one hour is one piece of news that grows; what comes later is another', async () => {
	const hour = 1_000_000;
	await reset('Long ago', hour - 1);
	const told: string[][] = [];
	const stop = tellResets(app, hour, (resets) => {
		told.push(resets.map(({ ended }) => ended));
	});
	const tells = (...titles: string[]) =>
		vi.waitFor(() => expect(told.at(-1)).toEqual(titles), { timeout: 5_000 });
	await reset('Tea', hour + 1_000);
	await tells('Tea');
	await reset('By hand', hour + 2_000, { by: 'hand' });
	await reset('Rome', hour + 20_000);
	await tells('Rome', 'Tea');
	await reset('Piran', hour + 75_000);
	await tells('Piran', 'Rome', 'Tea');
	await reset('Boats', hour + 200_000);
	await tells('Boats');
	stop();
	expect(told).toHaveLength(4);
});

test('a reset is told after the clock was set back, and one of a time still to come is not told at each start', async () => {
	const clock = heldClock();
	const begun = clock.now();
	const told: string[][] = [];
	await reset('Of a clock that ran ahead', begun + 86_400_000);
	const stop = tellResets({ ...app, clock }, begun, (resets) => {
		told.push(resets.map(({ ended }) => ended));
	});
	const tells = (...titles: string[]) =>
		vi.waitFor(() => expect(told.at(-1)).toEqual(titles), { timeout: 5_000 });
	await reset('Tea', (clock.at += 1_000));
	await tells('Tea');
	await reset('Rome', (clock.at -= 3_600_000));
	await tells('Rome');
	await reset('Brought by an import', clock.at - 120_000);
	await reset('Piran', (clock.at += 10_000));
	await tells('Piran', 'Rome');
	clock.at += 2 * 86_400_000;
	await reset('Boats', clock.at);
	await tells('Boats');
	stop();
	expect(told).toHaveLength(4);
});
