import { compactSession } from '#flows/compaction/compact-session.ts';
import type { Model } from '#flows/ports/model.ts';
import { unseen } from '../never.ts';
import type { TestApp } from './an-app.ts';

/** An app that compacts in the same thread, with its own model or the one named; no archives are written. */
export function compacting(app: TestApp, model: Model = app.model): TestApp {
	const { db, clock } = app;
	app.jobs['archive-summary'] = () => Promise.resolve({ status: 'archived', archiveId: 'a1' });
	app.jobs.compact = (ask, signal, tell = unseen) =>
		compactSession({ db, model, clock }, ask, signal, tell);
	return app;
}
