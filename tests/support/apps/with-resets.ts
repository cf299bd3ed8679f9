/** An app with a session of two turns that may be reset: it is archived for real, and its last extraction is counted. */
import { afterEach, beforeEach } from 'vitest';
import { archiveSession } from '#flows/archives/archive-covered.ts';
import { packer } from '#worker/workshop/packer.ts';
import { aSession } from '../builders/a-session.ts';
import { someExchanges, storeSession } from '../builders/stored-session.ts';
import { anApp, type TestApp } from './an-app.ts';

/** Each test of the file that asks for it has an app of its own. */
export function withResets(give: (app: TestApp) => void) {
	/** `paid`: those a model is asked for. */
	const extractions = { count: 0, paid: 0 };
	let app: TestApp;

	/** What a tab has its workshop do when a session is reset. */
	function answerJobs(tab: TestApp): void {
		const ports = { db: tab.db, clock: tab.clock, packer };
		tab.jobs['archive-session'] = (ask) => archiveSession(ports, ask);
		tab.jobs.extract = ({ byCode }) => {
			extractions.count++;
			if (!byCode) extractions.paid++;
			return Promise.resolve({ status: 'extracted', proposals: 0 });
		};
	}

	beforeEach(async () => {
		app = await anApp();
		Object.assign(extractions, { count: 0, paid: 0 });
		answerJobs(app);
		await storeSession(app.db, aSession({ activeAt: app.clock.at }), someExchanges(2));
		give(app);
	});
	afterEach(() => app.close());

	return {
		extractions,
		answerJobs,
		sessions: async () =>
			(await app.db.sessions.toArray()).map(({ endedAt, continuedFrom }) => ({
				ended: endedAt !== null,
				continuedFrom
			}))
	};
}
