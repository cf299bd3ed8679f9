import { expect, test, vi } from 'vitest';
import type { Activity } from '#core/activity.ts';
import { addActivity } from '#db/ledger/activity.ts';
import { tellRestored } from '#state/tab/tell-restored.ts';
import type { TestApp } from '../../../support/apps/an-app.ts';
import { withApp } from '../../../support/apps/with-app.ts';

let app: TestApp;
withApp((own) => (app = own));

const happened = (kind: Activity['kind'], at: number) =>
	addActivity(app.db, {
		id: app.clock.newId(),
		at,
		kind,
		sessionId: null,
		details: {},
		failure: null
	});

test('whoever sees other sessions than a moment ago is told once that a copy was restored, also by the page that began anew for it', async () => {
	const now = app.clock.now();
	await happened('recovery', now - 600_000);
	const tell = vi.fn();
	const stops = [tellRestored(app, tell)];
	const times = (count: number) =>
		vi.waitFor(() => expect(tell).toHaveBeenCalledTimes(count), { timeout: 5_000 });
	const restored = app.clock.now();
	await happened('recovery', restored);
	await times(1);
	await happened('memory', restored + 1);
	stops.push(tellRestored(app, tell));
	await times(2);
	// Of a clock that ran ahead: each start until then would tell it.
	const ahead = now + 86_400_000;
	await happened('recovery', ahead);
	stops.push(tellRestored(app, tell));
	const then = vi.fn();
	stops.push(tellRestored({ ...app, clock: { ...app.clock, now: () => ahead } }, then));
	await vi.waitFor(() => expect(then).toHaveBeenCalledOnce(), { timeout: 5_000 });
	await times(2);
	for (const stop of stops) stop();
});
